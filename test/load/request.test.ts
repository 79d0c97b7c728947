import { afterEach, describe, expect, it } from 'vitest';
import { chunkReader } from '../../src/load/dialects/dialect.ts';
import { openConnections } from '../../src/load/http1/connections.ts';
import { REAL_MEANS } from '../../src/load/means.ts';
import { sendRequest } from '../../src/load/request.ts';
import type { LoadDialect } from '../../src/ports/load.ts';
import { counts, type Exchange, event, type MockServer, type Script, startMock } from './mock-server.ts';

let mock: MockServer | null = null;
afterEach(async () => {
  await mock?.close();
  mock = null;
});

interface Options {
  readonly expect?: string;
  readonly dialect?: LoadDialect;
  readonly timeout_ms?: number;
  readonly signal?: AbortSignal;
}

async function outcomeOf(script: Script, options: Options = {}) {
  mock = await startMock(script);
  return send(mock.url, options);
}

async function send(
  url: string,
  options: Options = {},
  connections = openConnections('http:'),
  clock = REAL_MEANS.clock,
) {
  const {
    expect: text = null,
    dialect = 'completions',
    timeout_ms = 20_000,
    signal = new AbortController().signal,
  } = options;
  const body = JSON.stringify({ prompt: 'x' });
  const target = new URL('/v1/completions', url);
  return sendRequest({
    asked: { index: 0, phase: 'measure', worker: 0, intended_ms: 0, requested_tokens: 8 },
    read: chunkReader(dialect),
    origin: 0,
    on_read() {},
    on_free() {},
    after_reads: REAL_MEANS.afterReads(),
    url: target,
    headers: { authorization: 'Bearer k' },
    body,
    expect: text,
    timeout_ms,
    connections,
    signal,
    clock,
  });
}

/** Begins a stream with two tokens, then goes on as told. */
const after2 =
  (rest: Script): Script =>
  async (x) => {
    x.begin();
    x.token(' 1');
    x.token(' 2');
    await rest(x);
  };
const raw =
  (...texts: readonly (string | Buffer)[]): Script =>
  (x) => {
    x.begin();
    for (const text of texts) x.write(text);
    x.response.end();
  };
const status =
  (code: number, headers = {}) =>
  (x: Exchange) =>
    void x.response.writeHead(code, headers).end('no');
const chunk = (rest: object) => event({ choices: [{ index: 0, finish_reason: null, ...rest }] });
const END = `${event({ choices: [{ text: '', finish_reason: 'stop' }] })}data: [DONE]\n\n`;
const never = () => new Promise<void>(() => {});

