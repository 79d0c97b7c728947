/** What the server really did for one request; times in milliseconds of the clock of its process, or null: never. */
export interface LoggedRequest {
  readonly number: number;
  readonly path: string;
  /** What the request says in `user`; null: nothing. */
  readonly label: string | null;
  readonly scenario: string;
  /** Asked before the load proper. */
  readonly warm_up: boolean;
  readonly requested_tokens: number;
  readonly arrived: number;
  /** How much earlier the first request of the same turn of the loop was read: by at most this it arrived earlier. */
  readonly queue_ms: number;
  /** Requests that were open at its arrival, itself among them. */
  readonly open: number;
  /** Just before the write of each event with output. */
  readonly sent: readonly number[];
  readonly tokens: readonly number[];
  readonly ended: number | null;
  /** `keep`, `close`, `reset`, ...; `client`: the client went first; null: still open. */
  readonly how: string | null;
}

/** The whole log, as one document. */
export interface MockLog {
  readonly schema_version: 1;
  /** Added to a time of this log gives the monotonic clock of the machine, which other processes share. */
  readonly to_monotonic_ms: number;
  readonly connections: number;
  readonly requests: readonly LoggedRequest[];
  /** How late each event with output was on its schedule. */
  readonly lateness_ms: { readonly mean: number | null; readonly max: number | null };
  readonly cpu_ms: number;
}

/** A mock server in a process of its own. */
export interface MockProcess {
  readonly url: string;
  readonly pid: number;
  /** Fault: `usage` (it is gone). */
  log(): Promise<MockLog>;
  stop(): Promise<void>;
}
