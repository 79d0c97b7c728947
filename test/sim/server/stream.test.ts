import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Answer, Bench, COMMAND } from './served.ts';

interface Event {
  readonly choices: readonly Readonly<Record<string, unknown>>[];
  readonly usage?: { readonly completion_tokens: number };
}

const events = (body: string): readonly string[] =>
  body
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => part.replace(/^data: /, ''));
const parsed = (body: string): readonly Event[] =>
  events(body)
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data));

/** Keys in order, with the type of each value: what a client could depend on. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.entries(value).map(([key, inner]) => [key, shape(inner)]);
}

const quick = async (argv = COMMAND) => {
  const bench = new Bench({ load_s: 4.2 });
  bench.start(argv);
  await bench.pass(5);
  return bench;
};

const CHAT = { messages: [{ role: 'user', content: 'Sort a list.' }], max_tokens: 30, ignore_eos: true };

describe('a streamed answer', () => {
  it('has the events of the captured one, key by key', async () => {
    const captured = parsed(readFileSync('test/fixtures/sglang/sse-chat.txt', 'utf8'));
    const bench = await quick();
    const answer = await bench.ask(
      'POST',
      '/v1/chat/completions',
      {
        ...CHAT,
        model: 'x',
        stream: true,
        stream_options: { include_usage: true, continuous_usage_stats: true },
      },
      5,
    );
    const got = parsed(answer.body);
    // opening, text, end, usage
    const kinds = (all: readonly Event[]) => [all[0], all[1], all.at(-2), all.at(-1)].map(shape);
    expect(kinds(got)).toEqual(kinds(captured));
    expect(events(answer.body).at(-1)).toBe('[DONE]');
    expect(answer.ended).toBe(true);
  });

  it('has one event for each decode step, spread over time, and the tokens that were asked for', async () => {
    const bench = await quick();
    const answer = await bench.ask(
      'POST',
      '/v1/completions',
      {
        prompt: 'x',
        max_tokens: 100,
        ignore_eos: true,
        stream: true,
        stream_options: { include_usage: true },
      },
      5,
    );
    const all = parsed(answer.body);
    expect(all.at(-1)?.usage?.completion_tokens).toBe(100);
    const moments = new Set(answer.parts.map(({ at }) => at));
    // a first token from the prompt, then about four to a step of about 24 ms
    expect(moments.size).toBeGreaterThan(15);
    expect(moments.size).toBeLessThan(60);
    expect(all.slice(0, -1).every((event) => event.usage === undefined)).toBe(true);
  });

  it('says nothing about usage that was not asked for, and is whole where it is not streamed', async () => {
    const bench = await quick();
    const streamed = await bench.ask('POST', '/v1/chat/completions', { ...CHAT, stream: true }, 5);
    expect(streamed.body).not.toContain('"usage"');
    const whole = await bench.ask('POST', '/v1/chat/completions', CHAT, 5);
    const document = JSON.parse(whole.body);
    expect(document.usage.completion_tokens).toBe(30);
    const text = parsed(streamed.body)
      .map((event) => (event.choices[0]?.['delta'] as { content?: string } | undefined)?.content ?? '')
      .join('');
    expect(document.choices[0].message.content).toBe(text);
    expect(document.choices[0].finish_reason).toBe('length');
  });

  it('is the same text whatever the setting', async () => {
    const body = { prompt: 'Tell me about rivers.', max_tokens: 200, ignore_eos: true };
    const answers: Answer[] = [];
    for (const budget of ['4', '16']) {
      const bench = await quick([...COMMAND, '--speculative-ddtree-budget', budget]);
      answers.push(await bench.ask('POST', '/v1/completions', body, 10));
    }
    const [first = '', second = ''] = answers.map(({ body: text }) => JSON.parse(text).choices[0].text);
    expect(first.length).toBeGreaterThan(400);
    expect(second).toBe(first);
  });
});

describe('other answers', () => {
  it('refuses what it cannot do', async () => {
    const bench = await quick();
    const asked = async (method: string, path: string, body: unknown) =>
      (await bench.ask(method, path, body)).status;
    expect(await asked('GET', '/nothing', null)).toBe(404);
    expect(await asked('GET', '/generate', null)).toBe(405);
    expect(await asked('POST', '/v1/completions', 'no object')).toBe(400);
    expect(await asked('POST', '/v1/completions', { max_tokens: 3 })).toBe(400);
    expect(await asked('POST', '/v1/completions', { prompt: 'x', max_tokens: 0 })).toBe(400);
    expect(await asked('POST', '/v1/completions', { prompt: 'x', max_tokens: 1_000_000 })).toBe(400);
  });

  it('has metrics only with --enable-metrics', async () => {
    const bench = await quick(COMMAND.filter((word) => word !== '--enable-metrics'));
    expect((await bench.ask('GET', '/metrics')).status).toBe(404);
  });

  it('streams the whole text so far on its own endpoint', async () => {
    const bench = await quick();
    const answer = await bench.ask(
      'POST',
      '/generate',
      { text: 'x', sampling_params: { max_new_tokens: 20, ignore_eos: true }, stream: true },
      5,
    );
    const texts = events(answer.body)
      .slice(0, -1)
      .map((data) => JSON.parse(data).text as string);
    for (const [at, text] of texts.entries()) expect(text.startsWith(texts[at - 1] ?? '')).toBe(true);
    expect(answer.body).toContain('"finish_reason":{"type":"length","length":20}');
  });
});
