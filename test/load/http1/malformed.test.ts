import { afterEach, describe, expect, it } from 'vitest';
import { AnswerBytes } from '../../../src/load/http1/answer-bytes.ts';
import { NoHttpAnswer } from '../../../src/load/http1/answer-head.ts';
import { openConnections } from '../../../src/load/http1/connections.ts';
import { type RawServer, startRaw } from './raw-server.ts';
import { ask, settled } from './told.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const headed = (lines: string) => `${OK}${lines}\r\n\r\n`;
const chunked = (rest: string) => `${OK}transfer-encoding: chunked\r\n\r\n${rest}`;
const much = 'x'.repeat(17 * 1024);

const BEFORE_THE_HEAD: readonly (readonly [string, string, RegExp])[] = [
  ['no status line', 'hello\r\n\r\n', /begins with "hello"/],
  ['nothing but a header', 'x: y\r\n\r\n', /begins with "x: y"/],
  ['a web page', '<html>\r\n\r\n</html>', /begins with "<html>"/],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', /begins with "SSH-2.0-OpenSSH_9.6"/],
  ['HTTP/2', 'HTTP/2 200 OK\r\n\r\n', /begins with "HTTP\/2 200 OK"/],
  ['HTTP/0.9', 'HTTP/0.9 200 OK\r\n\r\n', /begins with/],
  ['HTTP/1.2', 'HTTP/1.2 200 OK\r\n\r\n', /begins with/],
  ['lower case', 'http/1.1 200 ok\r\n\r\n', /begins with/],
  ['no status', 'HTTP/1.1 OK\r\n\r\n', /begins with/],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n', /begins with/],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n', /begins with/],
  ['a status of no class', 'HTTP/1.1 099 OK\r\n\r\n', /begins with/],
  ['a bare LF behind the status', `HTTP/1.1 200 OK\nx: y\r\n\r\n`, /begins with/],
  ['a long first line, which is cut', `${much.slice(0, 999)}\r\n\r\n`, /begins with "x{60}\.\.\."$/],
  ['a header without a colon', headed('x: y\r\nhello'), /header line "hello"/],
  ['a header without a name', headed(': y'), /header line ": y"/],
  ['a space before the colon', headed('x : y'), /header line "x : y"/],
  ['a space in a name', headed('x y: z'), /header line "x y: z"/],
  ['a name that is not ASCII', headed('\xe9: z'), /header line/],
  ['a line that goes on', headed('x: y\r\n z'), /header line " z"/],
  ['a NUL in a header', headed('x: a\0b'), /header line "x: a\\u0000b"/],
  ['a control character in a header', headed('x: a\x01'), /header line "x: a\\u0001"/],
  ['a DEL in a header', headed('x: \x7f'), /header line/],
  ['a bare CR in a header', headed('x: a\rb'), /header line "x: a\\rb"/],
  ['a bare LF in a header', headed('x: a\ny: b'), /header line "x: a\\ny: b"/],
  ['a length with a plus', headed('content-length: +5'), /content-length is "\+5"/],
  ['a length below nothing', headed('content-length: -5'), /content-length is "-5"/],
  ['a length with a space', headed('content-length: 5 5'), /content-length is "5 5"/],
  ['a length in hex', headed('content-length: 0x5'), /content-length is "0x5"/],
  ['a length with a point', headed('content-length: 5.0'), /content-length is "5.0"/],
  ['an empty length', headed('content-length:'), /content-length is ""/],
  ['a length beyond all numbers', headed('content-length: 9007199254740993'), /content-length is/],
  ['two lengths', headed('content-length: 5\r\ncontent-length: 6'), /content-length is "5, 6"/],
  ['the same length twice', headed('content-length: 5\r\ncontent-length: 5'), /content-length is "5, 5"/],
  [
    'a length and chunks',
    headed('content-length: 5\r\ntransfer-encoding: chunked'),
    /a content-length and a transfer-encoding/,
  ],
  ['a length and another coding', headed('transfer-encoding: gzip\r\ncontent-length: 5'), /and a transfer/],
  ['a head that is too long', headed(`x: ${much}`), /head does not end/],
  ['a head of many headers', headed('x: y\r\n'.repeat(3000).trim()), /head does not end/],
  ['a head without end', `${OK}x: ${much}`, /head does not end/],
  ['another protocol from here on', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', /another protocol/],
  ['an interim answer that is none', 'HTTP/1.1 100 Continue\r\nhello\r\n\r\n', /header line "hello"/],
  ['no answer behind an interim one', 'HTTP/1.1 100 Continue\r\n\r\nhello\r\n\r\n', /begins with "hello"/],
];

