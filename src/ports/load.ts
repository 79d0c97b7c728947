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
}

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
}

/**
 * Makes load and measures it. The result says what happened; it never throws for a server's fault: failed requests
 * are outcomes. Contract: `ok + failed` = `requests` unless aborted; no request starts after the signal.
 */
export interface LoadGenerator {
  measure(request: LoadRequest): Promise<MeasurementBody>;
}
