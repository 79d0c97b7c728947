import type { EvaluationDocument } from '../core/documents/evaluation.ts';
import type { Distribution, Measurement } from '../core/documents/measurement.ts';
import type { StartDocument, SweepDocument } from '../core/documents/sweep.ts';
import { visible } from '../core/visible.ts';
import { doubtsOf } from './doubts.ts';

type Cell = string | number | boolean | null;

/**
 * `results.csv`: one row for each measurement, in RFC 4180 (CRLF, quotes doubled). Unknown is an empty cell. A text
 * that a spreadsheet would take for a formula gets an apostrophe in front.
 */
export function csv(document: SweepDocument, simulated: boolean): string {
  const parameters = [...new Set(document.trials.flatMap((trial) => Object.keys(trial.setting)))];
  const judged = document.trials.some(({ evaluation }) => evaluation !== null);
  const rows = document.trials.flatMap((trial) =>
    trial.starts.flatMap((start) =>
      start.measurements.map((m) => [
        document.id,
        simulated,
        trial.name,
        trial.setting_id,
        trial.status,
        ...parameters.map((name) => trial.setting[name] ?? null),
        ...startCells(start),
        ...measurementCells(m),
        ...(judged ? answerCells(trial.evaluation) : []),
      ]),
    ),
  );
  const head = [
    'run',
    'simulated',
    'trial',
    'setting_id',
    'status',
    ...parameters.map((name) => `setting.${name}`),
    ...COLUMNS,
    ...(judged ? ANSWER_COLUMNS : []),
  ];
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const STATISTICS = ['mean', 'p50', 'p95', 'p99'] as const satisfies readonly (keyof Distribution)[];
const DISTRIBUTIONS = ['ttft_ms', 'itl_ms', 'tpot_ms', 'e2e_ms'] as const;

const COLUMNS = [
  'start',
  'attempt',
  'adopted',
  'reused_from',
  'start_fault',
  'suspect',
  'loaded_s',
  'workload',
  'concurrency',
  'rate',
  'replicate',
  'requests',
  'ok',
  'failed',
  'duration_s',
  'output_tokens',
  'output_tokens_per_s',
  ...DISTRIBUTIONS.flatMap((name) => STATISTICS.map((statistic) => `${name}.${statistic}`)),
  'acceptance_length',
  'drafted_tokens',
  'accepted_tokens',
  'foreign_requests',
  'under_traffic',
  'client_error_bound_ms',
  'client_verdict',
  'measurement_key',
];

/** Of the setting, the same in each of its rows; only where answers were judged. */
const ANSWER_COLUMNS = [
  'problems',
  'passed',
  'passed_after_load',
  'gained',
  'lost',
  'lost_both_times',
  'texts_differing',
  'evaluation_suspect',
  'required_holds',
];

function answerCells(evaluation: EvaluationDocument | null): Cell[] {
  const { comparison = null, after_load, losslessness = null } = evaluation ?? {};
  return [
    evaluation?.problems ?? null,
    evaluation?.passed ?? null,
    after_load?.passed ?? null,
    comparison?.gained.length ?? null,
    comparison?.lost.length ?? null,
    comparison === null ? null : (after_load?.confirmed_lost.length ?? null),
    losslessness?.differing.length ?? null,
    comparison?.suspect ?? null,
    evaluation?.required?.holds ?? null,
  ];
}

function startCells(start: StartDocument): Cell[] {
  return [
    start.start,
    start.attempt,
    start.adopted,
    start.reused_from,
    start.fault?.name ?? null,
    doubtsOf(start).length === 0 ? null : doubtsOf(start).join('; '),
    start.durations.loaded_s,
  ];
}

function measurementCells(m: Measurement): Cell[] {
  return [
    m.workload,
    m.concurrency,
    m.rate,
    m.replicate,
    m.requests,
    m.ok,
    m.failed,
    m.duration_s,
    m.output_tokens,
    m.output_tokens_per_s,
    ...DISTRIBUTIONS.flatMap((name) => STATISTICS.map((statistic) => m[name][statistic])),
    m.acceptance_length,
    m.drafted_tokens,
    m.accepted_tokens,
    m.foreign_requests,
    m.under_traffic,
    m.client.error_bound_ms,
    m.client.verdict,
    m.measurement_key,
  ];
}

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = harmless(visible(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The full-width forms begin a formula too, in spreadsheets with an East Asian locale. */
function harmless(text: string): string {
  return /^\s*[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text;
}
