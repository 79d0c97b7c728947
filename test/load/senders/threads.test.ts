import { EventEmitter } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import type { ClientReadings } from '../../../src/load/client-watch.ts';
import { requestUrl } from '../../../src/load/dialects/dialect.ts';
import { REAL_MEANS } from '../../../src/load/means.ts';
import type { Asked } from '../../../src/load/request.ts';
import { localSender } from '../../../src/load/senders/local.ts';
import { clockAhead, type Order, type Report } from '../../../src/load/senders/messages.ts';
import type { Sender, SenderSpec } from '../../../src/load/senders/sender.ts';
import { serve } from '../../../src/load/senders/serve.ts';
import { type Thread, threadSender } from '../../../src/load/senders/threads.ts';
import { type MockServer, startMock } from '../../../src/mock/server.ts';
import { pem } from '../pem.ts';
import { InThis } from './in-this.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function mockOf(...scenarios: string[]): Promise<MockServer> {
  const mock = await startMock({ scenarios });
  closers.push(() => mock.close());
  return mock;
}

const specOf = (url: string, more: Partial<SenderSpec> = {}): SenderSpec => ({
  url: requestUrl(url, 'completions').href,
  headers: {},
  dialect: 'completions',
  expect: null,
  timeout_ms: 5_000,
  origin: 0,
  ...more,
});

/** A thread that never says a word unless the test does. */
class Dumb extends EventEmitter implements Thread {
  readonly orders: Order[] = [];
  terminated = false;

  postMessage(order: Order): void {
    this.orders.push(order);
  }

  say(report: Report): void {
    this.emit('message', report);
  }

  terminate(): void {
    this.terminated = true;
  }
}

const QUIET: ClientReadings = {
  delay_p99_ms: 1,
  longest_pause_ms: 2,
  read_wait_p99_ms: null,
  read_wait_p95_ms: null,
  read_wait_p50_ms: null,
  reads: 0,
  longest_gc_ms: 0,
  cpu_share: 0.5,
};
const meansOf = (start: () => Thread, ca: string | null = null) => ({
  start,
  ca,
  cores: 2,
  watchClient: () => ({ read() {}, stop: () => QUIET }),
});

async function senderOf<T extends Thread>(
  start: () => T,
  { threads = 2, signal = new AbortController().signal, spec = specOf('http://127.0.0.1:1') } = {},
) {
  const started: T[] = [];
  const made = threadSender(
    spec,
    meansOf(() => {
      const thread = start();
      started.push(thread);
      return thread;
    }),
    threads,
    signal,
  );
  closers.push(() => made.then((sender) => sender.close()).catch(() => {}));
  return { made, started };
}

async function dumb(threads = 2, signal?: AbortSignal) {
  const { made, started } = await senderOf(() => new Dumb(), { threads, ...(signal && { signal }) });
  for (const thread of started) thread.say({ kind: 'ready' });
  return { sender: await made, started };
}

const asked = (index: number): Asked => ({
  ...{ index, phase: 'measure', worker: index, intended_ms: 0, requested_tokens: 8 },
});
const BODY = JSON.stringify({
  prompt: 'x',
  stream: true,
  stream_options: { include_usage: true },
  max_tokens: 8,
});
const ask = (sender: Sender, index: number, slot = index) => sender.send(asked(index), BODY, slot, () => {});

describe('requests that are sent from threads', () => {
  it.each([
    'whole',
    'speculation',
    'http-503',
    'error-in-the-middle',
    'close-in-the-middle',
    'truncated-in-order',
    'megabyte-event',
  ])('have the traces of those sent from here: %s', async (scenario) => {
    const mock = await mockOf(scenario);
    const spec = specOf(mock.url);
    const here = localSender(spec, REAL_MEANS, new AbortController().signal);
    closers.push(() => here.close());
    const { made } = await senderOf(() => new InThis(), { spec });
    const there = await made;
    const timeless = ({
      sent_ms,
      headers_ms,
      ended_ms,
      token_events_ms,
      ...trace
    }: Awaited<ReturnType<Sender['send']>>) => ({
      ...trace,
      ...{ first_event_ms: null, last_event_ms: null, last_choice_ms: null },
      events: token_events_ms.length,
      timed: [sent_ms, headers_ms, ended_ms].map((at) => at !== null),
    });
    expect(timeless(await ask(there, 3))).toEqual(timeless(await ask(here, 3)));
  });

  it('are all told, once each, and no two slots of different threads share a connection', async () => {
    const mock = await mockOf('whole');
    const { made, started } = await senderOf(() => new InThis(), { threads: 3, spec: specOf(mock.url) });
    const sender = await made;
    const freed: number[] = [];
    for (let round = 0; round < 4; round++)
      await Promise.all(
        Array.from({ length: 9 }, async (_, slot) => {
          const index = 9 * round + slot;
          const trace = await sender.send(asked(index), BODY, slot, (ended_ms) => {
            freed.push(index);
            expect(ended_ms).toBeGreaterThan(0);
          });
          expect([trace.index, trace.outcome]).toEqual([index, 'ok']);
        }),
      );
    expect([...freed].sort((a, b) => a - b)).toEqual(Array.from({ length: 36 }, (_, i) => i));
    expect(mock.log().requests).toHaveLength(36);
    expect(mock.log().connections).toBe(9);
    const sent = started.map(({ orders }) =>
      orders.flatMap((order) => (order.kind === 'send' ? [order.asked.index % 9] : [])),
    );
    expect(sent.map((slots) => [...new Set(slots)].sort())).toEqual([
      [0, 3, 6],
      [1, 4, 7],
      [2, 5, 8],
    ]);
  });

  it('have times of the clock of the main thread, however far its own is from that', async () => {
    const mock = await mockOf('whole');
    const { port1, port2 } = new MessageChannel();
    closers.push(() => port1.close());
    serve(port2);
    const trace = await new Promise<Extract<Report, { kind: 'trace' }>['trace']>((resolve) => {
      port1.on('message', (report: Report) => {
        if (report.kind === 'trace') resolve(report.trace);
      });
      // the clock of that main thread is a million ahead
      port1.postMessage({
        kind: 'begin',
        spec: specOf(mock.url),
        clock_ahead_ms: clockAhead() + 1e6,
        ca: null,
      });
      port1.postMessage({ kind: 'send', id: 1, asked: asked(0), body: BODY });
    });
    const [arrived = 0] = mock.log().requests.map(({ arrived: at }) => at);
    const by_thread = { sent: (trace.sent_ms ?? 0) - 1e6, ended: (trace.ended_ms ?? 0) - 1e6 };
    const now = performance.now();
    expect(by_thread.sent).toBeGreaterThan(0);
    expect(by_thread.sent).toBeLessThanOrEqual(by_thread.ended);
    expect(by_thread.ended).toBeLessThanOrEqual(now + 1);
    expect(arrived).toBeGreaterThanOrEqual(0);
  });

  it('end with the signal: what is open is aborted, in every thread', async () => {
    const mock = await mockOf('hang-in-the-middle');
    const stop = new AbortController();
    const { made } = await senderOf(() => new InThis(), { signal: stop.signal, spec: specOf(mock.url) });
    const sender = await made;
    const open = Promise.all([ask(sender, 0), ask(sender, 1)]);
    while (mock.log().requests.length < 2) await new Promise((go) => setTimeout(go, 5));
    stop.abort();
    expect((await open).map(({ outcome }) => outcome)).toEqual(['aborted', 'aborted']);
    expect((await ask(sender, 2)).outcome).toBe('aborted');
  });
});

