import { expect, it } from 'vitest';
import { SETTINGS } from '../../src/sim/story/configuration.ts';
import { simulatedSweep, storyOf } from '../helpers/simulated-sweep.ts';

const [setting] = SETTINGS;
const configuration = storyOf({ concurrency: [4], requests: 8, max_tokens: 24 }, undefined, [setting]);

it('every token that a simulated server counts over a load was told to us, and drafts are counted', async () => {
  const { document } = await simulatedSweep({ configuration, load_s: 5 });
  const [measurement, ...others] = document.trials.flatMap(({ starts }) =>
    starts.flatMap((start) => start.measurements),
  );
  expect(others).toEqual([]);
  // eight measured and two of the warm-up, each of 24 tokens
  expect([measurement?.told_tokens, measurement?.server?.generated_tokens]).toEqual([240, 240]);
  const { acceptance_length, verify_steps, cache_hit_share } = measurement?.server ?? {};
  expect(verify_steps).toBeGreaterThan(0);
  // all but the first of each answer came from steps
  expect(acceptance_length).toBeCloseTo(230 / (verify_steps ?? 0), 10);
  expect(measurement?.acceptance_length).toBe(acceptance_length);
  expect(cache_hit_share).toBeGreaterThanOrEqual(0);
  expect(cache_hit_share).toBeLessThan(1);
});
