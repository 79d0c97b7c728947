import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Configuration } from '../../src/core/config/configuration.ts';
import { SimulatedRun, storyOf } from '../helpers/simulated-sweep.ts';

/** The story with one setting, and loads of each shape. */
function configured(): Configuration {
  const trace = join(mkdtempSync(join(tmpdir(), 'trace-')), 't.jsonl');
  writeFileSync(trace, [0, 200, 200, 900].map((timestamp) => `{"timestamp": ${timestamp}}\n`).join(''));
  const story = storyOf({ concurrency: [1], requests: 4, max_tokens: 16 });
  const [code] = story.workloads;
  if (code === undefined) throw new Error('the story has a workload');
  const scheduled = { ...code, concurrency: [] };
  return {
    ...story,
    settings: (story.settings ?? []).slice(0, 1),
    workloads: [
      { ...scheduled, name: 'open', rate: [2, 0.5], requests: 6, max_open: 32 },
      { ...scheduled, name: 'replayed', replay: trace, requests: null },
      { ...code, name: 'timed', requests: null, duration: 20_000 },
      { ...code, name: 'random', prompts: 'builtin:random', input_tokens: 32, ignore_eos: true },
    ],
    objective: { ...story.objective, workload: 'open', concurrency: null, rate: 0.5 },
  };
}

it('a sweep measures loads at a rate, by a trace, for a time and of random prompts, each point once', async () => {
  const run = await SimulatedRun.of({ configuration: configured(), load_s: 5 });
  const { document, exit_code } = await run.sweep();
  expect({ exit_code, fault: document.faults }).toEqual({ exit_code: 0, fault: [] });
  const [first] = document.trials.flatMap(({ starts }) => starts);
  const measured = first?.measurements ?? [];
  expect(measured.map(({ workload, concurrency, rate }) => [workload, concurrency, rate])).toEqual([
    ['open', null, 2],
    ['open', null, 0.5],
    ['replayed', null, null],
    ['timed', 1, null],
    ['random', 1, null],
  ]);
  expect(measured.map(({ failed }) => failed)).toEqual([0, 0, 0, 0, 0]);
  expect(measured.slice(0, 3).map(({ ok }) => ok)).toEqual([6, 6, 4]);
  expect(measured[3]?.ok).toBeGreaterThan(1);
  // the simulated server tokenises for nobody, and no other server was asked
  expect(measured[4]?.notes).toEqual([expect.stringMatching(/does not tokenise/)]);
  // the objective at a rate was found: it has the one number that one start gives
  expect(document.decision.reason).toMatch(/was measured once/);
});
