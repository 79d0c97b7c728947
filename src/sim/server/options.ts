/** What the simulated server is made with; everything else it takes from its arguments and the machine. */
export interface ServerOptions {
  /** Seconds from the start of the process to readiness, give or take 5 %; 420 by default. */
  readonly load_s?: number;
}
