import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { suggest } from '../../core/config/did-you-mean.ts';
import type { BenchDocument } from '../../core/documents/bench.ts';
import { FaultError, fault } from '../../core/fault.ts';
import { exportAiperf } from '../../core/metrics/dialects/aiperf.ts';
import { exportGuidellm } from '../../core/metrics/dialects/guidellm.ts';
import type { ExportedRun } from '../../core/metrics/dialects/run.ts';
import { exportSglang } from '../../core/metrics/dialects/sglang.ts';
import { exportVllm } from '../../core/metrics/dialects/vllm.ts';
import { recordedTraces } from '../../core/metrics/recorded.ts';
import type { Context } from '../context.ts';
import { usage } from '../usage.ts';
import type { BenchOptions } from './options.ts';

type Write = (run: ExportedRun, native: boolean) => Record<string, unknown>;

const DIALECTS: Readonly<Record<string, Write>> = {
  sglang: (run, native) => exportSglang(run, native ? 'sglang' : 'sglang-oai'),
  vllm: exportVllm,
  aiperf: exportAiperf,
  guidellm: exportGuidellm,
};

export interface Export {
  readonly write: Write;
  readonly file: string;
}

/** What `--export DIALECT FILE` asks for, once or more often. Fault: `usage`. */
export function exportsOf(context: Context, { export: words = [] }: BenchOptions): readonly Export[] {
  const names = Object.keys(DIALECTS);
  if (words.length % 2 !== 0)
    throw usage('--export: not DIALECT FILE', `for example --export vllm result.json (${names.join(', ')})`);
  return words.flatMap((name, at) => {
    if (at % 2 !== 0) return [];
    const write = Object.hasOwn(DIALECTS, name) ? DIALECTS[name] : undefined;
    if (write === undefined) throw usage(`--export: no dialect \`${name}\``, suggest(name, names));
    return [{ write, file: resolve(context.cwd, words[at + 1] ?? '') }];
  });
}

/** One JSON object a line for each measurement, computed by the formulas of that tool. Fault: `journal-failed`. */
export function writeExports(document: BenchDocument, exports: readonly Export[]): void {
  if (exports.length === 0) return;
  const { model } = document;
  const native = document.dialect === 'sglang-generate';
  const runs = document.measurements.map(({ record_file, concurrency, rate }): ExportedRun => {
    return { traces: recordedTraces(readFileSync(record_file, 'utf8')), model, concurrency, rate };
  });
  for (const { write, file } of exports) {
    const text = runs.map((run) => `${JSON.stringify(write(run, native))}\n`).join('');
    try {
      writeFileSync(file, text, { mode: 0o600 });
    } catch (error) {
      const hint = 'name another file with --export; the raw records are kept';
      throw new FaultError(fault('journal-failed', `${file}: ${(error as Error).message}`, { hint }));
    }
  }
}
