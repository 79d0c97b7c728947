import type { BenchDocument, BenchMeasurement } from '../../core/documents/bench.ts';
import type { Goodput, ServerCounts } from '../../core/documents/measurement.ts';
import { visible } from '../../core/visible.ts';
import { joined, number, UNKNOWN } from '../../report/format.ts';
import type { Shown } from './shown.ts';

/** The answer of `bench` for a reader: a block of lines for each load, what must be known of it, and where all of it is. */
export function benchText(
  { url, model, dialect, prompts, dir, measurements, notes }: BenchDocument,
  shown: Shown,
): string {
  const blocks = [
    [`${visible(url)} ${visible(model ?? 'no model named')} (${dialect}), ${visible(prompts)}`],
    ...measurements.map((m) => measurementLines(m, shown)),
    notes.map((note) => `note: ${visible(note)}`),
    [`all of it: ${visible(dir)}`],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function measurementLines(m: BenchMeasurement, shown: Shown): string[] {
  const failed = Object.entries(m.outcomes)
    .filter(([outcome]) => outcome !== 'ok')
    .map(([outcome, count]) => `${visible(outcome)} ${count}`);
  const per_s = m.duration_s > 0 ? m.ok / m.duration_s : null;
  const { error_bound_ms, verdict, threads } = m.client;
  const head = `${m.load}: ${m.ok} of ${m.requests} requests ok${failed.length === 0 ? '' : ` (${failed.join(', ')})`} in ${number(m.duration_s)} s`;
  if (m.void !== null) return [head, `  VOID      ${visible(m.void.name)}: ${visible(m.void.message)}`];
  return [
    head,
    `  output    ${number(m.output_tokens_per_s)} tokens/s, ${number(per_s)} requests/s`,
    `  ms        ${['mean', ...shown.percentiles].join(' / ')}`,
    ...shown.times.map((name) => timeLine(name, m, shown)),
    ...(m.goodput === undefined ? [] : [goodputLine(m.goodput, m.requests)]),
    ...(m.acceptance_length === null ? [] : [`  accepted  ${number(m.acceptance_length)} tokens a step`]),
    ...(m.server == null ? [] : [serverLine(m.server)]),
    `  client    ${verdict === 'ok' ? 'on time' : verdict}, off by ${number(error_bound_ms)} ms at most${threads === undefined ? '' : `, ${threads} ${threads === 1 ? 'thread' : 'threads'}`}`,
  ];
}

/** What it did not count is left out. */
function serverLine({ generated_tokens, cache_hit_share, preemptions }: ServerCounts): string {
  const said = [
    generated_tokens === null ? null : `${generated_tokens} tokens by its own count`,
    cache_hit_share === null ? null : `${number(100 * cache_hit_share)} % of prompts from its cache`,
    preemptions === null ? null : `${preemptions} requests preempted`,
  ];
  return `  server    ${said.filter((part) => part !== null).join(', ')}`;
}

const SAMPLES = {
  ttft: 'ttft.first_token.v1',
  itl: 'itl.event.v1',
  tpot: 'tpot.classic.v1',
  e2e: 'e2e.v1',
} as const;

function timeLine(name: Shown['times'][number], m: BenchMeasurement, { percentiles }: Shown): string {
  const distribution = m[`${name}_ms`];
  const all = { ...m.defined?.samples[SAMPLES[name]], ...distribution };
  return `  ${name.padEnd(10)}${joined([all.mean, ...percentiles.map((p) => all[p] ?? null)], ' / ')}`;
}

function goodputLine({ limits, good, share, per_s }: Goodput, requests: number): string {
  const said = Object.entries(limits).map(([key, ms]) => `${key.replace('_ms', '')} <= ${ms} ms`);
  const percent = share === null ? UNKNOWN : `${number(100 * share)} %`;
  return `  goodput   ${good} of ${requests} within ${said.join(', ')}: ${percent}, ${number(per_s)} requests/s`;
}
