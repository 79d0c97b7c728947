import { validateHeaderName, validateHeaderValue } from 'node:http';

/** What every request of a load begins with, up to the length of its body. */
export type RequestHead = Buffer;

/** How the body is sent is known here alone. */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);

/** Throws a TypeError for a name or a value that no header may have. */
export function requestHead(url: URL, headers: Readonly<Record<string, string>>): RequestHead {
  const all: Record<string, string> = {
    host: url.host,
    connection: 'keep-alive',
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'accept-encoding': 'identity',
    ...credentials(url),
  };
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    const key = name.toLowerCase();
    if (!FRAMING.has(key)) all[key] = value;
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(
    `POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}content-length: `,
    'latin1',
  );
}

function credentials({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const both = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(both).toString('base64')}` };
}

/** The whole request in one piece: two would be two packets. */
export function requestBytes(head: RequestHead, body: string): Buffer {
  const size = Buffer.byteLength(body);
  const length = `${size}\r\n\r\n`;
  const bytes = Buffer.allocUnsafe(head.length + length.length + size);
  head.copy(bytes);
  bytes.write(length, head.length, 'latin1');
  bytes.write(body, head.length + length.length, 'utf8');
  return bytes;
}
