import { afterEach, describe, expect, it, vi } from 'vitest';
import { openConnections } from '../../../src/load/http1/connections.ts';
import type { Connections } from '../../../src/ports/exchange.ts';
import { CA, type RawServer, startRaw, type Visit } from './raw-server.ts';
import { ask as askOf, settled, type Told } from './told.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const BEGUN = 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nhello';

type Ask = Parameters<typeof askOf>[2];

/** An answer for every request of every connection. */
const always =
  (answer: string | ((visit: Visit, request: Buffer) => string)) =>
  async (visit: Visit): Promise<void> => {
    for (;;) {
      const request = await visit.request();
      visit.write(typeof answer === 'string' ? answer : answer(visit, request));
    }
  };

describe.each(['http:', 'https:'])('connections of %s', (protocol) => {
  const servers: RawServer[] = [];
  const opened: Connections[] = [];
  const all: Told[] = [];

  afterEach(async () => {
    vi.restoreAllMocks();
    for (const connections of opened.splice(0)) connections.destroy();
    for (const server of servers.splice(0)) await server.close();
    await settled();
    for (const { calls } of all.splice(0)) {
      const ends = calls.filter((call) => call.startsWith('end'));
      expect(ends, calls.join()).toEqual(calls.slice(-1).filter((call) => call.startsWith('end')));
    }
  });

  async function start(script: (visit: Visit) => unknown, host = '127.0.0.1'): Promise<RawServer> {
    const server = await startRaw(script, { protocol, host });
    servers.push(server);
    return server;
  }

  function open(): Connections {
    const connections = openConnections(protocol, CA);
    opened.push(connections);
    return connections;
  }

  function ask(connections: Connections, url: URL, options: Ask = {}) {
    const asked = askOf(connections, url, options);
    all.push(asked.told);
    return asked;
  }

  /** Of a request that goes well, what it says. */
  async function said(connections: Connections, url: URL): Promise<string> {
    const { told } = ask(connections, url);
    expect(await told.ended, told.message).toBe('end');
    return told.body.toString();
  }

  const byNumber = always(({ number }) => OK.replace('ok', `#${number}`));

  it('are used again, and only the first request waits for one', async () => {
    const { url, visits } = await start(always(OK));
    const connections = open();
    const calls: (readonly string[])[] = [];
    for (let i = 0; i < 3; i++) {
      const { told } = ask(connections, url);
      await told.ended;
      calls.push(told.calls);
    }
    const again = ['headers 200', 'data', 'end end'];
    expect(calls).toEqual([['connecting', ...again], again, again]);
    expect(visits).toHaveLength(1);
  });

  it('are used again from within the end of an answer', async () => {
    const { url, visits } = await start(always(OK));
    const connections = open();
    const bodies = await new Promise<string[]>((resolve) => {
      const found: string[] = [];
      const next = () => {
        const { told } = ask(connections, url, {
          on(call) {
            if (call !== 'end') return;
            found.push(told.body.toString());
            if (found.length < 20) next();
            else resolve(found);
          },
        });
      };
      next();
    });
    expect(bodies).toEqual(Array(20).fill('ok'));
    expect(visits).toHaveLength(1);
  });

  it('are as many as there are requests at once, and the last used is taken first', async () => {
    const { url, visits } = await start(byNumber);
    const connections = open();
    const three = [ask(connections, url), ask(connections, url), ask(connections, url)];
    const order: string[] = [];
    await Promise.all(three.map(({ told }) => told.ended.then(() => order.push(told.body.toString()))));
    expect(order.toSorted()).toEqual(['#0', '#1', '#2']);
    expect([await said(connections, url), await said(connections, url)]).toEqual([order[2], order[2]]);
    expect(visits).toHaveLength(3);
  });

  it.each([
    ['connection: close', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok'],
    ['bytes behind the answer', `${OK}!`],
    ['another answer behind the answer', `${OK}${OK}`],
    ['a server that keeps none', OK.replace('\r\n', '\r\nkeep-alive: timeout=0\r\n')],
    ['a server that keeps it for a second', OK.replace('\r\n', '\r\nkeep-alive: timeout=1\r\n')],
  ])('are closed and not used again after %s', async (_name, answer) => {
    const { url, visits } = await start(always(answer));
    const connections = open();
    expect(await said(connections, url)).toBe('ok');
    await visits[0]?.closed;
    expect(await said(connections, url)).toBe('ok');
    expect(visits).toHaveLength(2);
  });

  it('are used again while the server says that it keeps them', async () => {
    const { url, visits } = await start(always(OK.replace('\r\n', '\r\nkeep-alive: timeout=60\r\n')));
    const connections = open();
    expect([await said(connections, url), await said(connections, url)]).toEqual(['ok', 'ok']);
    expect(visits).toHaveLength(1);
  });

  it('are closed and not used again when the time is over for which the server keeps them', async () => {
    const { url, visits } = await start(always(OK.replace('\r\n', '\r\nkeep-alive: timeout=60\r\n')));
    const connections = open();
    await said(connections, url);
    const later = performance.now() + 59_001;
    vi.spyOn(performance, 'now').mockImplementation(() => later);
    await said(connections, url);
    await visits[0]?.closed;
    expect(visits).toHaveLength(2);
  });

  it('are taken out when bytes come that nobody asked for', async () => {
    const { url, visits } = await start(byNumber);
    const connections = open();
    await said(connections, url);
    visits[0]?.write('HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n\r\n');
    await visits[0]?.closed;
    expect(await said(connections, url)).toBe('#1');
  });

  it.each(['close', 'reset'] as const)('are taken out at a %s while they wait', async (how) => {
    const { url, visits } = await start(byNumber);
    const connections = open();
    await said(connections, url);
    if (how === 'reset') visits[0]?.reset();
    else visits[0]?.socket.end();
    await visits[0]?.closed;
    await settled();
    const { told } = ask(connections, url);
    expect([await told.ended, told.body.toString(), told.calls[0]]).toEqual(['end', '#1', 'connecting']);
  });

  it.each([
    ['close', '', 'reset', true],
    ['reset', '', 'reset', true],
    ['close', 'H', 'reset', false],
    ['close', 'HTTP/1.1 100 Continue\r\n\r\n', 'reset', false],
    ['close', BEGUN, 'cut-off', false],
    ['reset', BEGUN, 'cut-off', false],
  ] as const)('that were kept: at a %s after %j the end is %s, stale: %s', async (how, bytes, end, stale) => {
    let read = () => {};
    const hasRead = new Promise<void>((resolve) => {
      read = resolve;
    });
    const { url } = await start(async (visit) => {
      await visit.request();
      visit.write(OK);
      await visit.request();
      if (bytes !== '') visit.write(bytes);
      // a reset overtakes what has not been read
      if (how === 'reset' && bytes !== '') await hasRead;
      if (how === 'reset') visit.reset();
      else visit.socket.end();
    });
    const connections = open();
    await said(connections, url);
    const { told } = ask(connections, url, { on: (call) => call === 'data' && read() });
    expect([await told.ended, told.stale]).toEqual([end, stale]);
    expect(told.message).not.toBe('');
  });

  it.each(['close', 'reset'] as const)('that are fresh are never stale: a %s at once', async (how) => {
    const { url } = await start(async (visit) => {
      await visit.request();
      if (how === 'reset') visit.reset();
      else visit.socket.end();
    });
    const { told } = ask(open(), url);
    expect([await told.ended, told.stale, told.calls]).toEqual(['reset', false, ['connecting', 'end reset']]);
  });

  it.each([
    ['connecting', ['connecting']],
    ['headers', ['connecting', 'headers 200']],
    ['data', ['connecting', 'headers 200', 'data']],
  ])('are closed by a cancel in %s, and tell no more', async (where, calls) => {
    const { url, visits } = await start(async (visit) => {
      await visit.request();
      visit.write(BEGUN);
    });
    const told = await new Promise<Told>((resolve) => {
      const { told, cancel } = ask(open(), url, {
        on(call) {
          if (call !== where) return;
          cancel();
          resolve(told);
        },
      });
    });
    await Promise.all(visits.map(({ closed }) => closed));
    await settled();
    expect(told.calls).toEqual(calls);
  });

  it.each(['headers', 'data'])('are closed by a cancel in %s of an answer that is whole', async (where) => {
    const { url, visits } = await start(always(OK));
    const connections = open();
    const asked = ask(connections, url, {
      on(call) {
        if (call === where) asked.cancel();
      },
    });
    while (visits[0] === undefined) await settled();
    await visits[0].closed;
    await settled();
    expect(asked.told.calls.at(-1)?.split(' ')[0]).toBe(where);
    await said(connections, url);
    expect(visits).toHaveLength(2);
  });

  it('are closed by a cancel before anything has come, again and again', async () => {
    const { url, visits } = await start(() => {});
    const connections = open();
    const { told, cancel } = ask(connections, url);
    while (visits[0] === undefined) await settled();
    cancel();
    cancel();
    await visits[0].closed;
    await settled();
    expect(told.calls).toEqual(['connecting']);
  });

  it('that serve another request are not closed by the cancel of the one before', async () => {
    const { url, visits } = await start(always(OK));
    const connections = open();
    const first = ask(connections, url);
    await first.told.ended;
    const second = ask(connections, url);
    first.cancel();
    expect(await second.told.ended).toBe('end');
    first.cancel();
    await said(connections, url);
    expect(visits).toHaveLength(1);
  });

  it('are all closed by destroy, and nobody is told', async () => {
    const { url, visits } = await start(async (visit) => {
      await visit.request();
      visit.write(OK);
      await visit.request();
      visit.write(BEGUN);
    });
    const connections = open();
    const first = [ask(connections, url), ask(connections, url), ask(connections, url)];
    await Promise.all(first.map(({ told }) => told.ended));
    const busy = await new Promise<Told>((resolve) => {
      const { told } = ask(connections, url, { on: (call) => call === 'data' && resolve(told) });
    });
    const begun = ask(connections, url);
    connections.destroy();
    connections.destroy();
    await Promise.all(visits.map(({ closed }) => closed));
    await settled();
    expect([busy.calls.at(-1), begun.told.calls]).toEqual(['data', []]);
    expect(visits).toHaveLength(3);
  });

  it('take an answer that comes before the request is read whole', async () => {
    const { url } = await start((visit) => {
      visit.socket.once('data', () => {
        visit.socket.pause();
        visit.write('HTTP/1.1 413 Too Large\r\nconnection: close\r\ncontent-length: 2\r\n\r\nno');
      });
    });
    const { told } = ask(open(), url, { body: 'x'.repeat(20_000_000) });
    expect([await told.ended, told.calls[1], told.body.toString()]).toEqual(['end', 'headers 413', 'no']);
  });

  it.each([
    ['by a length', OK, 'end'],
    ['by its end', 'HTTP/1.1 200 OK\r\n\r\nok', 'end'],
    ['by chunks that go on', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n', 'cut-off'],
    ['by a length that is not reached', BEGUN, 'cut-off'],
  ])('that the server closes for its own part end an answer %s', async (_name, answer, end) => {
    const { url } = await start(async (visit) => {
      await visit.request();
      visit.socket.end(answer);
    });
    const { told } = ask(open(), url);
    expect([await told.ended, told.calls[1], told.calls.length]).toEqual([end, 'headers 200', 4]);
  });

  it('that the server closes for its own part end an answer, though the request is not read whole', async () => {
    const { url } = await start((visit) => {
      visit.socket.once('data', () => {
        visit.socket.pause();
        visit.socket.end('HTTP/1.1 413 Too Large\r\n\r\nno');
      });
    });
    const { told } = ask(open(), url, { body: 'x'.repeat(20_000_000) });
    expect([await told.ended, told.body.toString()]).toEqual(['end', 'no']);
  });

  it('take bodies of ten megabytes, many at once and in chunks of all sizes, byte for byte', async () => {
    const big = Buffer.alloc(10_000_000);
    for (let i = 0; i < big.length; i += 4) big.writeUInt32LE(Math.imul(i, 2654435761) >>> 0, i);
    const part = (at: number, size: number) => big.subarray(at, Math.min(big.length, at + size));
    const { url } = await start(async (visit) => {
      const size = Number((await visit.request()).toString('latin1').split('\r\n\r\n')[1]);
      visit.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const end = size > 10_000 ? big.length : 300_000;
      for (let at = 0; at < end; at += size) {
        const bytes = part(at, Math.min(size, end - at));
        visit.write(
          Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
        );
      }
      visit.write('0\r\n\r\n');
    });
    const connections = open();
    const asked = [4_000_000, 65_536, 65_521, 1021, 13].map((size) =>
      ask(connections, url, { body: String(size) }),
    );
    for (const [i, { told }] of asked.entries()) {
      expect(await told.ended).toBe('end');
      expect(told.body.equals(i < 3 ? big : big.subarray(0, 300_000))).toBe(true);
    }
  });

  it('of two origins are kept apart', async () => {
    const one = await start(always(OK));
    const other = await start(always(OK.replace('ok', 'no')));
    const connections = open();
    const both = () => Promise.all([said(connections, one.url), said(connections, other.url)]);
    expect([await both(), await both(), await both()]).toEqual(Array(3).fill(['ok', 'no']));
    expect([one.visits.length, other.visits.length]).toEqual([1, 1]);
  });

  it('are refused where nobody listens', async () => {
    const server = await startRaw(() => {}, { protocol });
    await server.close();
    const { told } = ask(open(), server.url);
    expect([await told.ended, told.stale, told.calls]).toEqual([
      'refused',
      false,
      ['connecting', 'end refused'],
    ]);
    expect(told.message).toMatch(/ECONNREFUSED/);
  });

  it('tell nothing from inside of what begins an exchange', async () => {
    const { url } = await start(always(OK));
    const connections = open();
    const fresh = ask(connections, url);
    expect(fresh.told.calls).toEqual([]);
    await fresh.told.ended;
    const kept = ask(connections, url);
    expect(kept.told.calls).toEqual([]);
    await kept.told.ended;
  });
});
