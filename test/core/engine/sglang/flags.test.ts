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
  ])('%s', (argv, reason) => {
    expect(why(argv)).toMatch(reason);
  });

  it.each([
    `${DRAFT} --speculative-num-draft-tokens 8 --speculative-draft-window-size 8`,
    `${DRAFT} --speculative-draft-window-size 4`,
    `${DRAFT} --speculative-ddtree-budget 4 --speculative-ddtree-topk 6`,
    '--speculative-algorithm EAGLE --speculative-num-draft-tokens 8 --speculative-draft-window-size 4',
    '--tp 8 --pp 2 --page-size 16',
  ])('but not %s', (argv) => {
    expect(why(argv)).toBeNull();
  });
});
