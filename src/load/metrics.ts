import type { Distribution } from '../core/documents/measurement.ts';
import { mean, quantile } from '../core/stats/quantile.ts';
import type { RequestResult } from './request.ts';

/** Fewer samples than these say nothing about the quantile: at least one of them must lie beyond it. */
const FLOORS = { p50: 1, p95: 20, p99: 100 } as const;

/** Exact, over all samples, in the unit of the samples. */
export function distribution(samples: readonly number[]): Distribution {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (q: number, floor: number) => (sorted.length < floor ? null : quantile(sorted, q));
  return {
    mean: mean(sorted),
    p50: at(0.5, FLOORS.p50),
    p95: at(0.95, FLOORS.p95),
    p99: at(0.99, FLOORS.p99),
  };
}

/** Tokens of an answer: as the server counts them, else as its timings do, else one for each event with output. */
export function outputTokens({ answer }: RequestResult): {
  readonly tokens: number;
  readonly source: 'usage' | 'timings' | 'events';
} {
  if (answer.completion_tokens !== null) return { tokens: answer.completion_tokens, source: 'usage' };
  const predicted = answer.timings?.predicted_n ?? null;
  if (predicted !== null) return { tokens: predicted, source: 'timings' };
  return { tokens: answer.token_times.length, source: 'events' };
}

/** Milliseconds from the request to the first event with output: queue, prompt and network. */
export function ttft({ started, answer }: RequestResult): number | null {
  const first = answer.token_times[0];
  return first === undefined ? null : first - started;
}

/** Gaps between successive events with output; an event may carry several tokens, an accepted draft comes in a burst. */
export function gaps({ answer: { token_times } }: RequestResult): readonly number[] {
  return token_times.slice(1).map((at, i) => at - (token_times[i] ?? at));
}

/** Milliseconds per token after the first: (last - first) / (n - 1). null for fewer than two tokens. */
export function tpot(result: RequestResult): number | null {
  const { token_times } = result.answer;
  const { tokens } = outputTokens(result);
  const [first, last] = [token_times[0], token_times.at(-1)];
  return first === undefined || last === undefined || tokens < 2 ? null : (last - first) / (tokens - 1);
}

/** Milliseconds from the request to the end of its answer. */
export function e2e({ started, ended }: RequestResult): number {
  return ended - started;
}