it('a thread trusts the authority that the main one trusts', async () => {
  const mock = await startMock({
    scenarios: ['whole'],
    tls: { cert: pem('trusted'), key: pem('key') },
  });
  closers.push(() => mock.close());
  for (const [ca, outcome] of [
    [pem('ca'), 'ok'],
    [null, 'tls'],
  ] as const) {
    const stop = new AbortController().signal;
    const sender = await threadSender(
      specOf(mock.url),
      meansOf(() => new InThis(), ca),
      1,
      stop,
    );
    closers.push(() => sender.close());
    expect((await ask(sender, 0)).outcome).toBe(outcome);
  }
});

describe('a thread that ends by itself', () => {
  it('takes with it what is open, what is asked for later, and what it saw of itself', async () => {
    const { sender, started } = await dumb();
    const [open, other] = [ask(sender, 0), ask(sender, 1)];
    const stopWatching = sender.watch();
    const readings = stopWatching();
    started[0]?.emit('error', new Error('out of memory'));
    started[0]?.emit('exit', 1);
    await expect(open).rejects.toMatchObject({ fault: { name: 'client-late', retry: { max: 2 } } });
    await expect(open).rejects.toThrow('out of memory');
    await expect(readings).rejects.toThrow('out of memory');
    await expect(ask(sender, 2)).rejects.toThrow('out of memory');
    started[1]?.emit('exit', 3);
    await expect(other).rejects.toThrow('ended by itself: exit code 3');
  });

  it('before it can send: there is no load, and the others are ended', async () => {
    const { made, started } = await senderOf(() => new Dumb());
    started[1]?.say({ kind: 'ready' });
    started[0]?.emit('error', new Error('no such file'));
    await expect(made).rejects.toThrow('no such file');
    expect(started.map(({ terminated }) => terminated)).toEqual([true, true]);
  });

  it('that cannot even be started ends those that were', async () => {
    const first = new Dumb();
    let asked_for = 0;
    const made = threadSender(
      specOf('http://127.0.0.1:1'),
      meansOf(() => {
        if (asked_for++ === 1) throw new Error('no more threads');
        return first;
      }),
      2,
      new AbortController().signal,
    );
    await expect(made).rejects.toThrow('no more threads');
    expect(first.terminated).toBe(true);
  });

  it('is no matter when all is over', async () => {
    const { sender, started } = await dumb();
    sender.close();
    expect(started.map(({ terminated }) => terminated)).toEqual([true, true]);
    for (const thread of started) thread.emit('exit', 1);
  });
});

describe('what the client saw of itself', () => {
  it('is the worst of all threads, the main one among them, and the reads of all', async () => {
    const { sender, started } = await dumb();
    const stopWatching = sender.watch();
    expect(started.map(({ orders }) => orders.at(-1))).toEqual([{ kind: 'watch' }, { kind: 'watch' }]);
    const found = stopWatching();
    started[0]?.say({
      kind: 'readings',
      readings: { ...QUIET, delay_p99_ms: 40, reads: 100, read_wait_p95_ms: 3 },
    });
    started[1]?.say({
      kind: 'readings',
      readings: { ...QUIET, longest_pause_ms: 300, reads: 50, cpu_share: 0.9 },
    });
    expect(await found).toEqual({
      ...QUIET,
      delay_p99_ms: 40,
      longest_pause_ms: 300,
      read_wait_p95_ms: 3,
      reads: 150,
      cpu_share: 0.5,
    });
  });

  it('is seen in a thread, too', async () => {
    const mock = await mockOf('whole');
    const { made } = await senderOf(() => new InThis(), { threads: 1, spec: specOf(mock.url) });
    const sender = await made;
    const stopWatching = sender.watch();
    await ask(sender, 0);
    expect((await stopWatching()).reads).toBeGreaterThan(0);
  });
});
