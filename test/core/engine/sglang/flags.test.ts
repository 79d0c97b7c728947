import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { engineDefinition } from '../../../../src/core/engine/index.ts';
import { spellingsOf } from '../../../../src/core/engine/sglang/flags.ts';

const sglang = engineDefinition('sglang');

describe('flags of sglang', () => {
  it.each([
    ['--tp', '--tp-size'],
    ['--tensor-parallel-size', '--tp-size'],
    ['--model', '--model-path'],
    ['--speculative-draft-model', '--speculative-draft-model-path'],
    ['--speculative-dflash-draft-window-size', '--speculative-draft-window-size'],
    ['--speculative-ddtree-budget', '--speculative-ddtree-budget'],
  ])('%s is %s', (alias, common) => {
    expect(sglang.canonicalFlag(alias)).toBe(common);
    expect(spellingsOf(common)).toContain(alias);
  });

  it.each([
    ['--tp', true],
    ['--mem-fraction-static', true],
    ['--speculative-draft-window-size', true],
    ['--cuda-graph-bs', true],
    ['--enable-metrics', false],
    ['--trust-remote-code', false],
    ['--disable-radix-cache', false],
    ['--no-enable-tf32-matmul', false],
    ['--speculative-ddtree-budget', null],
    ['--speculative-ddtree-topk', null],
  ])('%s takes a value: %s', (flag, takes) => {
    expect(sglang.takesValue(flag)).toBe(takes);
  });

  it('agree with the usage text of the real engine, as far as the excerpt goes', () => {
    const usage = readFileSync(new URL('../../../fixtures/sglang/bad-flag.log', import.meta.url), 'utf8');
    const [, ...rest] = usage.split('usage: ');
    const options = [...rest.join('').matchAll(/\[(--[\w-]+)( [^\]]+)?\]/g)];
    expect(options.length).toBeGreaterThan(5);
    for (const [, flag = '', value] of options)
      expect([flag, sglang.takesValue(flag)]).toEqual([flag, value !== undefined]);
  });

  it('name the files that decide the result', () => {
    expect(sglang.model_flags).toEqual(
      expect.arrayContaining([
        '--model-path',
        '--model',
        '--speculative-draft-model-path',
        '--tokenizer-path',
      ]),
    );
  });

  it('metrics are added where they are not there already', () => {
    const added = (...argv: string[]) =>
      sglang.instrumentation({ argv: ['sglang', 'serve', ...argv], env: {}, cwd: '/', env_complete: false })
        .argv;
    expect(added('--tp', '8')).toEqual(['--enable-metrics']);
    expect(added('--enable-metrics', '--tp', '8')).toEqual([]);
  });
});

describe('commands that the engine would refuse', () => {
  const why = (text: string) => sglang.refusal(['sglang', 'serve', ...text.split(' ')]);
  const DRAFT = '--speculative-algorithm DFLASH --speculative-draft-model-path /d';

  it.each([
    [
      `${DRAFT} --speculative-num-draft-tokens 8 --speculative-draft-window-size 4`,
      /smaller than a block of 8/,
    ],
    [
      `${DRAFT} --speculative-dflash-block-size 16 --speculative-dflash-draft-window-size 8`,
      /smaller than a block of 16/,
    ],
    [`${DRAFT} --speculative-dflash-block-size 16 --speculative-num-draft-tokens 8`, /must be the same/],
    [`${DRAFT} --speculative-draft-window-size 0`, /more than 0/],
    ['--speculative-algorithm DFLASH', /needs --speculative-draft-model-path/],
    [`${DRAFT} --pp 2`, /--pp-size 1/],
    ['--speculative-algorithm ddtree --speculative-draft-model /d --page-size 16', /--page-size 1/],
    ['--speculative-draft-sink-size 4', /needs --speculative-draft-window-size/],
    ['--speculative-algorithm EAGLE --speculative-eagle-topk 4', /without --speculative-num-steps/],
    ['--speculative-algorithm STANDALONE --speculative-use-rejection-sampling', /STANDALONE knows no/],
    [
      '--speculative-algorithm EAGLE --speculative-num-steps 3 --speculative-eagle-topk 4 --speculative-use-rejection-sampling',
      /needs --speculative-eagle-topk 1/,
    ],
    [
      '--speculative-algorithm EAGLE --speculative-num-steps 3 --speculative-eagle-topk 4 --attention-backend trtllm_mha',
      /trtllm_mha/,
    ],
    [
      '--speculative-algorithm EAGLE3 --speculative-num-steps 3 --speculative-eagle-topk 4 --page-size 64 --attention-backend flashmla',
      /--page-size 64 does not go with the attention backend flashmla/,
    ],
    ['--speculative-algorithm ngram --dp 4 --enable-dp-attention --tp 4', /NGRAM does not go with attention/],
    [
      '--speculative-algorithm EAGLE3 --pp 2 --speculative-num-steps 3',
      /EAGLE3 does not go with --pp-size 2/,
    ],
    ['--tp 6 --attn-dp-size 4', /cannot be divided into 4 groups/],
    ['--tp 4 --attn-dp-size 2 --dp 2', /both above 1/],
    ['--schedule-conservativeness -0.5', /must not be less than 0/],
    ['--enable-torch-compile --disable-cuda-graph-padding', /does not go with/],
    ['--mem-fraction-static high', /is no number/],
    ['--context-length 8m', /--context-length 8m is no number/],
    ['--max-total-tokens 1.5Ki', /is no number/],
    ['--chunked-prefill-size 8k', /is no number/],
  ])('%s', (argv, reason) => {
    expect(why(argv)).toMatch(reason);
  });

  it.each([
    `${DRAFT} --speculative-num-draft-tokens 8 --speculative-draft-window-size 8`,
    `${DRAFT} --speculative-draft-window-size 4`,
    `${DRAFT} --speculative-ddtree-budget 4 --speculative-ddtree-topk 6`,
    '--speculative-algorithm EAGLE --speculative-num-steps 7 --speculative-num-draft-tokens 8 --speculative-draft-window-size 4',
    '--tp 8 --pp 2 --page-size 16',
    '--context-length 8k --max-total-tokens 25.6k --max-prefill-tokens 1Ki --mem-fraction-static .9',
  ])('but not %s', (argv) => {
    expect(why(argv)).toBeNull();
  });
});
