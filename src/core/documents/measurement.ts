/** A distribution in milliseconds; a percentile below its sample floor is null. */
export interface Distribution {
  readonly mean: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

/** What the load generator returns; identity is added by the run. */
export interface MeasurementBody {
  readonly workload: string;
  readonly concurrency: number | null;
  readonly rate: number | null;
  readonly requests: number;
  readonly ok: number;
  readonly failed: number;
  /** Count by outcome class: `ok`, `http-500`, `no-tokens`, `not-finished`, `bad-event`, `wrong-text`, `timeout`, ... */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly duration_s: number;
  readonly output_tokens: number;
  readonly output_tokens_per_s: number | null;
  readonly ttft_ms: Distribution;
  readonly itl_ms: Distribution;
  readonly tpot_ms: Distribution;
  readonly e2e_ms: Distribution;
  /** 1 + accepted / steps where the engine says both, else null. */
  readonly acceptance_length: number | null;
  readonly drafted_tokens: number | null;
  readonly accepted_tokens: number | null;
  readonly client: { readonly error_bound_ms: number | null; readonly verdict: 'ok' | 'late' | 'unknown' };
  /** First deviation from `expect`, as visible text; null: none, or nothing was expected. */
  readonly mismatch: string | null;
}

export interface Measurement extends MeasurementBody {
  readonly measurement_key: string;
  readonly replicate: number;
  /** Counted by the engine's own report before and after: requests that were not ours. null: not readable. */
  readonly foreign_requests: number | null;
  readonly under_traffic: boolean;
}
