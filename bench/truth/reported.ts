import type { SentTruth } from './sent.ts';

/** What a load generator says of one run; null: it does not say. Times in ms. */
export interface Reported {
  readonly ok: number;
  readonly ttft_p50_ms: number | null;
  /** null also where there are too few requests for it. */
  readonly ttft_p99_ms: number | null;
  readonly gap_mean_ms: number | null;
  readonly gap_p99_ms: number | null;
  readonly tpot_mean_ms: number | null;
  readonly tokens_per_s: number | null;
  /** It says itself that these numbers are not to be believed. */
  readonly calls_itself_void?: boolean;
}

/** Reported minus true, and each share of the true value; null: one of the two is not known. */
export interface Errors {
  readonly ttft_p50_ms: number | null;
  readonly ttft_p99_ms: number | null;
  readonly gap_mean_ms: number | null;
  readonly gap_p99_ms: number | null;
  readonly tpot_mean_ms: number | null;
  readonly tpot_mean_share: number | null;
  readonly tokens_per_s_share: number | null;
}

export function errorsOf(said: Reported, truth: SentTruth): Errors {
  return {
    ttft_p50_ms: less(said.ttft_p50_ms, truth.ttft_p50_ms),
    ttft_p99_ms: less(said.ttft_p99_ms, truth.ttft_p99_ms),
    gap_mean_ms: less(said.gap_mean_ms, truth.gap_mean_ms),
    gap_p99_ms: less(said.gap_p99_ms, truth.gap_p99_ms),
    tpot_mean_ms: less(said.tpot_mean_ms, truth.tpot_mean_ms),
    tpot_mean_share: share(said.tpot_mean_ms, truth.tpot_mean_ms),
    tokens_per_s_share: share(said.tokens_per_s, truth.tokens_per_s),
  };
}

function less(said: number | null, truth: number | null): number | null {
  return said === null || truth === null ? null : said - truth;
}

function share(said: number | null, truth: number | null): number | null {
  return said === null || truth === null || truth === 0 ? null : said / truth - 1;
}
