import type { Member } from '../generation.ts';
import type { JournalRecord } from '../sweep/records.ts';
import type { Facts } from './types.ts';

/** A record where the members of the watched generation have changed: after a crash they are known by it. */
export function memberRecords(before: Facts, after: Facts): readonly JournalRecord[] {
  if (after.life === before.life || after.life === null || after.generation === null) return [];
  const { generation, life } = after;
  return sameMembers(before.life?.members ?? [], life.members)
    ? []
    : [{ type: 'members', generation, members: life.members }];
}

/** In any order; nearly always they come in the one of the last look. */
function sameMembers(before: readonly Member[], after: readonly Member[]): boolean {
  if (before.length !== after.length) return false;
  if (before.every((member, at) => isSame(member, after[at]))) return true;
  return after.every((member) => before.some((other) => isSame(member, other)));
}

function isSame(one: Member, other: Member | undefined): boolean {
  return one.pid === other?.pid && one.start_ticks === other.start_ticks;
}