describe('what is a whole answer', () => {
  it.each<[string, Script, string, number]>([
    ['a plain stream', counts(5), ' 1 2 3 4 5', 5],
    ['line ends of CR', raw(`${chunk({ text: 'a' })}${END}`.replaceAll('\n', '\r')), 'a', 1],
    ['line ends of CRLF', raw(`${chunk({ text: 'a' })}${END}`.replaceAll('\n', '\r\n')), 'a', 1],
    ['one byte at a time', drip(`${chunk({ text: '你好' })}${chunk({ text: '🚀' })}${END}`), '你好🚀', 2],
    ['comments and pings', raw(': ping\n\n', chunk({ text: 'a' }), ':\n\n', END), 'a', 1],
    [
      'a chat stream with a role first',
      raw(chunk({ delta: { role: 'assistant', content: null } }), chunk({ delta: { content: 'a' } }), END),
      'a',
      1,
    ],
    [
      'reasoning before the answer',
      raw(
        chunk({ delta: { reasoning_content: 'hm' } }),
        chunk({ delta: { reasoning: 'so' } }),
        chunk({ delta: { content: 'a' } }),
        END,
      ),
      'a',
      3,
    ],
    ['only reasoning', raw(chunk({ delta: { reasoning_content: 'hm' } }), END), '', 1],
    ['a tool call', raw(chunk({ delta: { tool_calls: [{ index: 0 }] } }), END), '', 1],
    [
      'empty deltas',
      raw(
        chunk({ text: '' }),
        chunk({ delta: {} }),
        chunk({ delta: { content: '' } }),
        chunk({ text: 'a' }),
        END,
      ),
      'a',
      1,
    ],
    ['an error of null', raw(event({ error: null, choices: [{ text: 'a' }] }), END), 'a', 1],
    ['unknown fields', raw(event({ progress: 1 }), chunk({ text: 'a', other: [] }), END), 'a', 1],
  ])('%s', async (_name, script, text, events) => {
    const result = await outcomeOf(script, { expect: text });
    expect([result.outcome, result.message, result.token_events_ms.length]).toEqual(['ok', null, events]);
  });

  it('keeps usage and timings, wherever they come', async () => {
    const timings = { predicted_n: 9, prompt_n: 10, cache_n: 2, draft_n: 8, draft_n_accepted: 5 };
    const usage = { choices: [], usage: { completion_tokens: 3 }, timings };
    const trace = await outcomeOf(
      raw(
        chunk({ text: 'a' }),
        event({ choices: [{ text: '', finish_reason: 'length' }] }),
        event(usage),
        'data: [DONE]\n\n',
      ),
    );
    expect(trace).toMatchObject({
      usage_tokens: 3,
      input_tokens: 12,
      cached_tokens: 2,
      drafted_tokens: 8,
      accepted_tokens: 5,
      finish_reason: 'length',
      event_tokens: null,
    });
  });

  it('counts the events of each kind, and tokens in them where the server says it', async () => {
    const so_far = (n: number, delta: object) =>
      event({ choices: [{ delta }], usage: { completion_tokens: n, prompt_tokens: 5 } });
    const trace = await outcomeOf(
      raw(
        so_far(0, { role: 'assistant', content: '' }),
        so_far(2, { reasoning: 'hm' }),
        so_far(5, { content: 'a' }),
        so_far(6, { tool_calls: [{ index: 0 }] }),
        END,
      ),
      { dialect: 'chat' },
    );
    expect([trace.text_events, trace.reasoning_events, trace.tool_events]).toEqual([1, 1, 1]);
    expect([Array.from(trace.event_tokens ?? []), trace.usage_tokens, trace.input_tokens]).toEqual([
      [2, 3, 1],
      6,
      5,
    ]);
  });

  it('orders its times', async () => {
    const trace = await outcomeOf(counts(3));
    const { sent_ms, headers_ms, first_event_ms, token_events_ms, last_choice_ms, last_event_ms, ended_ms } =
      trace;
    const times = [
      ...[sent_ms, headers_ms, first_event_ms, ...Array.from(token_events_ms)],
      ...[last_choice_ms, last_event_ms, ended_ms],
    ].map((at) => at ?? -1);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

describe('what is none', () => {
  it.each<[string, Script, string]>([
    ['HTTP 500', status(500), 'http-500'],
    ['HTTP 404', status(404), 'http-404'],
    ['HTTP 503', status(503), 'http-503'],
    ['HTTP 401', status(401), 'http-401'],
    ['a redirect, which is not followed', status(307, { location: '/v1/other' }), 'http-307'],
    [
      'JSON instead of a stream',
      (x) => {
        x.begin('application/json');
        x.response.end('{"error":{"message":"x"}}');
      },
      'not-a-stream',
    ],
    [
      'a web page',
      (x) => {
        x.begin('text/html');
        x.response.end('<html>');
      },
      'not-a-stream',
    ],
    ['no content type', (x) => void x.response.writeHead(200).end('data: [DONE]\n\n'), 'not-a-stream'],
    ['an error as the first event', raw(event({ error: { message: 'no' } })), 'error-in-stream'],
    [
      'an error within the stream',
      after2((x) => x.write(event({ error: { code: 500, message: 'no' } }))),
      'error-in-stream',
    ],
    [
      'an error after the finish',
      after2((x) => {
        x.finish();
        x.write(event({ error: 'no' }));
      }),
      'error-in-stream',
    ],
    ['an error beside a choice', raw(chunk({ text: 'a', error: { message: 'no' } })), 'error-in-stream'],
    ['an event named error', raw('event: error\ndata: {"message":"no"}\n\n'), 'error-in-stream'],
    ['an object of kind error', raw(event({ object: 'error', message: 'no' })), 'error-in-stream'],
    ['no JSON', after2((x) => x.write('data: {"choices":[{]\n\n')), 'bad-event'],
    ['NaN', after2((x) => x.write('data: {"choices":[],"usage":{"x":NaN}}\n\n')), 'bad-event'],
    ['JSON that is no object', after2((x) => x.write('data: 7\n\n')), 'bad-event'],
    [
      'tokens after [DONE]',
      after2((x) => {
        x.finish();
        x.write('data: [DONE]\n\n');
        x.token(' 3');
      }),
      'bad-event',
    ],
    [
      'an event of more than 1 MiB',
      after2((x) => x.write(`data: ${'x'.repeat(2 * 1024 * 1024)}\n\n`)),
      'bad-event',
    ],
    [
      'no [DONE]',
      after2((x) => {
        x.finish();
        x.response.end();
      }),
      'not-finished',
    ],
    [
      '[DONE] without its blank line',
      after2((x) => {
        x.finish();
        x.write('data: [DONE]');
        x.response.end();
      }),
      'not-finished',
    ],
    ['no finish_reason', after2((x) => x.done()), 'not-finished'],
    ['an empty stream', raw(), 'not-finished'],
    ['only [DONE]', raw('data: [DONE]\n\n'), 'not-finished'],
    ['a finish without output', raw(END), 'no-tokens'],
    ['a role without output', raw(chunk({ delta: { role: 'assistant', content: '' } }), END), 'no-tokens'],
    ['a connection reset before any answer', (x) => x.reset(), 'reset'],
    [
      'a connection reset within the stream',
      after2(async (x) => {
        await settled();
        x.reset();
      }),
      'cut-off',
    ],
    [
      'a stream that is cut off',
      after2(async (x) => {
        await settled();
        x.response.socket?.end();
      }),
      'cut-off',
    ],
    [
      'a reset after [DONE], before the body ended',
      after2(async (x) => {
        x.finish();
        x.write('data: [DONE]\n\n');
        await settled();
        x.reset();
      }),
      'cut-off',
    ],
  ])('%s', async (_name, script, outcome) => {
    const result = await outcomeOf(script);
    expect([result.outcome, result.message === null]).toEqual([outcome, false]);
  });

  it('nobody listening', async () => {
    mock = await startMock(counts(1));
    const { url } = mock;
    await mock.close();
    expect(await send(url)).toMatchObject({ outcome: 'refused', status: null, headers_ms: null });
  });

  it.each<[string, Script]>([
    ['accept and silence', never],
    ['a stream that hangs', after2(never)],
    ['an endless drip', after2((x) => void setInterval(() => x.write(': still here\n\n'), 5).unref())],
  ])('%s ends with the time limit', async (_name, script) => {
    expect(await outcomeOf(script, { timeout_ms: 100 })).toMatchObject({ outcome: 'timeout' });
  });

  it('no timer is left behind, which would keep the process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((r) => r === 'Timeout').length;
    const before = timers();
    await outcomeOf(counts(1), { timeout_ms: 3_600_000 });
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('stops at the signal, before and within a request', async () => {
    const controller = new AbortController();
    const result = await outcomeOf(
      after2((_x) => {
        controller.abort();
        return never();
      }),
      { signal: controller.signal },
    );
    expect(result.outcome).toBe('aborted');
    const late = await send(mock?.url ?? '', { signal: controller.signal });
    expect([late.outcome, mock?.seen.length]).toEqual(['aborted', 1]);
  });

  it('quotes what came instead', async () => {
    expect((await outcomeOf((x) => void x.response.writeHead(500).end('e'.repeat(5000)))).message).toBe(
      'e'.repeat(300),
    );
  });
});

describe('the expected text', () => {
  it('must be equal', async () => {
    expect((await outcomeOf(counts(3), { expect: ' 1 2 3' })).outcome).toBe('ok');
  });

  it.each([
    [' 1 2 4', 'at character 5: "3", expected "4"'],
    [' 1 2', 'at character 4: " 3", expected the end'],
    [' 1 2 3 4', 'at character 6: the end, expected " 4"'],
    ['\u001b[2J', 'at character 0: " 1 2 3", expected "\\x1b[2J"'],
  ])('says where it is not: %j', async (text, message) => {
    expect(await outcomeOf(counts(3), { expect: text })).toMatchObject({ outcome: 'wrong-text', message });
  });
});

it('a request that cannot even be made leaves nothing behind that would wait for it', async () => {
  let [set, cancelled] = [0, 0];
  const alarm = () => {
    set++;
    return () => void cancelled++;
  };
  const connections = {
    exchange() {
      throw new TypeError('no such header');
    },
    destroy() {},
  };
  const sent = send('http://127.0.0.1', {}, connections, { ...REAL_MEANS.clock, alarm });
  await expect(sent).rejects.toThrow('no such header');
  expect([set, cancelled]).toEqual([1, 1]);
});

describe('connections', () => {
  it('are kept from request to request', async () => {
    mock = await startMock(counts(2));
    const connections = openConnections('http:');
    for (let i = 0; i < 5; i++) expect((await send(mock.url, {}, connections)).outcome).toBe('ok');
    expect(mock.connections()).toBe(1);
    connections.destroy();
  });

  it('that are made for many requests in one go are so when all are asked for: none counts the time of the others', async () => {
    mock = await startMock(counts(2));
    const { url } = mock;
    const connections = openConnections('http:');
    const many = () => Array.from({ length: 8 }, () => send(url, {}, connections));
    const fresh = many();
    const asked = performance.now();
    for (const { outcome, sent_ms } of await Promise.all(fresh)) {
      expect(outcome).toBe('ok');
      expect(sent_ms).toBeGreaterThanOrEqual(asked);
    }
    // a kept one takes its request at once
    const kept = many();
    const kept_asked = performance.now();
    for (const { sent_ms } of await Promise.all(kept)) expect(sent_ms).toBeLessThanOrEqual(kept_asked);
    expect(mock.connections()).toBe(8);
    connections.destroy();
  });

  it('that the server closed meanwhile are replaced, and said so', async () => {
    mock = await startMock((x) => (x.number === 1 ? x.reset() : counts(2)(x)));
    const connections = openConnections('http:');
    expect(await send(mock.url, {}, connections)).toMatchObject({ outcome: 'ok', resent: false });
    expect(await send(mock.url, {}, connections)).toMatchObject({ outcome: 'ok', resent: true });
    expect(mock.seen).toHaveLength(3);
    connections.destroy();
  });

  it('are all replaced where the server closed several', async () => {
    mock = await startMock((x) => (x.number === 2 || x.number === 3 ? x.reset() : counts(2)(x)));
    const { url } = mock;
    const connections = openConnections('http:');
    await Promise.all([0, 1].map(() => send(url, {}, connections)));
    expect(mock.connections()).toBe(2);
    expect(await send(url, {}, connections)).toMatchObject({ outcome: 'ok', resent: true });
    expect(mock.seen).toHaveLength(5);
    connections.destroy();
  });

  it('send the headers of the target', async () => {
    await outcomeOf(counts(1));
    expect(mock?.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer k',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
    });
  });
});

/** Lets what was written reach the client as reads of its own. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

function drip(text: string): Script {
  return async (x) => {
    x.begin();
    for (const byte of Buffer.from(text)) {
      x.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    x.response.end();
  };
}
