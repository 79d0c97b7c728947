import { describe, expect, it } from 'vitest';
import { engineDefinition } from '../../../../src/core/engine/index.ts';
import { fixture } from './fixture.ts';

const llamacpp = engineDefinition('llamacpp');
const command = (text: string) => ['llama-server', '-m', '/m.gguf', ...text.split(' ')];
const taken = (text: string, env: Readonly<Record<string, string>> = {}, varied: readonly string[] = []) => {
  const made = llamacpp.asTaken?.(command(text), { concurrency: [1, 4], varied: new Set(varied), env });
  if (made === undefined) throw new Error('nothing is known');
  return made;
};
const DRAFT = '-md /d.gguf --spec-type draft-simple';

describe('what the server refuses is known before', () => {
  it.each([
    ['--draft-max 4', /--draft has been removed.*use --spec-draft-n-max/],
    ['-c abc', /--ctx-size abc is no number.*stoi/],
    ['-np 0', /--parallel must not be 0.*invalid value for n_parallel/],
    ['-fa maybe', /--flash-attn maybe.*unknown value for --flash-attn/],
    ['-ctk q3_0', /--cache-type-k q3_0 is no type.*Unsupported cache type/],
    ['-ctv q8_0 -fa off', /--cache-type-v q8_0.*quantized V cache requires flash_attn/],
  ])('%s', (text, why) => {
    expect(llamacpp.refusal(command(text))).toMatch(why);
  });

  it.each([
    '-ngl auto',
    '-ngl all',
    '-ngl -1',
    '-ctk q8_0 -ctv q8_0',
    '-ctv f16 -fa off',
    '--spec-draft-p-min .75',
    '-np -1',
    '--unknown-flag abc',
    '--temp 0.5 -c 4096',
  ])('but not %s', (text) => {
    expect(llamacpp.refusal(command(text))).toBeNull();
  });
});

describe('two commands of which the server makes one', () => {
  it.each([
    ['-c 1000 -b 512', '-c 1024 -b 512'],
    ['-c 4096 -b 8192', '-c 4096 -b 4096'],
    ['-b 64 -ub 512', '-b 64 -ub 64'],
    ['-c 1000 -np 3 -b 512', '-c 1100 -np 3 -b 512'],
    ['-np -1 --temp 0.5', '--temp 0.5'],
    ['-ngl auto -t 0', '--threads -1'],
    ['--no-mmap', '--load-mode none'],
    ['--spec-draft-n-max 8', '--spec-draft-n-max 16'],
    ['--spec-ngram-mod-n-match 8 --spec-type ngram-simple', '--spec-type ngram-simple'],
    [`${DRAFT} --spec-draft-n-max 0`, `${DRAFT} --spec-draft-n-max 1`],
  ])('%s = %s', (one, other) => {
    expect(taken(one).same).toBe(taken(other).same);
  });

  it.each([
    ['-c 1000', '-c 1024'],
    ['-c 4096 -np 2', '-c 4096 -np 4'],
    ['-c 1000 -np 3 -b 512 -kvu', '-c 1100 -np 3 -b 512 -kvu'],
    [`${DRAFT} --spec-draft-n-max 8`, `${DRAFT} --spec-draft-n-max 16`],
    ['--mlock', '--temp 1'],
  ])('but not of %s and %s', (one, other) => {
    expect(taken(one).same).not.toBe(taken(other).same);
  });

  it('and a variable gives the type that makes a flag count', () => {
    const env = { LLAMA_ARG_SPEC_TYPE: 'draft-simple' };
    const of = (most: number) => taken(`-md /d.gguf --spec-draft-n-max ${most}`, env);
    expect(of(8).same).not.toBe(of(16).same);
    expect(of(8).warnings).toEqual([]);
  });
});

describe('what starts but does not do what it seems to', () => {
  it.each([
    ['-np 2', [], /concurrency 4 is more than --parallel 2: the rest waits/],
    ['-md /d.gguf', [], /loaded and never used/],
    ['--spec-type draft-simple', [], /drafts nothing without --spec-draft-model/],
    [`${DRAFT} --spec-draft-n-max 3 --spec-draft-n-min 5`, [], /nothing is ever drafted/],
    ['-c 4096 -np 4', ['--parallel'], /each of the 4 slots has a context of 1024/],
    ['-c 4096', ['--ctx-size'], /--fit off/],
    ['-ub 4096', ['--ubatch-size'], /--ubatch-size 4096 becomes 2048/],
  ])('%s', (text, varied, warning) => {
    expect(taken(text, {}, varied).warnings.join('\n')).toMatch(warning);
  });

  it.each(['-c 4096', `${DRAFT} --spec-draft-n-max 8`, '-c 8192 -np 4 --fit off'])(
    'and nothing of %s',
    (text) => {
      expect(taken(text).warnings).toEqual([]);
    },
  );
});

describe('what is said before a start is what a real server then did', () => {
  const said = (name: string) => {
    const { argv, env, log } = fixture(name);
    const made = llamacpp.asTaken?.(argv, { concurrency: [], varied: new Set(), env });
    const [, values] = JSON.parse(made?.same ?? '[]') as [unknown, readonly (readonly [string, unknown])[]];
    const did = (key: string) =>
      Number(
        log
          .map(({ text }) => new RegExp(`llama_context: ${key} += (\\d+)$`).exec(text)?.[1])
          .findLast((n) => n !== undefined),
      );
    return { asked: new Map(values), did };
  };

  it.each([
    ['context-rounded', '--ctx-size', 'n_ctx'],
    ['context-divided', '--ctx-size', 'n_ctx'],
    ['context-uneven', '--ctx-size', 'n_ctx'],
    ['context-unified', '--ctx-size', 'n_ctx'],
    ['batch-clipped', '--batch-size', 'n_batch'],
    ['ubatch-clipped', '--ubatch-size', 'n_ubatch'],
  ])('%s: %s', (name, flag, key) => {
    const { asked, did } = said(name);
    expect(did(key)).toBeGreaterThan(0);
    expect(asked.get(flag)).toBe(did(key));
  });

  it.each(['draft-absent', 'draft-unused', 'draft-never'])('%s is warned of', (name) => {
    const { argv, env } = fixture(name);
    const made = llamacpp.asTaken?.(argv, { concurrency: [], varied: new Set(), env });
    expect(made?.warnings.join()).toMatch(/drafts nothing|never used|nothing is ever drafted/);
  });
});
