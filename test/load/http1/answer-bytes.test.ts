import http from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerBytes } from '../../../src/load/http1/answer-bytes.ts';
import { NoHttpAnswer } from '../../../src/load/http1/answer-head.ts';
import { CORPUS } from './corpus.ts';
import { type RawServer, startRaw } from './raw-server.ts';

interface Found {
  /** null: no head was whole. */
  readonly status: number | null;
  readonly body: string;
  readonly whole: boolean;
  readonly kept: boolean;
}

const ANSWERS = Object.entries(CORPUS).map(([name, text]) => [name, Buffer.from(text, 'latin1')] as const);

let server: RawServer;
beforeAll(async () => {
  server = await startRaw(async (visit) => {
    const [, at] = /^POST \/(\d+) /.exec((await visit.request()).toString('latin1')) ?? [];
    visit.socket.end(ANSWERS[Number(at)]?.[1] ?? '');
  });
});
afterAll(() => server.close());

/** What Node's own client makes of the same bytes. */
async function reference(at: number): Promise<Found> {
  const agent = new http.Agent({ keepAlive: true });
  let kept = false;
  agent.on('free', () => {
    kept = true;
  });
  try {
    return await new Promise((resolve) => {
      const { hostname: host, port } = server.url;
      const request = http.request({ host, port, path: `/${at}`, method: 'POST', agent });
      request.on('error', () => resolve({ status: null, body: '', whole: false, kept }));
      request.on('response', (response) => {
        const parts: Buffer[] = [];
        const done = (whole: boolean) => {
          const body = Buffer.concat(parts).toString('latin1');
          setImmediate(() => resolve({ status: response.statusCode ?? null, body, whole, kept }));
        };
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => done(true));
        response.on('error', () => done(false));
      });
      request.end();
    });
  } finally {
    agent.destroy();
  }
}

const READ = Buffer.alloc(1024 * 1024);

/** Every read comes by the same buffer, as from a socket. */
function read(pieces: readonly Uint8Array[]): Found {
  let status: number | null = null;
  const answer = new AnswerBytes((head) => {
    status = head.status;
  });
  const body: Buffer[] = [];
  for (const piece of pieces) {
    READ.set(piece);
    const data = answer.take(READ.subarray(0, piece.length));
    READ.fill('!', 0, piece.length);
    if (data !== null) body.push(data);
  }
  const whole = answer.whole || answer.close();
  const kept = whole && !answer.surplus && (answer.head?.kept_ms ?? 0) > 0;
  return { status, body: Buffer.concat(body).toString('latin1'), whole, kept };
}

function cutAt(bytes: Uint8Array, ...cuts: number[]): Uint8Array[] {
  const at = [0, ...cuts, bytes.length];
  return at.slice(1).map((to, i) => bytes.subarray(at[i], to));
}

const somewhere = (bytes: Uint8Array, cuts: readonly number[]) =>
  cutAt(bytes, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b));

const SHORT = 90;

