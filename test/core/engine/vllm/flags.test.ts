import { describe, expect, it } from 'vitest';
import { asked, askedObject, commandOf } from '../../../../src/core/engine/vllm/command.ts';
import { FLAGS, findFlag } from '../../../../src/core/engine/vllm/flags.ts';
import { vllm } from '../../../../src/core/engine/vllm/index.ts';
import { sizeOf } from '../../../../src/core/engine/vllm/size.ts';
import { takenApart } from '../../../../src/core/engine/vllm/taken.ts';

const TYPES = ['toggle', 'switch', 'number', 'size', 'choice', 'text', 'path', 'json', 'list', 'optional'];

describe('the table of flags', () => {
  it('has every flag of 0.32.0 once, each row whole', () => {
    const names = FLAGS.flatMap(({ aliases }) => aliases);
    expect(FLAGS).toHaveLength(316);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^--?[a-z0-9][a-z0-9-]*$/.test(name))).toEqual([]);
    expect(FLAGS.filter(({ type }) => !TYPES.includes(type)).map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['-tp', '--tensor-parallel-size', true],
    ['-dp', '--data-parallel-size', true],
    ['-sc', '--speculative-config', true],
    ['-cc.mode', '--compilation-config.mode', null],
    ['--max_num_seqs', '--max-num-seqs', true],
    ['--device-memory-utilization', '--gpu-memory-utilization', true],
    ['--max-num-seq', '--max-num-seqs', true],
    ['--max-num', '--max-num', null],
    ['--max-num-seqs=8', '--max-num-seqs=8', null],
    ['--gpu-memory-utilization=0.9', '--gpu-memory-utilization=0.9', null],
    ['--enforce-eager', '--enforce-eager', false],
    ['--no-enforce-eager', '--no-enforce-eager', false],
    ['--no-enable-prefix-caching', '--no-enable-prefix-caching', false],
    ['--no-headless', '--no-headless', null],
    ['--cudagraph-capture-sizes', '--cudagraph-capture-sizes', true],
    ['--hf-token', '--hf-token', null],
    ['--not-a-flag', '--not-a-flag', null],
  ])('%s is %s, value %s', (word, name, takes) => {
    expect([vllm.canonicalFlag(word), vllm.takesValue(word)]).toEqual([name, takes]);
  });

  it('knows types and defaults', () => {
    expect(findFlag('--gpu-memory-utilization')).toMatchObject({ type: 'number', default: '0.92' });
    expect(findFlag('--scheduling-policy')).toMatchObject({ type: 'choice', default: 'fcfs' });
    expect(findFlag('--max-num-seqs')).toMatchObject({ type: 'number', default: null });
  });
});

describe('a command line', () => {
  const of = (words: string) => commandOf(['vllm', 'serve', 'm', ...words.split(' ')]);

  it('is read in each of its spellings', () => {
    expect(asked(of('-tp=2 --max_num_seqs=8 -O3'), '--tensor-parallel-size')).toBe('2');
    expect(asked(of('-O3'), '--optimization-level')).toBe('3');
    expect(asked(of('-O 1'), '--optimization-level')).toBe('1');
    expect(asked(of('--enable-prefix-caching --no-enable-prefix-caching'), '--enable-prefix-caching')).toBe(
      false,
    );
    expect(asked(of('--cudagraph-capture-sizes 1 2 4 --port 1'), '--cudagraph-capture-sizes')).toBe('1 2 4');
    expect(takenApart(['vllm', '--max-num-batched-tokens', '8k']).asked('--max-num-batched-tokens')).toBe(
      '8000',
    );
  });

  it('has its model without a flag, or by one', () => {
    expect(of('-tp 2').positional_model).toBe('m');
    const module = ['python', '-m', 'vllm.entrypoints.openai.api_server', '--model', '/models/x'];
    expect([commandOf(module).positional_model, asked(commandOf(module), '--model')]).toEqual([
      null,
      '/models/x',
    ]);
    const draft = ['vllm', 'serve', '/m', '-sc', '{"method":"eagle3","model":"/draft"}'];
    expect(vllm.modelsIn?.(draft)).toEqual(['/m', '/draft']);
    expect(vllm.modelsIn?.(['vllm', 'serve', '--config', 'x.yaml'])).toEqual([]);
  });

  it('has JSON as one value or as keys, and keys go before it', () => {
    const keys = '--speculative-config.method ngram -sc.num_speculative_tokens=4 -sc.a.b 2k';
    expect(askedObject(of(keys), '--speculative-config')).toEqual({
      method: 'ngram',
      num_speculative_tokens: 4,
      a: { b: 2000 },
    });
    expect(askedObject(of('--hf-overrides {"a":1}'), '--hf-overrides')).toEqual({ a: 1 });
    expect(askedObject(of('-cc {"mode":0} -cc.backend=eager'), '--compilation-config')).toEqual({
      backend: 'eager',
    });
    expect(askedObject(of('--hf-overrides {a'), '--hf-overrides')).toBeUndefined();
    expect(askedObject(of('-tp 2'), '--hf-overrides')).toBeNull();
  });
});

it.each([
  ['8192', 8192],
  ['8k', 8000],
  ['8K', 8192],
  ['2.5k', 2500],
  ['2.5K', null],
  ['-1', -1],
  ['1.5', null],
  ['auto', null],
  ['', null],
])('a number %s is %s', (text, value) => {
  expect(sizeOf(text)).toBe(value);
});
