/** How the body of an answer ends (RFC 9112, 6.3): it has none; after so many bytes; by its chunks; with the connection. */
export type BodyEnd =
  | { readonly by: 'none' | 'chunks' | 'close' }
  | { readonly by: 'length'; readonly bytes: number };

export interface AnswerHead {
  readonly status: number;
  /** Names in lower case; of a name that comes more than once, the values are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyEnd;
  /** For how long the connection may be used again, ms; 0: not at all. */
  readonly kept_ms: number;
}

/** What was received is no answer of HTTP/1.1, or one of which nobody can say where it ends. */
export class NoHttpAnswer extends Error {}

const STATUS = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\0\r\n]*)?$/;
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([^\0-\x08\x0a-\x1f\x7f]*)$/;

/** A server that says how long it keeps a connection may close it that much earlier: nothing is sent in the last second. */
const EARLIER_MS = 1000;

/** Text of a head, without the empty line that ends it. Throws NoHttpAnswer. */
export function readHead(text: string): AnswerHead {
  const [first = '', ...lines] = text.split('\r\n');
  const [, minor, code] = STATUS.exec(first) ?? [];
  if (code === undefined) throw new NoHttpAnswer(`it begins with ${quoted(first)}`);
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const [, name, padded] = FIELD.exec(line) ?? [];
    if (name === undefined || padded === undefined) throw new NoHttpAnswer(`a header line ${quoted(line)}`);
    const value = unpadded(padded);
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  const status = Number(code);
  const body = bodyEnd(status, headers);
  return { status, headers, body, kept_ms: body.by === 'close' ? 0 : keptMs(minor === '1', headers) };
}

const BEGINNING = 'HTTP/1.';

/** Of a head that has not ended. Throws NoHttpAnswer where it cannot become one any more. */
export function checkBegun(text: string): void {
  if (BEGINNING.startsWith(text.slice(0, BEGINNING.length)) && !/(?:^|[^\r])\n/.test(text)) return;
  throw new NoHttpAnswer(`it begins with ${quoted(/^[^\r\n]*/.exec(text)?.[0] ?? '')}`);
}

/** Not by a pattern: over a long run of spaces its time would be the square of them. */
function unpadded(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function bodyEnd(status: number, headers: AnswerHead['headers']): BodyEnd {
  const { 'transfer-encoding': coding, 'content-length': length } = headers;
  if (coding !== undefined && length !== undefined)
    throw new NoHttpAnswer('it has a content-length and a transfer-encoding');
  if (length !== undefined && !/^\d{1,15}$/.test(length))
    throw new NoHttpAnswer(`its content-length is ${quoted(length)}`);
  if (status === 204 || status === 304 || status < 200) return { by: 'none' };
  if (coding !== undefined) return { by: /(?:^|,)[ \t]*chunked$/i.test(coding) ? 'chunks' : 'close' };
  return length === undefined ? { by: 'close' } : { by: 'length', bytes: Number(length) };
}

function keptMs(by_default: boolean, headers: AnswerHead['headers']): number {
  const options = (headers['connection'] ?? '').toLowerCase().split(',').map(unpadded);
  if (options.includes('close') || !(by_default || options.includes('keep-alive'))) return 0;
  const [, seconds] = /(?:^|,)[ \t]*timeout=(\d{1,9})/i.exec(headers['keep-alive'] ?? '') ?? [];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Number(seconds) * 1000 - EARLIER_MS);
}

const QUOTED = 60;

function quoted(text: string): string {
  return JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}...` : text);
}
