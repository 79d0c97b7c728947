import { expect, test } from 'vitest';
import type { EvaluationProblem } from '../../../src/core/evaluate/problem.ts';
import type { Suite } from '../../../src/core/evaluate/suite.ts';
import type { FaultSpec } from '../../../src/sim/faults/book.ts';
import { type SimulatedSweep, simulatedSweep, storyOf } from '../../helpers/simulated-sweep.ts';

/** By the model of the simulated host the first is the fastest at one request at once. */
const FAST = { name: 'fast', budget: 8, topk: 4, window: null };
const SLOW = { name: 'slow', budget: 1, topk: 1, window: null };
const MIDDLE = { name: 'middle', budget: 4, topk: 4, window: null };

/** Sums, of which `wrong-answers` loses those that 16 divides. */
const sums = (length: number): Suite => ({
  name: '/sums.jsonl',
  hash: `${length} sums`,
  problems: Array.from({ length }, (_, at): EvaluationProblem => {
    const prompt = `What is ${at} + 1?`;
    return { kind: 'numeric', id: `${at} + 1`, level: null, prompt, answer: at + 1, tolerance: 0 };
  }),
});

interface Judged {
  readonly faults?: readonly FaultSpec[];
  readonly require?: string;
  readonly problems?: number;
  readonly starts?: number;
  readonly concurrency?: readonly number[];
  readonly settings?: readonly (typeof FAST | typeof SLOW)[];
}

function judgedSweep(judged: Judged) {
  const {
    faults = [],
    require,
    concurrency = [1],
    settings = [SLOW, FAST],
    problems = 32,
    starts = 8,
  } = judged;
  const suite = sums(problems);
  const load = { concurrency, requests: Math.max(8, ...concurrency), max_tokens: 32 };
  const story = storyOf(load, undefined, settings);
  const place = { file: '/etc/holdpoint.yaml', line: 1, column: 1 };
  return simulatedSweep({
    faults,
    load_s: 5,
    suite,
    configuration: {
      ...story,
      baseline: settings[0]?.name ?? 'none',
      effort: { starts },
      objective: { ...story.objective, concurrency: Math.max(...concurrency) },
      evaluation: { suite: suite.name, at_concurrency: 4, max_tokens: 16, require: require ?? null, place },
    },
  });
}

const always = (name: FaultSpec['name'], budget: number): FaultSpec => ({
  ...{ name, phase: null, start: null, device: null, bytes: null, ms: null },
  words: ['--speculative-ddtree-budget', String(budget)],
});

const answersOf = ({ document }: SimulatedSweep, name: string) =>
  document.trials.find((trial) => trial.name === name)?.evaluation;

test('settings that answer alike are decided by their speed, and the same answers are kept for each', async () => {
  const sweep = await judgedSweep({ require: 'differing <= baseline_differing' });
  expect(sweep.document.decision).toMatchObject({ kind: 'winner', best: 'fast' });
  for (const name of ['slow', 'fast'])
    expect(answersOf(sweep, name)).toMatchObject({
      ...{ problems: 32, passed: 32, concurrency: 4, required: { holds: true } },
      after_load: { passed: 32, changed: [] },
    });
  expect(answersOf(sweep, 'slow')).toMatchObject({ comparison: null, losslessness: null });
  expect(answersOf(sweep, 'fast')).toMatchObject({
    comparison: { lost: [], gained: [], suspect: false, worse_p: 1, fewest_losses_shown: 5 },
    losslessness: { answers: 32, differing: [], baseline_differing: [], lossless: true },
  });
  // fresh starts of the finals run the same command: they are not asked again
  const begun = sweep.journal.filter(({ record }) => record.type === 'evaluation.begun');
  expect(begun).toHaveLength(4);
});

test('the fastest loses 6 of 100 problems: suspect, not lossless, and the next one wins', async () => {
  const settings = [SLOW, MIDDLE, FAST];
  const sweep = await judgedSweep({
    settings,
    problems: 100,
    starts: 9,
    faults: [always('wrong-answers', 8)],
  });
  const ids = [16, 32, 48, 64, 80, 96].map((sum) => `${sum - 1} + 1`);
  const answers = answersOf(sweep, 'fast');
  expect(answers?.comparison).toMatchObject({ gained: [], suspect: true });
  expect([...(answers?.comparison?.lost ?? [])].sort()).toEqual([...ids].sort());
  expect(answers?.after_load?.confirmed_lost).toHaveLength(6);
  expect(answers?.comparison?.worse_p).toBeCloseTo(1 / 64, 10);
  expect(answers?.losslessness).toMatchObject({ baseline_differing: [], lossless: false });
  expect(answers?.losslessness?.differing.find(({ id }) => id === '15 + 1')).toEqual({
    id: '15 + 1',
    position: 1,
  });
  expect(sweep.document.decision).toMatchObject({ kind: 'winner', best: 'middle' });
  expect(sweep.document.decision.reason).toContain(
    'fast cannot win: it loses 6 of 100 problems that slow passes, before and after the load, and gains 0',
  );
});

test('what is required of the answers bars a setting, and the reason says so', async () => {
  const require = 'pass_rate >= baseline - 0.05';
  const sweep = await judgedSweep({ require, faults: [always('wrong-answers', 8)] });
  expect(answersOf(sweep, 'fast')?.required).toEqual({ condition: require, holds: false });
  expect(answersOf(sweep, 'slow')?.required).toEqual({ condition: require, holds: true });
  expect(sweep.document.decision).toMatchObject({ kind: 'baseline_best', best: 'slow' });
});

test('the fastest returns garbage above concurrency 16: it is seen in what is measured', async () => {
  const sweep = await judgedSweep({ concurrency: [1, 24], faults: [always('garbage-when-busy', 8)] });
  // four questions at once are no load: the answers alone would not tell
  expect(answersOf(sweep, 'fast')).toMatchObject({ passed: 32, after_load: { passed: 32 } });
  expect(sweep.document.decision).toMatchObject({ kind: 'baseline_best', best: 'slow' });
  expect(sweep.document.decision.reason).toMatch(
    /fast cannot win: \d+ of \d+ answers under load are garbage/,
  );
});
