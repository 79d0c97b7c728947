import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { MockEvent } from './events.ts';
import type { Scenario } from './script.ts';

type Framing = Scenario['framing'];

/** Leave to send the body. */
export const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

const NEWLINES = { lf: ['\n'], cr: ['\r'], crlf: ['\r\n'], mixed: ['\n', '\r\n', '\r'] } as const;

/** One event as bytes of a stream; `number` counts from 0. */
export function framed({ data }: MockEvent, number: number, framing: Framing): Buffer {
  const endings = NEWLINES[framing.newline];
  const end = endings[number % endings.length] ?? '\n';
  const colon = framing.space ? ': ' : ':';
  const lines: string[] = [];
  if (framing.comments) lines.push(': a comment', ':');
  if (framing.fields) lines.push(`event${colon}message`, `id${colon}${number}`, `retry${colon}3000`);
  const parts = framing.multi_line && data.startsWith('{') ? brokenBetweenTokens(data) : [data];
  for (const part of parts) lines.push(`data${colon}${part}`);
  const mark = framing.byte_order_mark && number === 0 ? '\ufeff' : '';
  return Buffer.from(`${mark}${lines.join(end)}${end}${end}`);
}

/** JSON may be broken after its opening brace and before its closing one. */
function brokenBetweenTokens(json: string): readonly string[] {
  return [json.slice(0, 1), json.slice(1, -1), json.slice(-1)];
}

/** A piece of a body as HTTP transfers it. */
export function transferred(bytes: Buffer, { transfer, version }: Framing): Buffer {
  if (transfer !== 'chunked' || version === '1.0' || bytes.length === 0) return bytes;
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

/** What ends a body in order; null: the end of the connection does. */
export function bodyEnd({ transfer, version, trailers }: Framing): Buffer | null {
  if (version === '1.0' || transfer === 'close') return null;
  if (transfer === 'length') return Buffer.alloc(0);
  return Buffer.from(trailers ? '0\r\nx-mock-trailer: sent\r\n\r\n' : '0\r\n\r\n');
}

/** `length`: of the whole body in bytes. */
export function streamHead(framing: Framing, length: number): Buffer {
  const { version, transfer, trailers, encoding, content_type, unasked_continue } = framing;
  const kept = version === '1.1' && transfer !== 'close';
  const lines = [
    `HTTP/${version} 200 OK`,
    `content-type: ${content_type}`,
    'cache-control: no-cache',
    `connection: ${kept ? 'keep-alive' : 'close'}`,
  ];
  if (kept) lines.push(transfer === 'length' ? `content-length: ${length}` : 'transfer-encoding: chunked');
  if (encoding !== 'identity') lines.push(`content-encoding: ${encoding}`);
  if (trailers) lines.push('trailer: x-mock-trailer');
  const before = unasked_continue ? CONTINUE : '';
  return Buffer.from(`${before}${lines.join('\r\n')}\r\n\r\n`);
}

/** A compressed body goes out in one piece: its events have no bytes of their own. */
export function compressed(bytes: Buffer, encoding: 'gzip' | 'br'): Buffer {
  return encoding === 'gzip' ? gzipSync(bytes) : brotliCompressSync(bytes);
}
