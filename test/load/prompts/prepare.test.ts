import { describe, expect, it } from 'vitest';
import type { FaultError } from '../../../src/core/fault.ts';
import { prepareRequests } from '../../../src/load/prompts/prepare.ts';
import type { Tokeniser } from '../../../src/load/prompts/tokeniser.ts';
import type { WantedRequests } from '../../../src/ports/requests.ts';

const WANTED: WantedRequests = {
  target: { url: 'http://127.0.0.1:1', headers: {}, model: 'm' },
  dialect: 'completions',
  prompts: 'builtin:random',
  requests: 20,
  warmup_requests: 3,
  seed: 1,
  replicate: 1,
  input_tokens: { from: 64, to: 64 },
  output_tokens: { from: 16, to: 16 },
  temperature: 0,
  ignore_eos: true,
  body: {},
  salt: true,
  prefix_share: 0,
};

/** A vocabulary of its own: one token for the beginning, for each word, and for each two characters of a salt. */
const count = async (text: string) =>
  text.split(' ').reduce((sum, word) => sum + (word.startsWith('[') ? Math.ceil(word.length / 2) : 1), 1);

const promptOf = (request: { readonly body: string }) =>
  (JSON.parse(request.body) as { prompt: string }).prompt;

async function promptsOf(wanted: WantedRequests, tokeniser: Tokeniser = count) {
  const { source, notes } = await prepareRequests(wanted, tokeniser);
  const of = (phase: 'warm-up' | 'measure', n: number) =>
    Array.from({ length: n }, (_, i) => promptOf(source(phase, i)));
  return {
    warm: of('warm-up', wanted.warmup_requests),
    measured: of('measure', wanted.requests ?? 0),
    notes,
  };
}

describe('random prompts', () => {
  it('have the asked length as the server counts it, and none comes twice', async () => {
    const { warm, measured, notes } = await promptsOf(WANTED);
    for (const prompt of [...warm, ...measured]) expect(await count(prompt)).toBe(64);
    expect(new Set([...warm, ...measured]).size).toBe(23);
    expect(notes).toEqual([]);
  });

  it('say where their length cannot be had', async () => {
    const pairs = async (text: string) => 2 * (text.split(' ').length + 1);
    const { notes } = await promptsOf({ ...WANTED, input_tokens: { from: 63, to: 63 } }, pairs);
    expect(notes).toEqual(['20 of 20 random prompts miss their length, by 1 tokens at most']);
  });

  it('say where the server does not tokenise', async () => {
    const { notes, measured } = await promptsOf(WANTED, async () => null);
    expect(notes.join()).toMatch(/does not tokenise/);
    expect(measured).toHaveLength(20);
  });

  it('keep their length with a shared prefix of the asked share', async () => {
    const { measured, warm } = await promptsOf({ ...WANTED, prefix_share: 0.5 });
    const [first = '', ...others] = [...measured, ...warm].map((prompt) =>
      prompt.split(' ').slice(0, 32).join(' '),
    );
    expect(new Set(others)).toEqual(new Set([first]));
    expect(new Set(measured).size).toBe(20);
    for (const prompt of measured) expect(await count(prompt)).toBe(64);
  });

  it('cover a range of lengths', async () => {
    const { measured } = await promptsOf({ ...WANTED, requests: 60, input_tokens: { from: 40, to: 44 } });
    const lengths = new Set(await Promise.all(measured.map(count)));
    expect([...lengths].sort()).toEqual([40, 41, 42, 43, 44]);
  });

  it('need their number', async () => {
    const error = (await promptsOf({ ...WANTED, requests: null }).catch((e: unknown) => e)) as FaultError;
    expect(error.fault.name).toBe('usage');
  });
});

describe('prompts as written', () => {
  const CODE: WantedRequests = { ...WANTED, prompts: 'builtin:code', input_tokens: null, ignore_eos: false };

  it('begin with a salt, the same every time and another for each request', async () => {
    const [a, b] = [await promptsOf(CODE), await promptsOf(CODE)];
    expect(a).toEqual(b);
    expect(new Set([...a.warm, ...a.measured].map((p) => p.slice(0, 14))).size).toBe(23);
  });

  it('come without a salt where none is wanted, and a repetition is said', async () => {
    const { measured, notes } = await promptsOf({ ...CODE, salt: false, requests: 100 });
    expect(measured[0]).toMatch(/^Write a function/);
    expect(notes).toEqual([
      '100 requests of 96 prompts: each comes up to 2 times: a prefix cache will answer for the model',
    ]);
  });

  it('share the asked part at their head', async () => {
    const { measured } = await promptsOf({ ...CODE, prefix_share: 0.75 });
    for (const prompt of measured) {
      const shared = prompt.indexOf('[');
      expect(shared / prompt.length).toBeCloseTo(0.75, 1);
      expect(measured[0]?.startsWith(prompt.slice(0, Math.min(shared, measured[0].indexOf('[')) - 1))).toBe(
        true,
      );
    }
  });

  it.each([
    ['completions', { model: 'm', max_tokens: 16, temperature: 0, stream: true, top_p: 0.9 }],
    [
      'chat',
      { model: 'm', max_tokens: 16, stream_options: { include_usage: true }, stream: true, top_p: 0.9 },
    ],
    [
      'sglang-generate',
      { sampling_params: { max_new_tokens: 16, temperature: 0 }, stream: true, top_p: 0.9 },
    ],
    ['llama-completion', { n_predict: 16, temperature: 0, stream: true, top_p: 0.9 }],
  ] as const)('are asked for as %s', async (dialect, expected) => {
    const { source } = await prepareRequests({ ...CODE, dialect, body: { top_p: 0.9, stream: false } });
    const request = source('measure', 0);
    expect(JSON.parse(request.body)).toMatchObject(expected);
    expect(request.requested_tokens).toBe(16);
  });
});
