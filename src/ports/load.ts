import type { MeasurementBody } from '../core/documents/measurement.ts';
import type { WorkloadPoint } from '../core/plan/plan.ts';
import type { Milliseconds } from '../core/units.ts';

export interface LoadTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string | null;
}

export interface LoadProgress {
  readonly done: number;
  readonly of: number;
  readonly failed: number;
  readonly tokens: number;
  readonly tokens_per_s: number | null;
  readonly live?: LiveLoad;
}

/** What goes on at this moment, for whoever watches. */
export interface LiveLoad {
  readonly elapsed_ms: Milliseconds;
  /** Requests on their way. */
  readonly open: number;
  /** From the send to the first event with output, of the request that ended last; null: it had none. */
  readonly ttft_ms: Milliseconds | null;
  /** Outcome of the request that ended last. */
  readonly outcome: string;
}

/** When requests are sent. All shapes stand on one absolute schedule: what is sent late is late, nothing is put off. */
export type LoadShape =
  | {
      /** A slot sends its next request when its last one has ended. */
      readonly kind: 'closed';
      readonly concurrency: number;
      /** Over which the slots send their first request, evenly; 0: one burst; null: 2 ms for each slot. */
      readonly starts_over_ms: Milliseconds | null;
    }
  | {
      readonly kind: 'open';
      readonly rate_per_s: number;
      /** Shape of the gamma distribution of the gaps: 1 is Poisson, less is burstier; null: constant gaps. */
      readonly burstiness: number | null;
      /** The rate climbs linearly from `from_per_s` to `rate_per_s`; null: at once. */
      readonly ramp: { readonly from_per_s: number; readonly over_ms: Milliseconds } | null;
      /** More than these are never open; whoever waits for it is late, and its wait counts. null: no limit. */
      readonly max_open: number | null;
    }
  | {
      /** Times of a trace, from its beginning, in order. */
      readonly kind: 'trace';
      readonly at_ms: readonly Milliseconds[];
      readonly max_open: number | null;
    };

/** When a load ends: after so many requests, or when no more may start, whichever comes first. Not both null. */
export interface LoadExtent {
  readonly requests: number | null;
  readonly duration_ms: Milliseconds | null;
}

/** One request before it is sent. */
export interface PreparedRequest {
  /** JSON of the body. */
  readonly body: string;
  /** The most tokens that it asks for. */
  readonly requested_tokens: number;
}

/** The n-th request of a phase; the same arguments give the same request. */
export type RequestSource = (phase: 'warm-up' | 'measure', index: number) => PreparedRequest;

/** Ways to ask and to answer, by the path and the form of the events. */
/** Paths of the dialects; a server behind a prefix has it in its URL. */
export const DIALECT_PATHS = {
  completions: '/v1/completions',
  chat: '/v1/chat/completions',
  'sglang-generate': '/generate',
  'llama-completion': '/completion',
} as const;

export type LoadDialect = keyof typeof DIALECT_PATHS;

export interface LoadRequest {
  readonly target: LoadTarget;
  readonly point: WorkloadPoint;
  /** Same for every setting; with the replicate and point it decides the prompts. */
  readonly seed: number;
  /** Distinct for each measurement in one server's life, so that no prompt is repeated within it. */
  readonly replicate: number;
  /** Folder for the raw record of this measurement. */
  readonly record_file: string;
  readonly warmup_requests: number;
  readonly on_progress?: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
  readonly request_timeout_ms: Milliseconds;
  /** Absent: a closed loop at the concurrency of the point. */
  readonly shape?: LoadShape;
  /** Absent: as many requests as the workload says. */
  readonly extent?: LoadExtent;
  /** Absent: the prompts that the workload names, in its own dialect. */
  readonly source?: RequestSource;
  /** Absent: the `api` of the workload. */
  readonly dialect?: LoadDialect;
  /** Threads that send and read; 0: the one that asks. Absent: that one, and more where it was late. */
  readonly threads?: number;
  /** How often this was void because the client was late: the next try has more threads. Absent: not yet. */
  readonly late_tries?: number;
}

/**
 * Makes load and measures it. The result says what happened; it never throws for a server's fault: failed requests
 * are outcomes. Contract: `ok + failed` = `requests` unless aborted (`unsent` is an outcome, and a failure); no request
 * starts after the signal.
 */
export interface LoadGenerator {
  measure(request: LoadRequest): Promise<MeasurementBody>;
  /** Reads what a workload names, and sends nothing. Absent: it names nothing. Fault: `configuration`. */
  check?(workload: WorkloadPoint['workload']): Promise<void>;
}