const BEHIND_THE_HEAD: readonly (readonly [string, string, RegExp])[] = [
  ['no size', chunked('\r\nhello\r\n'), /between its chunks stands a byte 0x0d/],
  ['no size but an extension', chunked(';a\r\nhello\r\n'), /a byte 0x3b/],
  ['a size that is none', chunked('hello\r\n'), /a byte 0x68/],
  ['a size that goes on otherwise', chunked('5g\r\nhello\r\n'), /a byte 0x67/],
  ['a size with 0x', chunked('0x5\r\nhello\r\n'), /a byte 0x78/],
  ['a size with a minus', chunked('-5\r\nhello\r\n'), /a byte 0x2d/],
  ['a size that is too long', chunked('1234567890123\r\n'), /too many digits/],
  ['a bare LF behind a size', chunked('5\nhello\r\n'), /a byte 0x0a/],
  ['a bare CR behind a size', chunked('5\rhello\r\n'), /a byte 0x68/],
  ['a bare LF behind an extension', chunked('5;a\nhello\r\n'), /a byte 0x0a/],
  ['nothing behind a chunk', chunked('5\r\nhello0\r\n\r\n'), /a byte 0x30/],
  ['a bare LF behind a chunk', chunked('5\r\nhello\n0\r\n\r\n'), /a byte 0x0a/],
  ['a bare CR behind a chunk', chunked('5\r\nhello\r0\r\n\r\n'), /a byte 0x30/],
  ['an extension without end', chunked(`5;${much}`), /says too much/],
  ['trailers without end', chunked(`0\r\n${'x: y\r\n'.repeat(4000)}`), /says too much/],
  ['a trailer without end', chunked(`0\r\nx: ${much}`), /says too much/],
  ['a bare CR in a trailer', chunked('0\r\nx: \ry\r\n\r\n'), /a byte 0x79/],
  ['a bare CR at the end', chunked('0\r\n\rx'), /a byte 0x78/],
];

function inPiecesOf(size: number, bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

function refusal(pieces: readonly Buffer[]): Error {
  const answer = new AnswerBytes(() => {});
  try {
    for (const piece of pieces) answer.take(piece);
  } catch (error) {
    return error as Error;
  }
  throw new Error('it was taken');
}

let server: RawServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** The server goes on waiting: the client must end it. */
async function exchanged(bytes: Buffer) {
  server = await startRaw(async (visit) => {
    await visit.request();
    visit.write(bytes);
  });
  const connections = openConnections('http:');
  try {
    const { told } = ask(connections, server.url);
    await told.ended;
    await server.visits[0]?.closed;
    await settled();
    return told;
  } finally {
    connections.destroy();
  }
}

describe.each([
  ['before the head', BEFORE_THE_HEAD, ['connecting', 'end network']],
  ['behind the head', BEHIND_THE_HEAD, ['connecting', 'headers 200', 'end cut-off']],
] as const)('what is no answer %s', (_place, cases, calls) => {
  it.each(cases)('is refused, and ends the exchange once: %s', async (_name, text, message) => {
    const bytes = Buffer.from(text, 'latin1');
    const error = refusal([bytes]);
    expect(error).toBeInstanceOf(NoHttpAnswer);
    expect(error.message).toMatch(message);
    expect(refusal(inPiecesOf(Math.ceil(bytes.length / 500), bytes))).toBeInstanceOf(NoHttpAnswer);
    const told = await exchanged(bytes);
    expect(told.calls.filter((call) => call !== 'data')).toEqual(calls);
    expect(told.message).toMatch(message);
    expect(told.message).toMatch(/^no answer of HTTP: /);
    expect(told.stale).toBe(false);
  });
});

it('keeps what is as long as it may be', () => {
  const head = `${OK}content-length: 0\r\nx: `;
  const long = `${head}${'x'.repeat(16 * 1024 - head.length)}\r\n\r\n`;
  const aside = 'x'.repeat(16 * 1024 - 1);
  for (const text of [long, chunked(`5;${aside}\r\nhello\r\n1;${aside}\r\na\r\n0\r\n\r\n`)]) {
    const answer = new AnswerBytes(() => {});
    answer.take(Buffer.from(text));
    expect(answer.whole).toBe(true);
  }
});
