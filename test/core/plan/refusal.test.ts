import { expect, test } from 'vitest';
import { engineDefinition } from '../../../src/core/engine/index.ts';
import { buildPlan } from '../../../src/core/plan/build-plan.ts';
import { configuration, flag } from './samples.ts';

const BASE = {
  argv: ['sglang', 'serve', '--speculative-algorithm', 'DFLASH', '--speculative-draft-model-path', '/d'],
  env: {},
  cwd: '/',
  env_complete: false,
};

test('a setting that the engine would refuse is rejected before anything is stopped for it', () => {
  const parameters = [
    flag('block', '--speculative-num-draft-tokens', [8, 16]),
    flag('window', '--speculative-draft-window-size', [null, 8]),
  ];
  const plan = buildPlan(configuration(parameters), BASE, engineDefinition('sglang'), { maxTrials: 10 });
  expect(plan.trials.map(({ name, rejected }) => [name, rejected?.name ?? null])).toEqual([
    ['current', null],
    ['block=8,window=null', null],
    ['block=8,window=8', null],
    ['block=16,window=null', null],
    ['block=16,window=8', 'invalid-setting'],
  ]);
  expect(plan.trials.at(-1)?.rejected?.message).toBe(
    'sglang refuses this command: --speculative-draft-window-size 8 is smaller than a block of 16 draft tokens (SGLang 0.5.23, arg_groups/speculative_hook.py: "--speculative-draft-window-size must be >= --speculative-num-draft-tokens (block_size).")',
  );
});
