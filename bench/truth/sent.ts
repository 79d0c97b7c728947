import { meanOpen } from '../../src/core/metrics/open-requests.ts';
import { mean, quantile } from '../../src/core/stats/quantile.ts';
import type { LoggedRequest, MockLog } from '../../src/ports/mock.ts';
import { type TruthCase, WHOLE } from './case.ts';

/** What the server really did, by its own log; times in ms, of answers that were whole. */
export interface SentTruth {
  /** Requests of the load proper, and of all earlier tries of it. */
  readonly seen: number;
  readonly whole: number;
  readonly events: number;
  readonly ttft_p50_ms: number | null;
  readonly ttft_p99_ms: number | null;
  readonly gap_mean_ms: number | null;
  readonly gap_p99_ms: number | null;
  /** (last - first) / (tokens after the first event). */
  readonly tpot_mean_ms: number | null;
  /** Tokens of whole answers from the first arrival to the last end. */
  readonly tokens_per_s: number | null;
  /** Mean open requests over those asked, from when all streams had begun to the last arrival; null: an open loop. */
  readonly open_share: number | null;
  /** By how much arrivals are stamped late, because the server read others before; it is taken off every time above. */
  readonly queue_p99_ms: number | null;
  /** Of the load, on the clock that all processes share. */
  readonly window: { readonly from_ms: number; readonly to_ms: number };
  /** In order, from the first. */
  readonly arrivals_ms: readonly number[];
}

/** Of the last so many requests as the case has: a load that was made again counts as it was at last. null: there are none. */
export function sentTruth(
  log: MockLog,
  { streams, requests }: Pick<TruthCase, 'streams' | 'requests'>,
): SentTruth | null {
  const seen = log.requests.filter(({ warm_up }) => !warm_up).sort((a, b) => arrival(a) - arrival(b));
  const all = seen.slice(-requests);
  const first = all[0];
  if (first === undefined) return null;
  const good = all.filter(({ scenario }) => scenario === WHOLE);
  const arrivals = all.map(arrival);
  const from = arrival(first);
  const to = Math.max(...all.map(({ ended, arrived }) => ended ?? arrived));
  const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
  const ttft = sorted(good.flatMap((one) => (one.sent[0] === undefined ? [] : [one.sent[0] - arrival(one)])));
  const gaps = sorted(good.flatMap(({ sent }) => sent.slice(1).map((at, i) => at - (sent[i] ?? at))));
  return {
    seen: seen.length,
    whole: good.length,
    events: all.reduce((sum, { sent }) => sum + sent.length, 0),
    ttft_p50_ms: quantile(ttft, 0.5),
    ttft_p99_ms: quantile(ttft, 0.99),
    gap_mean_ms: mean(gaps),
    gap_p99_ms: quantile(gaps, 0.99),
    tpot_mean_ms: mean(good.flatMap(tpot)),
    tokens_per_s: to > from ? (1000 * good.reduce((sum, one) => sum + tokens(one), 0)) / (to - from) : null,
    open_share: streams === null ? null : openShare(all, streams),
    queue_p99_ms: quantile(sorted(all.map(({ queue_ms }) => queue_ms)), 0.99),
    window: { from_ms: from + log.to_monotonic_ms, to_ms: to + log.to_monotonic_ms },
    arrivals_ms: arrivals.map((at) => at - from),
  };
}

const arrival = ({ arrived, queue_ms }: LoggedRequest) => arrived - queue_ms;
const tokens = (one: LoggedRequest) => one.tokens.reduce((sum, k) => sum + k, 0);

function tpot(one: LoggedRequest): readonly number[] {
  const later = tokens(one) - (one.tokens[0] ?? 0);
  return later === 0 ? [] : [((one.sent.at(-1) ?? 0) - (one.sent[0] ?? 0)) / later];
}

/** The way in which a tool begins, at once or slowly, is no shortcoming of its load. */
function openShare(all: readonly LoggedRequest[], streams: number): number | null {
  const begun = all[Math.min(streams, all.length) - 1];
  const last = all.at(-1);
  if (begun === undefined || last === undefined) return null;
  const spans = all.map((one) => ({ sent_ms: arrival(one), ended_ms: one.ended }));
  const open = meanOpen(spans, { from_ms: arrival(begun), to_ms: arrival(last) });
  return open === null ? null : open / streams;
}
