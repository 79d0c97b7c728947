import type { MemoryFacts } from '../diagnose/leftover.ts';
import type { LogLine } from '../log-line.ts';
import { GiB } from '../units.ts';
import { describeBytes } from './describe.ts';
import type { DeviceFacts } from './observations.ts';
import type { View } from './types.ts';

/** A server needs some memory of its own before it looks at what is free, and readings stir; more was held by others. */
const SHARE = 0.03;
const LEAST = 2 * GiB;

/**
 * What was witnessed about the memory of the devices before this start: that `released` held for it, and what the
 * engine itself found free. Memory may be held that no tool reports, and then the engine's own word is the better one.
 * `at_end`: the devices right after the server died; null: not read.
 */
export function memoryFacts(
  view: View,
  log: readonly LogLine[],
  at_end: readonly DeviceFacts[] | null = null,
): MemoryFacts {
  const { facts, input } = view;
  const { goal } = input;
  const started_before =
    (goal.kind === 'setting' && goal.capacity !== null) ||
    (goal.kind === 'original' && goal.original.definition !== null);
  if (!isWitnessed(facts)) {
    const why = takenMeanwhile(facts, at_end ?? []);
    return { clean: null, started_before, ...(why === null ? {} : { taken: true, why }) };
  }
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

/**
 * Memory that everybody shares has no floor, but what is missing right after a death, beside what the server still
 * holds, was taken by others since the look before its start. The engine counts it as its own need. null: none, or not known.
 */
function takenMeanwhile({ adopted, devices }: View['facts'], at_end: readonly DeviceFacts[]): string | null {
  for (const { id, shared, display, free_bytes, holders } of at_end) {
    const before = devices.find((device) => device.id === id)?.free_bytes ?? null;
    if (adopted || !shared || display === true || before === null || free_bytes === null) continue;
    const held = holders
      .filter(({ ours }) => ours)
      .reduce((sum, { used_bytes }) => sum + (used_bytes ?? before), 0);
    const taken = before - free_bytes - held;
    if (taken <= Math.max(LEAST, before * SHARE)) continue;
    return `${id}: ${describeBytes(before)} were free before this start and ${describeBytes(free_bytes)} after its end: others took ${describeBytes(taken)} meanwhile`;
  }
  return null;
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
