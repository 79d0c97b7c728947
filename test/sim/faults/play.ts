import { type SimulatedSweep, simulatedSweep, storyOf } from '../../helpers/simulated-sweep.ts';
import type { Row } from './row.ts';

const LOAD_S = 60;
const FEW: NonNullable<Row['load']> = { requests: 4, max_tokens: 64 };

/** The sweep of one row: the story with fewer settings, short measurements and a load of a minute. */
export function play(row: Row): Promise<SimulatedSweep> {
  const { concurrency = 1, ...load } = row.load ?? FEW;
  const story = storyOf({ concurrency: [concurrency], ...load });
  const limits = row.stop_ms === undefined ? story.limits : { ...story.limits, stop_ms: row.stop_ms };
  const settings = story.settings?.slice(0, row.settings ?? 2) ?? null;
  return simulatedSweep({
    faults: row.faults,
    seed: row.seed ?? 1,
    load_s: LOAD_S,
    configuration: { ...story, settings, limits },
  });
}
