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

/**
 * What the server itself says it did over the load, warm-up included, all its parts together: differences of its counters
 * between right before and right after. null: it does not count it, or it went back.
 */
export interface ServerCounts {
  readonly generated_tokens: number | null;
  readonly drafted_tokens: number | null;
  readonly accepted_tokens: number | null;
  /** Steps in which drafts of one request were verified. */
  readonly verify_steps: number | null;
  /** Mean tokens of such a step, the one that it gives by itself included. */
  readonly acceptance_length: number | null;
  /** Accepted over drafted. */
  readonly acceptance_rate: number | null;
  /** Prompt tokens that the prefix cache had. */
  readonly cached_tokens: number | null;
  /** They over those that were looked up in it. */
  readonly cache_hit_share: number | null;
  /** Requests that had to give their memory to others and were computed again. */
  readonly preemptions: number | null;
}

/** The longest times of a good request; an absent one is not limited. */
export interface GoodputLimits {
  readonly ttft_ms?: number | undefined;
  /** By `tpot.classic.v1`. */
  readonly tpot_ms?: number | undefined;
  readonly e2e_ms?: number | undefined;
}

export interface Goodput {
  readonly limits: GoodputLimits;
  /** Requests that succeeded within every limit. */
  readonly good: number;
  /** Of all requests that were asked, unsent and failed ones included. */
  readonly share: number | null;
  readonly per_s: number | null;
  /** Successful requests above each limit. */
  readonly over: Readonly<Record<string, number>>;
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
  /** Of the successful answers, those whose text no working model writes. Absent: none, or nobody looked. */
  readonly garbage?: number | undefined;
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
    /** Threads that sent and read. Absent: the one that asked. */
    readonly threads?: number | undefined;
  };
  /** Absent: nothing was measured, or by a version that did not keep it. */
  readonly defined?: DefinedMetrics | undefined;
  /**
   * Output tokens that the server told for every request, those of the warm-up and the failed ones too; null: of one it did
   * not. Absent: nothing was measured, or by a version that did not count them.
   */
  readonly told_tokens?: number | null | undefined;
  /** null: the engine counts nothing. Absent: nothing was measured, or by a version that did not read it. */
  readonly server?: ServerCounts | null | undefined;
  /** First deviation from `expect`, as visible text; null: none, or nothing was expected. */
  readonly mismatch: string | null;
  /** Absent: no limits were asked for. */
  readonly goodput?: Goodput | undefined;
  /** What could not be built as asked, and what a reader must know of the prompts. Absent: nothing. */
  readonly notes?: readonly string[] | undefined;
}

export interface Measurement extends MeasurementBody {
  readonly measurement_key: string;
  readonly replicate: number;
  /** Counted by the engine's own report before and after: requests that were not ours. null: not readable. */
  readonly foreign_requests: number | null;
  readonly under_traffic: boolean;
}
