import { expect, test } from 'vitest';
import { engineDefinition } from '../../../src/core/engine/index.ts';
import { createRenderer } from '../../../src/core/plan/render.ts';
import { BASE, flag } from './samples.ts';

const problemsOf = (engine: 'vllm' | 'llamacpp' | 'sglang', name: string, off: string | null = null) =>
  createRenderer(BASE, engineDefinition(engine), [
    flag('it', name, [true, false], off === null ? {} : { off }),
  ]).problems;

test.each([
  ['vllm', '--enable-prefix-caching', 'decides by itself', '--no-enable-prefix-caching'],
  ['vllm', '--swa-bounded-replay', 'takes true', '--no-swa-bounded-replay'],
  ['llamacpp', '-cb', 'takes true', '--no-cont-batching'],
] as const)('%s: false is not the absence of %s', (engine, name, then, off) => {
  expect(problemsOf(engine, name)).toMatchObject([
    {
      parameter: 'it',
      message: `false would leave ${name} out of the command, and then ${engine} ${then}`,
      remedy: expect.stringContaining(`\`off: ${off}\``),
    },
  ]);
  expect(problemsOf(engine, name, off)).toEqual([]);
});

test('absence is false where the engine takes it so, has no opposite, or where the flag is the opposite', () => {
  expect(problemsOf('vllm', '--enable-mamba-shared-prefix-checkpoint')).toEqual([]);
  expect(problemsOf('sglang', '--disable-radix-cache')).toEqual([]);
  expect(problemsOf('llamacpp', '--no-cont-batching')).toEqual([]);
  expect(problemsOf('llamacpp', '--unknown-flag')).toEqual([]);
});
