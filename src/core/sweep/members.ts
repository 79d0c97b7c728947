import { sameGeneration } from '../generation.ts';
import { withAt } from './lists.ts';
import type { JournalRecord } from './records.ts';
import type { SweepState } from './state.ts';

/** A generation is recorded once, and it is nearly always the last one. */
export function withMembers(
  generations: SweepState['generations'],
  record: Extract<JournalRecord, { type: 'members' }>,
): SweepState['generations'] {
  const at = generations.findLastIndex((own) => sameGeneration(own.generation, record.generation));
  const own = generations[at];
  if (own === undefined) return generations;
  const known = new Set(own.members.map((m) => `${m.pid}:${m.start_ticks}`));
  const added = record.members.filter((m) => !known.has(`${m.pid}:${m.start_ticks}`));
  return withAt(generations, at, { ...own, members: [...own.members, ...added] });
}
