/** What was witnessed about memory before this start. null: not known. */
export interface MemoryFacts {
  /** The last reading before the start: nothing beyond the floor was held. */
  readonly clean: boolean | null;
  /** The same setting came up before on this host. */
  readonly started_before: boolean;
  /** Between that reading and its end others took memory that everybody shares. Absent: not seen. */
  readonly taken?: boolean;
  /** What was seen of it, for the record. */
  readonly why?: string;
}

/** Was an out-of-memory due to what others still held? null: no, the devices were witnessed clean. */
export type LeftoverVerdict = 'confirmed' | 'suspected' | 'unknown' | null;

/** PyTorch lists who else holds memory of the device. */
const OTHERS = /\bProcess \d+ has [\d.]+ [GMK]iB memory in use\b/;

/** What the failing line itself says about memory of others. */
export function leftoverIn(text: string): 'suspected' | null {
  return OTHERS.test(text) ? 'suspected' : null;
}

/** `said`: by the line that explains. What was witnessed weighs more, where it was. */
export function leftoverVerdict(
  memory: MemoryFacts,
  said: 'confirmed' | 'suspected' | null = null,
): LeftoverVerdict {
  if (memory.clean === false || said === 'confirmed') return 'confirmed';
  if (memory.started_before || memory.taken === true || (said === 'suspected' && memory.clean === null))
    return 'suspected';
  return memory.clean === null ? 'unknown' : null;
}
