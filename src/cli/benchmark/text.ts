import type { BenchDocument, BenchMeasurement } from '../../core/documents/bench.ts';
import type { Distribution } from '../../core/documents/measurement.ts';
import { visible } from '../../core/visible.ts';
import { joined, number } from '../../report/format.ts';

/** The answer of `bench` for a reader: a block of lines for each load, what must be known of it, and where all of it is. */
export function benchText({ url, model, dialect, prompts, dir, measurements, notes }: BenchDocument): string {
  const blocks = [
    [`${visible(url)} ${visible(model ?? 'no model named')} (${dialect}), ${visible(prompts)}`],
    ...measurements.map(measurementLines),
    notes.map((note) => `note: ${visible(note)}`),
    [`all of it: ${visible(dir)}`],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function measurementLines(m: BenchMeasurement): string[] {
  const failed = Object.entries(m.outcomes)
    .filter(([outcome]) => outcome !== 'ok')
    .map(([outcome, count]) => `${visible(outcome)} ${count}`);
  const per_s = m.duration_s > 0 ? m.ok / m.duration_s : null;
  const { error_bound_ms, verdict } = m.client;
  return [
    `${m.load}: ${m.ok} of ${m.requests} requests ok${failed.length === 0 ? '' : ` (${failed.join(', ')})`} in ${number(m.duration_s)} s`,
    `  output    ${number(m.output_tokens_per_s)} tokens/s, ${number(per_s)} requests/s`,
    `  ms        mean / p50 / p95 / p99`,
    times('ttft', m.ttft_ms),
    times('itl', m.itl_ms),
    times('tpot', m.tpot_ms),
    times('e2e', m.e2e_ms),
    ...(m.acceptance_length === null ? [] : [`  accepted  ${number(m.acceptance_length)} tokens a step`]),
    `  client    ${verdict === 'ok' ? 'on time' : verdict}, off by ${number(error_bound_ms)} ms at most`,
  ];
}

function times(name: string, { mean, p50, p95, p99 }: Distribution): string {
  return `  ${name.padEnd(10)}${joined([mean, p50, p95, p99], ' / ')}`;
}
