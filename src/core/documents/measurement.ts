/** A distribution in milliseconds; a percentile below its sample floor is null. */
export interface Distribution {
  readonly mean: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

/** A sample with its size: exact percentiles and, between order statistics, their 95 % intervals. */
export interface Sample extends Distribution {
  readonly n: number;
  readonly p90: number | null;
  readonly max: number | null;
  readonly intervals: Readonly<Record<'p50' | 'p90' | 'p95' | 'p99', Interval | null>>;
}

/** A side that the samples do not reach is null. */
export interface Interval {
  readonly low: number | null;
  readonly high: number | null;
}

/** Output tokens by each way of counting them; null: not every answer has that count. */
export interface TokenCounts {
  readonly requested: number;
  readonly usage: number | null;
  readonly events: number;
  readonly retokenised: number | null;
  /** What `output_tokens` was counted by. */
  readonly token_source: 'usage' | 'events' | 'mixed';
}

/** The numbers of a measurement by the id of their definition (docs/metrics.md). */
export interface DefinedMetrics {
  /** Of successful requests; `failed_share` stands beside them for that reason. */
  readonly samples: Readonly<Record<string, Sample>>;
  readonly values: Readonly<Record<string, number | null>>;
  /** Share of the requests asked that were no success; null: none was asked. */
  readonly failed_share: number | null;
  readonly tokens: TokenCounts;
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
  readonly client: {
    readonly error_bound_ms: number | null;
    readonly verdict: 'ok' | 'late' | 'unknown';
    /** Why it is late. */
    readonly why?: string | undefined;
  };
  /** Absent: nothing was measured, or by a version that did not keep it. */
  readonly defined?: DefinedMetrics | undefined;
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
