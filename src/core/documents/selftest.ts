/** The `selftest` document: how much load this machine can time truly. */
export interface SelftestDocument {
  /** The most streams of those tried that were timed truly; null: not even the fewest. */
  readonly streams: number | null;
  /** Events per second at that point. */
  readonly events_per_s: number | null;
  readonly limits: SelftestLimits;
  readonly points: readonly SelftestPoint[];
}

/** A point is timed truly if no error is larger, in either direction. */
export interface SelftestLimits {
  readonly ttft_p50_ms: number;
  readonly gap_mean_ms: number;
  readonly gap_p99_ms: number;
}

export interface SelftestPoint {
  readonly streams: number;
  /** As the server sent them. */
  readonly events_per_s: number | null;
  readonly ttft_p50_error_ms: number | null;
  readonly ttft_p99_error_ms: number | null;
  readonly gap_mean_error_ms: number | null;
  readonly gap_p99_error_ms: number | null;
  /** What the client says of itself. */
  readonly error_bound_ms: number | null;
  readonly verdict: 'ok' | 'late' | 'unknown';
  /** Requests that failed, or of which events were missed. */
  readonly miscounted: number;
  readonly timed_truly: boolean;
}
