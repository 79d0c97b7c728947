/** Counters of one life of the server, as /metrics, /server_info and the decode line give them. */
export class Counters {
  prompt_tokens = 0;
  cached_tokens = 0;
  generation_tokens = 0;
  finished_requests = 0;
  /** Decode steps of sequences: each verified one draft, and gained so many tokens. */
  verify_calls = 0;
  committed_tokens = 0;
  decode_steps = 0;
  /** Tokens per second over the last interval of the decode log; 0 before the first. */
  last_throughput = 0;

  /** Tokens per verified draft, the bonus token among them; null: nothing was decoded yet. */
  acceptanceLength(): number | null {
    return this.verify_calls === 0 ? null : this.committed_tokens / this.verify_calls;
  }
}
