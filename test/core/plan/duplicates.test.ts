import { expect, test } from 'vitest';
import type { EngineDefinition } from '../../../src/core/engine/definition.ts';
import { engineDefinition } from '../../../src/core/engine/index.ts';
import { buildPlan } from '../../../src/core/plan/build-plan.ts';
import { configuration, flag, variable } from './samples.ts';

const BASE = { argv: ['server', '--level', '1'], env: {}, cwd: '/', env_complete: false };

/** Makes one of all levels above 2, and says so. */
const engine: EngineDefinition = {
  ...engineDefinition('openai'),
  asTaken(argv, context) {
    const level = Number(argv.at(-1));
    const rewrites = level > 2 ? [`level ${level} is 2`] : [];
    return { same: String(Math.min(level, 2)), rewrites, warnings: [`measured at ${context?.concurrency}`] };
  },
};

test('the first of two settings that the engine makes one is run, with the reason at the other', () => {
  const plan = buildPlan(configuration([flag('level', '--level', [3, 2, 1, 4])]), BASE, engine, {
    maxTrials: 9,
  });
  expect(plan.trials.map((t) => [t.name, t.duplicate_of, t.duplicate_why ?? null])).toEqual([
    ['level=1', null, null],
    ['level=3', null, null],
    ['level=2', 'level=3', ['level 3 is 2']],
    ['level=4', 'level=3', ['level 4 is 2', 'level 3 is 2']],
  ]);
});

test('two environments are never one, and the same command needs no reason', () => {
  const parameters = [flag('level', '--level', [2, 3]), variable('cores', 'CORES', ['1', '2'])];
  const plan = buildPlan({ ...configuration(parameters), baseline: 'none' }, BASE, engine, { maxTrials: 9 });
  expect(plan.trials.map((t) => t.duplicate_of)).toEqual([
    null,
    null,
    plan.trials[0]?.name,
    plan.trials[1]?.name,
  ]);
});

test('what the engine would do otherwise is said of what is run, and of nothing else', () => {
  const plan = buildPlan(configuration([flag('level', '--level', [2, 3])]), BASE, engine, { maxTrials: 9 });
  expect(plan.trials.map((t) => t.warnings !== undefined)).toEqual([true, true, false]);
});

test('of a plan that nobody will see the end of, only the beginning is judged, and that is said', () => {
  const values = Array.from({ length: 1_002 }, (_, at) => at + 1);
  const plan = buildPlan(
    { ...configuration([flag('level', '--level', values)]), baseline: 'none' },
    BASE,
    engine,
    { maxTrials: 5_000 },
  );
  expect(plan.trials[0]?.warnings?.[0]).toMatch(/the first 1000 settings only/);
  expect(plan.trials.slice(999).map((t) => t.duplicate_of)).toEqual(['level=2', null, null]);
});
