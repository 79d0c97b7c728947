import { readFileSync, writeFileSync } from 'node:fs';
import type { BenchDocument } from '../../core/documents/bench.ts';
import { FaultError, fault } from '../../core/fault.ts';
import { exportAiperf } from '../../core/metrics/dialects/aiperf.ts';
import { exportGuidellm } from '../../core/metrics/dialects/guidellm.ts';
import type { ExportedRun } from '../../core/metrics/dialects/run.ts';
import { exportSglang } from '../../core/metrics/dialects/sglang.ts';
import { exportVllm } from '../../core/metrics/dialects/vllm.ts';
import { recordedTraces } from '../../core/metrics/recorded.ts';
import type { Export, ExportDialect } from './exports.ts';

type Write = (run: ExportedRun, native: boolean) => Record<string, unknown>;

const WRITERS: Readonly<Record<ExportDialect, Write>> = {
  sglang: (run, native) => exportSglang(run, native ? 'sglang' : 'sglang-oai'),
  vllm: exportVllm,
  aiperf: exportAiperf,
  guidellm: exportGuidellm,
};

/** One run as a tool would tell it. `native`: the server was asked by SGLang's own path. */
export function exported(dialect: ExportDialect, run: ExportedRun, native: boolean): Record<string, unknown> {
  return WRITERS[dialect](run, native);
}

/** One JSON object a line for each measurement that is not void, computed by the formulas of that tool. Fault: `journal-failed`. */
export function writeExports(document: BenchDocument, exports: readonly Export[]): void {
  const { model } = document;
  const native = document.dialect === 'sglang-generate';
  const good = document.measurements.filter((measurement) => measurement.void === null);
  const runs = good.map(({ record_file, concurrency, rate, goodput }): ExportedRun => {
    const traces = recordedTraces(readFileSync(record_file, 'utf8'));
    return { traces, model, concurrency, rate, goodput: goodput?.limits };
  });
  for (const { dialect, file } of exports) {
    const text = runs.map((run) => `${JSON.stringify(exported(dialect, run, native))}\n`).join('');
    try {
      writeFileSync(file, text, { mode: 0o600 });
    } catch (error) {
      const hint = 'name another file with --export; the raw records are kept';
      throw new FaultError(fault('journal-failed', `${file}: ${(error as Error).message}`, { hint }));
    }
  }
}
