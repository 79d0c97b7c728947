import { expect, it } from 'vitest';
import { afterReads, type Task } from '../../src/load/after-reads.ts';
import { chunkReader } from '../../src/load/dialects/dialect.ts';
import { REAL_MEANS } from '../../src/load/means.ts';
import { sendRequest } from '../../src/load/request.ts';
import type { Connections, ExchangeListener } from '../../src/ports/exchange.ts';

const turn = () => new Promise<void>((go) => setImmediate(go));

/** Connections over which nothing is sent: whoever listens can be told of an answer. */
function heardBy(listeners: ExchangeListener[]): Connections {
  return {
    exchange(_, listener) {
      listeners.push(listener);
      return () => {};
    },
    destroy() {},
  };
}

it('parses all that was read, then sends, and keeps when nothing is to be sent', async () => {
  const later = afterReads();
  const done: string[] = [];
  const add = (what: string, task: Task) => later(() => void done.push(what), task);
  for (const one of ['1', '2']) for (const task of ['keep', 'send', 'parse'] as const) add(task + one, task);
  expect(done).toEqual([]);
  for (let turns = 0; turns < 4; turns++) await turn();
  expect(done).toEqual(['parse1', 'parse2', 'send1', 'send2', 'keep1', 'keep2']);
});

it('reads again before it sends or keeps another, and what it has set going is done by then', async () => {
  const later = afterReads();
  const done: string[] = [];
  const set = () => void Promise.resolve().then(() => done.push('sent'));
  for (let n = 0; n < 3; n++) later(set, 'send');
  for (let n = 0; n < 3; n++) {
    await turn();
    later(() => void done.push('parsed'), 'parse');
  }
  await turn();
  expect(done).toEqual(['sent', 'parsed', 'sent', 'parsed', 'sent', 'parsed']);
});

it('answers are kept though there is always something to send, and few of them wait', async () => {
  const later = afterReads();
  let [sent, kept] = [0, 0];
  const send = () => {
    sent++;
    later(() => kept++, 'keep');
    if (sent < 500) later(send, 'send');
  };
  later(send, 'send');
  while (sent < 500) await turn();
  expect(sent - kept).toBeLessThan(300);
});

it('works that ask for work are heard', async () => {
  const later = afterReads();
  const done = new Promise<string>((go) =>
    later(() => later(() => later(() => go('kept'), 'keep'), 'send'), 'parse'),
  );
  expect(await done).toBe('kept');
});

it('what an event costs, and the end of its request, is in no time of another that came with it', async () => {
  let now = 0;
  const clock = { now: () => now, alarm: () => () => {} };
  const after_reads = afterReads();
  const listeners: ExchangeListener[] = [];
  const read = chunkReader('completions');
  const asked = { phase: 'measure', worker: 0, intended_ms: 0, requested_tokens: 1 } as const;
  const traces = [0, 1].map((index) =>
    sendRequest({
      ...{ asked: { ...asked, index }, url: new URL('http://x/'), headers: {}, body: '', expect: null },
      ...{
        timeout_ms: 1000,
        signal: new AbortController().signal,
        origin: 0,
        on_read() {},
        on_free() {},
        clock,
      },
      read(event) {
        now += 10;
        return read(event);
      },
      connections: heardBy(listeners),
      after_reads,
    }),
  );
  const answer = `data: {"choices":[{"text":" 1","finish_reason":"length"}]}\n\ndata: [DONE]\n\n`;
  for (const listener of listeners) {
    now += 1;
    listener.headers(200, { 'content-type': 'text/event-stream' });
    listener.data(Buffer.from(answer));
    listener.end('end', '', false);
  }
  const ends = (await Promise.all(traces)).map(({ outcome, first_event_ms, ended_ms }) => [
    outcome,
    first_event_ms,
    ended_ms,
  ]);
  expect(ends).toEqual([
    ['ok', 1, 1],
    ['ok', 2, 2],
  ]);
  expect(now).toBeGreaterThan(30);
});

it.each([
  ['takes nothing more of what was read before', false, { outcome: 'timeout', first_event_ms: null }],
  ['has not, where its end was read before', true, { outcome: 'ok', first_event_ms: 0 }],
])('a request that has timed out %s', async (_, whole, expected) => {
  let ring = () => {};
  const clock = {
    now: () => 0,
    alarm: (_: number, act: () => void) => {
      ring = act;
      return () => {
        ring = () => {};
      };
    },
  };
  const listeners: ExchangeListener[] = [];
  const trace = sendRequest({
    asked: { index: 0, phase: 'measure', worker: 0, intended_ms: 0, requested_tokens: 1 },
    ...{ url: new URL('http://x/'), headers: {}, body: '', expect: null, timeout_ms: 5, origin: 0 },
    ...{
      signal: new AbortController().signal,
      on_read() {},
      on_free() {},
      clock,
      read: chunkReader('completions'),
    },
    connections: heardBy(listeners),
    after_reads: REAL_MEANS.afterReads(),
  });
  listeners[0]?.headers(200, { 'content-type': 'text/event-stream' });
  const answer = 'data: {"choices":[{"text":" 1","finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
  listeners[0]?.data(Buffer.from(answer));
  if (whole) listeners[0]?.end('end', '', false);
  ring();
  expect(await trace).toMatchObject(expected);
});