describe('the bytes of an answer', () => {
  it.each(ANSWERS.map(([name, bytes], at) => [name, bytes, at] as const))(
    'are read as by Node, cut anywhere: %s',
    async (_name, bytes, at) => {
      const expected = await reference(at);
      const check = (...cuts: number[]) => {
        const found = read(cutAt(bytes, ...cuts));
        if (JSON.stringify(found) !== JSON.stringify(expected))
          expect(found, `cut at ${cuts.join(' and ')}`).toEqual(expected);
      };
      expect(read([bytes])).toEqual(expected);
      expect(read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
      for (let a = 0; a <= bytes.length; a++) {
        check(a);
        for (let b = a; bytes.length <= SHORT && b <= bytes.length; b++) check(a, b);
      }
    },
  );

  it('give the payload back, in whatever chunks and reads it came', () => {
    const head = fc.constantFrom('HTTP/1.1 200 OK\r\n', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n');
    const chunk = fc.record({
      data: fc.uint8Array({ minLength: 1, maxLength: 300 }),
      extension: fc.constantFrom('', ';a', ';a="b c"', ' ;a=1'),
      upper: fc.boolean(),
      zeros: fc.constantFrom('', '0', '000'),
    });
    const trailers = fc.constantFrom('', 'x-sum: 1\r\n', 'a: b\r\nc: d\r\n');
    const property = fc.property(
      ...[head, fc.array(chunk, { maxLength: 12 }), trailers, fc.array(fc.nat())],
      (first, chunks, last, cuts) => {
        const pieces = chunks.flatMap(({ data, extension, upper, zeros }) => {
          const size = data.length.toString(16);
          return [`${zeros}${upper ? size.toUpperCase() : size}${extension}\r\n`, Buffer.from(data), '\r\n'];
        });
        const all = [first, 'transfer-encoding: chunked\r\n\r\n', ...pieces, '0\r\n', last, '\r\n'];
        const bytes = Buffer.concat(
          all.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
        );
        const body = Buffer.concat(chunks.map(({ data }) => data)).toString('latin1');
        expect(read(somewhere(bytes, cuts))).toEqual({ status: 200, body, whole: true, kept: true });
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('give the payload of a length back, in whatever reads it came', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 2000 }), fc.array(fc.nat()), (payload, cuts) => {
      const head = `HTTP/1.1 200 OK\r\ncontent-length: ${payload.length}\r\n\r\n`;
      const bytes = Buffer.concat([Buffer.from(head), payload]);
      const body = Buffer.from(payload).toString('latin1');
      expect(read(somewhere(bytes, cuts))).toEqual({ status: 200, body, whole: true, kept: true });
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('are refused in one way only, whatever they are', () => {
    const piece = fc.constantFrom(
      ...[
        'HTTP/1.1 200 OK\r\n',
        'HTTP/1.1 100 Continue\r\n\r\n',
        'HTTP/1.0 204\r\n',
        'HTTP/1.1',
        '\r\n',
        '\r\n\r\n',
      ],
      ...[
        'content-length: 3\r\n',
        'transfer-encoding: chunked\r\n',
        'connection: close\r\n',
        'x: y\r\n',
        'x',
      ],
      ...['\r', '\n', ' ', ':', ';', '0\r\n\r\n', '3\r\nabc\r\n', 'f', '5', '\0', '\t', '\xff'],
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join(''), 'latin1')),
      fc.uint8Array({ maxLength: 300 }),
    );
    const outcome = (pieces: readonly Uint8Array[]) => {
      try {
        return read(pieces);
      } catch (error) {
        if (!(error instanceof NoHttpAnswer)) throw error;
        return 'refused';
      }
    };
    const property = fc.property(text, fc.array(fc.nat()), (bytes, cuts) => {
      expect(outcome(somewhere(bytes, cuts))).toEqual(outcome([bytes]));
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('that come behind its end are no part of it, in the same read or in the next', () => {
    for (const text of [
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokmore',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\nmore',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n\r\n',
    ]) {
      const bytes = Buffer.from(text);
      for (let cut = 0; cut <= bytes.length; cut++)
        expect(read(cutAt(bytes, cut))).toEqual({ status: 200, body: 'ok', whole: true, kept: false });
    }
  });

  it('tell the head once, before the body and with all of its headers', () => {
    const heads: unknown[] = [];
    const answer = new AnswerBytes((head) => heads.push({ ...head.headers }));
    const head = Buffer.from('HTTP/1.1 200 OK\r\nX-A: b \r\nx-a:c\r\nContent-Length: 2\r\n\r');
    expect(answer.take(head)).toBeNull();
    expect([heads, answer.any]).toEqual([[], true]);
    expect(answer.take(Buffer.from('\no'))?.toString()).toBe('o');
    expect(answer.take(Buffer.from('k'))?.toString()).toBe('k');
    expect(heads).toEqual([{ 'x-a': 'b, c', 'content-length': '2' }]);
  });

  it.each([
    ['', Number.POSITIVE_INFINITY],
    ['keep-alive: timeout=5\r\n', 4000],
    ['Keep-Alive: max=3, Timeout=60\r\n', 59_000],
    ['keep-alive: timeout=1\r\n', 0],
    ['keep-alive: timeout=0\r\n', 0],
    ['keep-alive: max=3\r\n', Number.POSITIVE_INFINITY],
    ['connection: close\r\nkeep-alive: timeout=5\r\n', 0],
  ])('with %j in its head keep the connection for so long', (line, kept_ms) => {
    const answer = new AnswerBytes(() => {});
    answer.take(Buffer.from(`HTTP/1.1 200 OK\r\n${line}content-length: 0\r\n\r\n`));
    expect(answer.head?.kept_ms).toBe(kept_ms);
  });
});
