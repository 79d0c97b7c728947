import { expect, test } from 'vitest';
import { expectationsFrom, historyOf } from '../../src/cli/history.ts';
import { loadsOfService } from '../../src/cli/past-loads.ts';
import { engineDefinition } from '../../src/core/engine/index.ts';
import { buildPlan } from '../../src/core/plan/build-plan.ts';
import type { PastLoad, Supervisor } from '../../src/ports/supervisor.ts';
import { BASE, configuration, flag } from '../core/plan/samples.ts';
import { temporaryFolder } from './harness.ts';

const engine = engineDefinition('llamacpp');
const supervisorWith = (loads: readonly PastLoad[]) =>
  ({ pastLoads: async () => loads }) as unknown as Supervisor;
const command = BASE.argv.join(' ');

test('loads of the same command count alone, where there are some', async () => {
  const other = { load_s: 33.4, command: 'other' };
  const supervisor = supervisorWith([other, { load_s: 411.6, command }, { load_s: 419, command: null }]);
  expect(await loadsOfService(supervisor, engine, BASE)).toEqual({ source: 'journal', seconds: [412] });
  expect(await loadsOfService(supervisorWith([other]), engine, BASE)).toEqual({
    source: 'journal',
    seconds: [33],
  });
  expect(await loadsOfService(supervisorWith([]), engine, BASE)).toBeNull();
  expect(await loadsOfService({} as Supervisor, engine, BASE)).toBeNull();
});

test('without a run, a plan expects the load alone', async () => {
  const of = configuration([flag('slots', '-np', [1, 2])]);
  const plan = buildPlan(of, BASE, engine, { maxTrials: 10 });
  const history = await historyOf(temporaryFolder(), of, async () => ({
    source: 'journal',
    seconds: [412, 421, 419],
  }));
  expect(history).toMatchObject({ starts: [], loads: { seconds: [412, 421, 419] } });
  const { expected_s, expected_total_s, loads, last_start } = await expectationsFrom(history, of, plan, 0);
  expect(plan.trials.map(expected_s)).toEqual(plan.trials.map(() => 419));
  expect(expected_total_s).toBe(419 * (plan.trials.length + 1));
  expect([loads?.source, last_start]).toEqual(['journal', null]);
});
