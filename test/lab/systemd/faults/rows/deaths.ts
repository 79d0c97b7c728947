/** What the operator does after the death of Holdpoint. `nothing`: the dead-man timer of the host acts alone. */
export type Then = 'resume' | 'restore' | 'nothing';

/** One death of Holdpoint, and what must come of it: the original back by the machine's own word. */
export interface Death {
  /** The record right after which it is killed; `restoring`: that of the server which the restore has started. */
  readonly after: string;
  /** The host goes down with it. */
  readonly reboot: boolean;
  readonly then: Then;
}

const killed = (after: string, then: Then): Death => ({ after, reboot: false, then });

/** Those that are always tried: around what changes the world, once over each command. */
export const ALWAYS: readonly Death[] = [
  killed('outcome prepare', 'restore'),
  killed('outcome signal', 'resume'),
  killed('holdpoint released', 'restore'),
  killed('measurement.begun', 'resume'),
  killed('change.begun original', 'restore'),
  killed('generation', 'nothing'),
];

/** One power cut for all of them. */
export const POWER_CUTS: readonly Death[] = ['generation', 'restoring'].flatMap((after) =>
  (['resume', 'restore'] as const).map((then) => ({ after, reboot: true, then })),
);

/**
 * After every kind of record, over both commands; and with the timer alone around what changes the world. It is set when
 * the first of these, `intent prepare`, was written, and not before.
 */
export function everyDeath(kinds: Iterable<string>): readonly Death[] {
  return [...kinds].flatMap((kind) => {
    const commands = [killed(kind, 'resume'), killed(kind, 'restore')];
    const acts = /^(intent|outcome|generation)/.test(kind) && kind !== 'intent prepare';
    return acts ? [...commands, killed(kind, 'nothing')] : commands;
  });
}
