import { expect, test } from 'vitest';
import { engineDefinition } from '../../../src/core/engine/index.ts';
import { commandOf } from '../../../src/core/plan/command.ts';
import { createRenderer } from '../../../src/core/plan/render.ts';
import { BASE, flag, linked, variable } from './samples.ts';

const llamacpp = engineDefinition('llamacpp');
const slots = flag('slots', '-np', [1, 2]);

test.each([
  ['the flag under another name', slots],
  ['one of flags that move together', linked('both', { off: {}, on: { '--parallel': 4 } })],
])('%s, whose variable is set too, cannot be swept', (_name, parameter) => {
  const base = { ...BASE, env: { LLAMA_ARG_N_PARALLEL: '4' } };
  expect(createRenderer(base, llamacpp, [parameter]).problems).toMatchObject([
    {
      parameter: parameter.name,
      message: expect.stringContaining('the environment of the server sets the same by LLAMA_ARG_N_PARALLEL'),
      remedy: expect.stringContaining('sweep { env: LLAMA_ARG_N_PARALLEL }'),
    },
  ]);
  const filed = { ...base, from_files: ['LLAMA_ARG_N_PARALLEL'] };
  expect(createRenderer(filed, llamacpp, [parameter]).problems[0]?.message).toContain(
    'an EnvironmentFile= of the unit',
  );
});

test('the variable itself, and a flag whose variable is not set, can', () => {
  const base = { ...BASE, env: { LLAMA_ARG_N_PARALLEL: '4' } };
  expect(createRenderer(base, llamacpp, [variable('slots', 'LLAMA_ARG_N_PARALLEL', [1])]).problems).toEqual(
    [],
  );
  expect(createRenderer(base, llamacpp, [flag('batch', '-b', [512])]).problems).toEqual([]);
  expect(createRenderer(BASE, engineDefinition('sglang'), [flag('tp', '--tp', [1])]).problems).toEqual([]);
});

test('what stands in front of the engine is no flag of it, and is shown with the command', () => {
  const base = { ...BASE, wrapper: ['taskset', '-c', '0-3'] };
  const renderer = createRenderer(base, llamacpp, [flag('context', '-c', [4096])]);
  expect(renderer.problems).toEqual([]);
  const { definition } = renderer.render([4096]);
  expect(definition.argv).toEqual([...BASE.argv, '-c', '4096']);
  expect(commandOf(definition)).toMatchObject({
    argv: ['taskset', '-c', '0-3', ...BASE.argv, '-c', '4096'],
    shown: expect.stringContaining('taskset -c 0-3 /bin/llama-server'),
  });
});
