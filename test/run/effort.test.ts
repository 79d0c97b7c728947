import { expect, test } from 'vitest';
import { simulatedSweep, storyOf } from '../helpers/simulated-sweep.ts';

const QUICK_LOAD = { concurrency: [1], requests: 8, max_tokens: 64 };

test('with an effort, a winner is confirmed on fresh servers of the simulated host', async () => {
  const configuration = { ...storyOf(QUICK_LOAD), effort: 'default' as const };
  const { document } = await simulatedSweep({ configuration, load_s: 20 });
  expect(document.state).toBe('done');
  expect(document.restored.ok).toBe(true);
  const finals = document.decision.finals;
  expect(finals?.finalists[0]).toBe(document.baseline);
  // each start of the finals is a generation of its own, also where two blocks meet
  const starts = document.trials.flatMap((trial) => trial.starts);
  const fresh = starts.filter((start) => (start.measurements[0]?.replicate ?? 1) > 1);
  expect(fresh).toHaveLength((finals?.blocks ?? 0) * (finals?.finalists.length ?? 0));
  expect(fresh.every((start) => !start.adopted && start.reused_from === null)).toBe(true);
  const ids = starts.map((start) => JSON.stringify(start.generation));
  expect(new Set(ids).size).toBe(ids.length);
  expect(document.decision.reason).toContain('interval');
});
