import { type SimulatedSweep, simulatedSweep, storyOf } from '../../helpers/simulated-sweep.ts';
import type { Row } from './row.ts';

const LOAD_S = 60;
const FEW = { requests: 4, max_tokens: 64 };

/** The sweep of one row: the story with fewer settings, short measurements and a load of a minute. */
export function play(row: Row): Promise<SimulatedSweep> {
  const story = storyOf({ concurrency: [1], ...(row.load ?? FEW) });
  const limits = row.stop_ms === undefined ? story.limits : { ...story.limits, stop_ms: row.stop_ms };
  const settings = story.settings?.slice(0, row.settings ?? 2) ?? null;
  return simulatedSweep({
    faults: row.faults,
    seed: row.seed ?? 1,
    load_s: LOAD_S,
    configuration: { ...story, settings, limits },
  });
}
