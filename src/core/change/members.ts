import type { JournalRecord } from '../sweep/records.ts';
import type { Facts } from './types.ts';

/** A record where the members of the watched generation have changed: after a crash they are known by it. */
export function memberRecords(before: Facts, after: Facts): readonly JournalRecord[] {
  if (after.life === before.life || after.life === null || after.generation === null) return [];
  const known = new Set((before.life?.members ?? []).map((m) => `${m.pid}:${m.start_ticks}`));
  const same =
    after.life.members.length === known.size &&
    after.life.members.every((m) => known.has(`${m.pid}:${m.start_ticks}`));
  return same ? [] : [{ type: 'members', generation: after.generation, members: after.life.members }];
}
