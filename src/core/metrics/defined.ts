import type { DefinedMetrics, Sample, TokenCounts } from '../documents/measurement.ts';
import { Numbers } from './numbers.ts';
import { meanOpen, steadyWindow, tokensIn } from './open-requests.ts';
import {
  e2e,
  e2eFromIntended,
  gaps,
  gapsPerToken,
  gapsWithZeros,
  longestSilence,
  outputTokens,
  timeToFirstEvent,
  timeToHeaders,
  tpot,
  tpotOfAll,
  tpotUnbiased,
  ttft,
} from './request-times.ts';
import { sampleOf } from './sample.ts';
import type { RequestTrace } from './trace.ts';

type PerRequest = (trace: RequestTrace) => number | null | readonly number[];

/** One number or several of each successful request; formulas stand at the functions and in docs/metrics.md. */
const PER_REQUEST = {
  'headers.v1': timeToHeaders,
  'first_event.v1': timeToFirstEvent,
  'ttft.first_token.v1': ttft,
  'itl.event.v1': gaps,
  'itl.token.v1': gapsPerToken,
  'itl.zeros.v1': gapsWithZeros,
  'tpot.classic.v1': tpot,
  'tpot.unbiased.v1': tpotUnbiased,
  'tpot.e2e.v1': tpotOfAll,
  'e2e.v1': e2e,
  'e2e.intended.v1': e2eFromIntended,
  'silence.longest.v1': longestSilence,
  'user_speed.v1': (trace: RequestTrace) => {
    const each = tpotUnbiased(trace);
    return each === null || each <= 0 ? null : 1000 / each;
  },
} as const satisfies Record<string, PerRequest>;

type Samples = Readonly<Record<keyof typeof PER_REQUEST, Sample>>;

/** What was asked, and how long all of it took. */
interface Asked {
  readonly requests: number;
  readonly concurrency: number | null;
  readonly duration_s: number;
}

/** Every metric of one load by the id of its definition. Samples are those of successful requests. */
export function definedMetrics(
  traces: readonly RequestTrace[],
  { requests, concurrency, duration_s }: Asked,
): DefinedMetrics & { readonly samples: Samples } {
  const good = traces.filter((t) => t.outcome === 'ok');
  const tokens = good.reduce((sum, t) => sum + outputTokens(t).tokens, 0);
  const events = good.reduce((sum, t) => sum + t.token_events_ms.length, 0);
  const steady = steadyWindow(traces, concurrency);
  const open = steady === null ? null : meanOpen(traces, steady);
  const over = (amount: number, by: number): number | null => (by > 0 ? amount / by : null);
  return {
    samples: Object.fromEntries(
      Object.entries<PerRequest>(PER_REQUEST).map(([id, of]) => [id, sampleOf(collected(good, of))]),
    ) as Samples,
    values: {
      'throughput.all.v1': good.length === 0 ? null : over(tokens, duration_s),
      'throughput.steady.v1':
        steady === null || good.length === 0
          ? null
          : over(tokensIn(good, steady), (steady.to_ms - steady.from_ms) / 1000),
      'window.steady.v1': steady === null ? null : (steady.to_ms - steady.from_ms) / 1000,
      'goodput.share.v1': over(good.length, requests),
      'goodput.rate.v1': over(good.length, duration_s),
      'tokens_per_event.v1': over(tokens, events),
      'open.mean.v1': open,
      'open.share.v1': open === null || concurrency === null ? null : over(open, concurrency),
    },
    failed_share: over(requests - Math.min(good.length, requests), requests),
    tokens: tokenCounts(good),
  };
}

function collected(traces: readonly RequestTrace[], of: PerRequest): Float64Array {
  const numbers = new Numbers();
  for (const trace of traces) {
    const value = of(trace);
    if (typeof value === 'number') numbers.add(value);
    else for (const one of value ?? []) numbers.add(one);
  }
  return numbers.all;
}

function tokenCounts(good: readonly RequestTrace[]): TokenCounts {
  const sources = new Set(good.map((t) => outputTokens(t).source));
  const [only] = sources;
  return {
    requested: good.reduce((sum, t) => sum + t.requested_tokens, 0),
    usage: sumOfAll(good.map((t) => t.usage_tokens)),
    events: good.reduce((sum, t) => sum + t.token_events_ms.length, 0),
    retokenised: sumOfAll(good.map((t) => t.retokenised_tokens)),
    token_source: sources.size > 1 ? 'mixed' : (only ?? 'events'),
  };
}

/** null: one of them is unknown, or there is none. */
function sumOfAll(counts: readonly (number | null)[]): number | null {
  return counts.length === 0
    ? null
    : counts.reduce((sum, n) => (sum === null || n === null ? null : sum + n), 0);
}
