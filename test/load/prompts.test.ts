import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FaultError } from '../../src/core/fault.ts';
import { openPrompts, type PromptKey } from '../../src/load/prompts.ts';

const KEY: PromptKey = {
  seed: 1,
  replicate: 1,
  workload: 'code',
  concurrency: 4,
  phase: 'measure',
  index: 0,
};
const BUILTIN = ['builtin:code', 'builtin:chat', 'builtin:count'];

async function file(text: string) {
  const name = path.join(await mkdtemp(path.join(tmpdir(), 'prompts-')), 'p.jsonl');
  await writeFile(name, text);
  return name;
}

describe('prompts', () => {
  it.each(BUILTIN)('%s are the same for every setting and every time', async (source) => {
    const [a, b] = [await openPrompts(source), await openPrompts(source)];
    for (let index = 0; index < 50; index++) expect(a({ ...KEY, index })).toBe(b({ ...KEY, index }));
  });

  it.each(BUILTIN)('%s repeat none within one server life', async (source) => {
    const prompts = await openPrompts(source);
    const seen = new Set<string>();
    const heads = new Set<string>();
    let made = 0;
    for (const replicate of [1, 2]) {
      for (const concurrency of [1, 4, 16]) {
        for (const phase of ['warm-up', 'measure'] as const) {
          for (let index = 0; index < 300; index++, made++) {
            const prompt = prompts({ ...KEY, replicate, concurrency, phase, index });
            seen.add(prompt);
            heads.add(prompt.slice(0, 14));
          }
        }
      }
    }
    expect([seen.size, heads.size]).toEqual([made, made]);
  });

  it('differ at their head, whatever part of the key differs', async () => {
    const prompts = await openPrompts('builtin:chat');
    const key = fc.record({
      seed: fc.integer(),
      replicate: fc.integer({ min: 1, max: 9 }),
      workload: fc.string(),
      concurrency: fc.integer({ min: 1, max: 512 }),
      phase: fc.constantFrom('warm-up' as const, 'measure' as const),
      index: fc.nat(10_000),
    });
    const head = (k: PromptKey) => prompts(k).slice(0, 14);
    fc.assert(
      fc.property(key, key, (a, b) => (JSON.stringify(a) === JSON.stringify(b)) === (head(a) === head(b))),
    );
  });

  it.each(BUILTIN)('%s end neither in a full stop nor in a number', async (source) => {
    const prompts = await openPrompts(source);
    for (let index = 0; index < 100; index++) expect(prompts({ ...KEY, index })).not.toMatch(/(?:\.| \d+)$/);
  });

  it('come from a file of JSON lines, again from its beginning after its end', async () => {
    const prompts = await openPrompts(await file('{"prompt": "one"}\n\n{"prompt": "two", "other": 1}\r\n'));
    const ends = [0, 1, 2].map((index) => prompts({ ...KEY, index }).split('] ')[1]);
    expect(ends).toEqual(['one', 'two', 'one']);
  });

  it.each([
    ['{"prompt": "one"}\nnot json\n', 2],
    ['{"prompt": "one"}\n{"text": "two"}', 2],
    ['{"prompt": 7}', 1],
    ['null', 1],
    ['', null],
  ])('refuse %j', async (text, line) => {
    const name = await file(text);
    const error = await openPrompts(name).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(FaultError);
    expect((error as FaultError).fault).toMatchObject({
      name: 'configuration',
      problems: [{ file: name, line }],
    });
  });

  it('refuse a file that is not there', async () => {
    await expect(openPrompts('/nowhere/p.jsonl')).rejects.toBeInstanceOf(FaultError);
  });
});
