import { importAiperf } from './aiperf.ts';
import { importGuidellm } from './guidellm.ts';
import { type ImportedRun, type Json, numberIn } from './result.ts';
import { importSglang } from './sglang.ts';
import { importVllm } from './vllm.ts';

export type ReadResults =
  | { readonly ok: true; readonly runs: readonly ImportedRun[] }
  | { readonly ok: false; readonly line: number | null; readonly message: string };

/** Numbers that Python writes and JSON does not have; what stands in quotes is passed over. */
const NO_JSON = /"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g;

/**
 * Results of other clients, recognised by their keys: one JSON document, or one a line, each a run of its own. What a file
 * says in seconds or milliseconds is told by its format, never by how large it is.
 */
export function readResults(text: string): ReadResults {
  const whole = parsed(text);
  if (whole !== null) {
    const found = runsIn(whole);
    return found.length === 0 ? unknown(null) : { ok: true, runs: found };
  }
  const runs: ImportedRun[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const json = parsed(line);
    if (json === null) return { ok: false, line: at + 1, message: 'it is no JSON object' };
    const found = runsIn(json);
    if (found.length === 0) return unknown(at + 1);
    runs.push(...found);
  }
  return runs.length === 0 ? { ok: false, line: null, message: 'it holds no result' } : { ok: true, runs };
}

function runsIn(file: Json): readonly ImportedRun[] {
  if (Array.isArray(file['benchmarks'])) return importGuidellm(file);
  if (
    numberIn(file, 'time_to_first_token', 'avg') !== null ||
    numberIn(file, 'request_throughput', 'avg') !== null
  )
    return [importAiperf(file)];
  if (numberIn(file, 'total_token_throughput') !== null) return [importVllm(file)];
  if (numberIn(file, 'total_throughput') !== null) return [importSglang(file)];
  return [];
}

function unknown(line: number | null): ReadResults {
  return {
    ok: false,
    line,
    message: 'no result of SGLang bench_serving, vllm bench serve, aiperf or guidellm',
  };
}

function parsed(text: string): Json | null {
  const value =
    tried(text) ?? tried(text.replaceAll(NO_JSON, (token) => (token.startsWith('"') ? token : 'null')));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

function tried(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
