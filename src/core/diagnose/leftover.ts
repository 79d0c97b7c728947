/** What was witnessed about memory before this start. null: not known. */
export interface MemoryFacts {
  /** The last reading before the start: nothing beyond the floor was held. */
  readonly clean: boolean | null;
  /** The same setting came up before on this host. */
  readonly started_before: boolean;
  /** What was seen of it, for the record. */
  readonly why?: string;
}

/** Was an out-of-memory due to what others still held? null: no, the devices were witnessed clean. */
export type LeftoverVerdict = 'confirmed' | 'suspected' | 'unknown' | null;

export function leftoverVerdict(memory: MemoryFacts): LeftoverVerdict {
  if (memory.clean === false) return 'confirmed';
  if (memory.started_before) return 'suspected';
  return memory.clean === null ? 'unknown' : null;
}
