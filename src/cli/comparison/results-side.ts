import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BenchDocument, BenchMeasurement } from '../../core/documents/bench.ts';
import { FaultError, fault } from '../../core/fault.ts';
import { importMeasurement } from '../../core/metrics/imports/holdpoint.ts';
import { readResults } from '../../core/metrics/imports/read-results.ts';
import { recordedTraces } from '../../core/metrics/recorded.ts';
import { MiB } from '../../core/units.ts';
import type { ResultsSide } from '../../report/compare-results.ts';
import { exported } from '../benchmark/write-exports.ts';
import type { Context } from '../context.ts';

const MAX_BYTES = 64 * MiB;
const HINT =
  'a file of SGLang bench_serving, vllm bench serve, aiperf or guidellm, the folder of a bench, or a run';

/** An operand of `compare`: a bench of ours, with its records, or a file of another client. */
export type Results =
  | { readonly kind: 'bench'; readonly document: BenchDocument }
  | { readonly kind: 'file'; readonly side: ResultsSide };

/** null: it is a run, or nothing that could be read as a result. Fault: `usage` (a file that is none of these). */
export async function resultsAt(context: Context, name: string): Promise<Results | null> {
  const path = resolve(context.cwd, name);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return null;
  const file = facts.isDirectory() ? join(path, 'bench.json') : path;
  if (facts.isDirectory() && statSync(file, { throwIfNoEntry: false }) === undefined) return null;
  const text = textOf(file);
  const bench = await benchIn(text);
  if (bench !== null) return { kind: 'bench', document: bench };
  const read = readResults(text);
  if (!read.ok) {
    const place = read.line === null ? file : `${file}:${read.line}`;
    throw new FaultError(fault('usage', `${place}: ${read.message}`, { hint: HINT }));
  }
  const [first] = read.runs;
  const tool = first?.tool ?? 'holdpoint';
  return {
    kind: 'file',
    side: { source: file, tool, runs: read.runs, about: { model: first?.model ?? null } },
  };
}

function textOf(file: string): string {
  const { size } = statSync(file);
  if (size > MAX_BYTES)
    throw new FaultError(fault('usage', `${file}: more than ${MAX_BYTES / MiB} MiB`, { hint: HINT }));
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new FaultError(
      fault('usage', `${file} cannot be read: ${(error as Error).message}`, { hint: HINT }),
    );
  }
}

async function benchIn(text: string): Promise<BenchDocument | null> {
  if (!text.includes('"measurements"')) return null;
  const { benchSchema } = await import('../../core/documents/schemas/bench.ts');
  try {
    const read = benchSchema.safeParse(JSON.parse(text));
    return read.success ? (read.data as BenchDocument) : null;
  } catch {
    return null;
  }
}

/** A bench as one side. `like`: computed anew from its records by the formulas of that tool; null: by our own. */
export function benchSide(document: BenchDocument, like: ResultsSide['tool'] | null): ResultsSide {
  const { dir, model, dialect, prompts, measurements } = document;
  const runs = measurements.flatMap((measurement) =>
    like === null || like === 'holdpoint'
      ? [importMeasurement(measurement, model)]
      : retold(document, measurement, like),
  );
  const about = like === null ? { model, dialect, prompts } : { model };
  return { source: dir, tool: 'holdpoint', runs, about };
}

function retold(
  document: BenchDocument,
  measurement: BenchMeasurement,
  like: Exclude<ResultsSide['tool'], 'holdpoint'>,
): ResultsSide['runs'] {
  if (measurement.void !== null) return [importMeasurement(measurement, document.model)];
  const traces = recordedTraces(textOf(measurement.record_file));
  const { concurrency, rate, goodput, failed } = measurement;
  const run = { traces, model: document.model, concurrency, rate, goodput: goodput?.limits };
  const native = document.dialect === 'sglang-generate';
  const read = readResults(JSON.stringify(exported(like, run, native)));
  // what a format does not hold is known of ours all the same
  return read.ok ? read.runs.map((one) => ({ ...one, concurrency, rate, failed })) : [];
}
