import type { MemoryFacts } from '../diagnose/leftover.ts';
import type { LogLine } from '../log-line.ts';
import { GiB } from '../units.ts';
import { describeBytes } from './describe.ts';
import type { View } from './types.ts';

/** A server needs some memory of its own before it looks at what is free; more than this share was held by others. */
const SHARE = 0.03;
const LEAST = 2 * GiB;

/**
 * What was witnessed about the memory of the devices before this start: that `released` held for it, and what the
 * engine itself found free. Memory may be held that no tool reports, and then the engine's own word is the better one.
 */
export function memoryFacts(view: View, log: readonly LogLine[]): MemoryFacts {
  const { facts, input } = view;
  const { goal } = input;
  const started_before =
    (goal.kind === 'setting' && goal.capacity !== null) ||
    (goal.kind === 'original' && goal.original.definition !== null);
  if (!isWitnessed(facts)) return { clean: null, started_before };
  const why = shortAtLoad(view, log);
  return why === null ? { clean: true, started_before } : { clean: false, started_before, why };
}

/**
 * How much less memory the engine found free than was witnessed right before, in words. null: no less, or not known.
 * What it then brings up may be smaller than it should be, and says nothing of that itself.
 */
export function shortAtLoad(view: View, log: readonly LogLine[]): string | null {
  if (!isWitnessed(view.facts)) return null;
  const free = view.input.engine.freeAtLoad(log);
  const expected = expectedFree(view);
  if (free === null || expected === null || free >= expected - Math.max(LEAST, expected * SHARE)) return null;
  return `the server found ${describeBytes(free)} free on its fullest device, ${describeBytes(expected)} should have been: the rest was held by others`;
}

/** Memory that belongs to the service alone, and a start that came after the look at it. */
function isWitnessed({ adopted, devices }: View['facts']): boolean {
  return !adopted && devices.length > 0 && !devices.some((device) => device.shared);
}

/** What the device with the least should have free when nothing of the service lives; null: not known of all. */
function expectedFree({ facts }: View): number | null {
  const each = facts.devices.map(({ id, total_bytes }) => {
    const floor = facts.floor[id];
    return total_bytes === null || floor === undefined ? null : total_bytes - floor;
  });
  const known = each.filter((bytes) => bytes !== null);
  return known.length === 0 || known.length < each.length ? null : Math.min(...known);
}
