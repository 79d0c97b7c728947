/**
 * What a server has done since its start, all its parts together, by its own counters; most engines write them when a
 * request has ended. null: this engine or build does not count it.
 */
export interface EngineCounters {
  readonly generated_tokens: number | null;
  readonly requests: number | null;
  /** Steps in which drafts of one request were verified. */
  readonly verify_steps: number | null;
  readonly drafted_tokens: number | null;
  /** Drafted tokens that were accepted. */
  readonly accepted_tokens: number | null;
  /** Prompt tokens that were looked up in the prefix cache, and those of them that it had. */
  readonly looked_up_tokens: number | null;
  readonly cached_tokens: number | null;
  /** Requests that had to give their memory to others and were computed again. */
  readonly preemptions: number | null;
}

/** Each counter by itself. */
export function countersOf(of: (counter: keyof EngineCounters) => number | null): EngineCounters {
  return {
    generated_tokens: of('generated_tokens'),
    requests: of('requests'),
    verify_steps: of('verify_steps'),
    drafted_tokens: of('drafted_tokens'),
    accepted_tokens: of('accepted_tokens'),
    looked_up_tokens: of('looked_up_tokens'),
    cached_tokens: of('cached_tokens'),
    preemptions: of('preemptions'),
  };
}

/** What was counted between two readings. null: a reading is missing, or it went back (another life of the server). */
export function countedBetween(before: EngineCounters | null, after: EngineCounters | null): EngineCounters {
  return countersOf((name) => {
    const [from, to] = [before?.[name] ?? null, after?.[name] ?? null];
    return from === null || to === null || to < from ? null : to - from;
  });
}
