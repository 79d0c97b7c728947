import { describe, expect, test } from 'vitest';
import { vllm } from '../../../src/core/engine/vllm/index.ts';
import { buildPlan } from '../../../src/core/plan/build-plan.ts';
import { createRenderer } from '../../../src/core/plan/render.ts';
import { BASE, configuration, flag } from './samples.ts';

const over = (words: string) => ({ ...BASE, env: {}, argv: ['vllm', 'serve', '/m', ...words.split(' ')] });
const NGRAM = '{"method":"ngram","num_speculative_tokens":4}';

describe('a command of vLLM is varied in its own spelling', () => {
  const tensor = flag('tp', '--tensor-parallel-size', [2, 4]);
  const level = flag('level', '--optimization-level', ['1']);
  const tokens = flag('tokens', '--speculative-config', [2, 8], { json_key: 'num_speculative_tokens' });
  const render = (words: string, parameter: ReturnType<typeof flag>, value: string | number) =>
    createRenderer(over(words), vllm, [parameter]).render([value]).definition.argv.slice(3).join(' ');

  test.each([
    ['-tp 2 --port 8000', '-tp 4 --port 8000'],
    ['-tp=2 --port 8000', '-tp=4 --port 8000'],
    ['--tensor_parallel_size 2', '--tensor_parallel_size 4'],
    ['--enforce-eager /x', '--enforce-eager /x --tensor-parallel-size 4'],
  ])('%s', (words, result) => {
    expect(render(words, tensor, 4)).toBe(result);
  });

  test('a level with an equals sign, and keys inside of JSON', () => {
    expect(render('-O=2', level, '1')).toBe('-O=1');
    expect(render(`-sc ${NGRAM}`, tokens, 8)).toBe(`-sc ${NGRAM.replace('4', '8')}`);
  });

  test('keys that stand on their own are not mixed with JSON: the engine would drop one of the two', () => {
    const { problems } = createRenderer(over('-sc.method=ngram -sc.num_speculative_tokens 4'), vllm, [
      tokens,
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      'keys of --speculative-config stand on their own in the base command (-sc.method=ngram; -sc.num_speculative_tokens 4)',
    ]);
  });
});

test('what the engine refuses is rejected, what it makes the same is a duplicate, each with its source', () => {
  const plan = buildPlan(
    configuration([
      flag('level', '--optimization-level', ['2', '3']),
      flag('seqs', '--max-num-seqs', [8, 4096]),
    ]),
    over('--max-num-batched-tokens 2k'),
    vllm,
    { maxTrials: 10 },
  );
  const of = (name: string) => plan.trials.find((trial) => trial.name === name);
  expect(of('level=2,seqs=4096')?.rejected).toMatchObject({
    name: 'invalid-setting',
    message: expect.stringMatching(
      /4096 is more than --max-num-batched-tokens 2000 \(vLLM 0\.32\.0, config\/scheduler/,
    ),
  });
  expect(of('level=3,seqs=8')).toMatchObject({ duplicate_of: 'level=2,seqs=8' });
  expect(of('level=3,seqs=8')?.duplicate_why?.join()).toMatch(/-O3 does what -O2 does \(vLLM 0\.32\.0/);
});
