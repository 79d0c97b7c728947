import dns from 'node:dns';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openConnections } from '../../../src/load/http1/connections.ts';
import { type RawServer, startRaw } from './raw-server.ts';
import { ask } from './told.ts';

let server: RawServer | null = null;
const connections = openConnections('http:');
afterEach(async () => {
  vi.restoreAllMocks();
  connections.destroy();
  await server?.close();
  server = null;
});

/** What the server sees of a request, once for a fresh connection and once for a kept one. */
async function seen(
  { host = '127.0.0.1', at = (url: URL) => url }: { host?: string; at?: (url: URL) => URL },
  options: Parameters<typeof ask>[2] = {},
) {
  const requests: Buffer[] = [];
  server = await startRaw(
    async (visit) => {
      for (;;) {
        requests.push(await visit.request());
        visit.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      }
    },
    { host },
  );
  const url = at(server.url);
  for (let i = 0; i < 2; i++) {
    const { told } = ask(connections, url, options);
    expect(await told.ended, told.message).toBe('end');
  }
  expect(server.visits).toHaveLength(1);
  const [first, second] = requests;
  expect(second).toEqual(first);
  return { text: first?.toString('utf8') ?? '', port: server.url.port };
}

const changed = (change: Partial<URL>) => (url: URL) => Object.assign(new URL(url), change);
const headers = (text: string) => text.split('\r\n').slice(1, text.split('\r\n').indexOf(''));

describe('the bytes of a request', () => {
  it('are its line, its headers and its body, whose length is counted in bytes', async () => {
    const body = '{"text":"naïve – 你好 🚀"}';
    const { text, port } = await seen({}, { body, headers: { Authorization: 'Bearer k' } });
    expect(text).toBe(
      [
        'POST /v1/completions?a=b HTTP/1.1',
        `host: 127.0.0.1:${port}`,
        'connection: keep-alive',
        'content-type: application/json',
        'accept: text/event-stream',
        'accept-encoding: identity',
        'authorization: Bearer k',
        'content-length: 33',
        '',
        body,
      ].join('\r\n'),
    );
  });

  it('say that there is no body', async () => {
    const { text } = await seen({}, { body: '' });
    expect(text).toMatch(/\r\ncontent-length: 0\r\n\r\n$/);
  });

  it('hold a body of a lone surrogate as what UTF-8 makes of it', async () => {
    const { text } = await seen({}, { body: 'a\ud800b' });
    expect(text).toMatch(/\r\ncontent-length: 5\r\n\r\na\ufffdb$/);
  });

  it('have every header once, and that of the caller where there is one', async () => {
    const own = { HOST: 'other:1', Accept: '*/*', 'Content-Type': 'text/x', 'x-empty': '', 'X-Own': ' a ' };
    const { text } = await seen({}, { headers: own });
    expect(headers(text)).toEqual([
      ...['host: other:1', 'connection: keep-alive', 'content-type: text/x', 'accept: */*'],
      ...['accept-encoding: identity', 'x-empty: ', 'x-own:  a ', 'content-length: 2'],
    ]);
  });

  it('keep to ASCII in the path', async () => {
    const { text } = await seen({ at: changed({ pathname: '/ü ber/%2F', search: '?q=ä b', hash: '#part' }) });
    expect(text).toMatch(/^POST \/%C3%BC%20ber\/%2F\?q=%C3%A4%20b HTTP\/1\.1\r\n/);
  });

  it('hold the credentials of the URL, decoded', async () => {
    const { text, port } = await seen({ at: changed({ username: 'me', password: 'p:ä@' }) });
    const basic = Buffer.from('me:p:ä@').toString('base64');
    expect(headers(text)).toContain(`authorization: Basic ${basic}`);
    expect(headers(text)).toContain(`host: 127.0.0.1:${port}`);
  });

  it('hold the credentials of the caller before those of the URL', async () => {
    const at = changed({ username: 'me', password: 'p' });
    const { text } = await seen({ at }, { headers: { Authorization: 'Bearer k' } });
    expect(headers(text).filter((line) => /^authorization/i.test(line))).toEqual(['authorization: Bearer k']);
  });

  it('go to an address of IPv6', async () => {
    const { text, port } = await seen({ host: '::1' });
    expect(headers(text)).toContain(`host: [::1]:${port}`);
  });

  it.each(['127.0.0.1', '::1'])(
    'go to that address of a name at which somebody listens: %s',
    async (host) => {
      const both = [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ];
      const lookup = (_name: string, _options: unknown, found: (error: null, all: typeof both) => void) =>
        process.nextTick(found, null, both);
      const at = (url: URL) => {
        vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
        return changed({ hostname: 'two.test' })(url);
      };
      const { text, port } = await seen({ host, at });
      expect(headers(text)).toContain(`host: two.test:${port}`);
    },
  );

  it('are those of the URL and the headers that were given last', async () => {
    const { url } = (server = await startRaw(async (visit) => {
      for (;;) {
        const [line, ...rest] = (await visit.request()).toString().split('\r\n');
        const body = `${line} ${rest.find((header) => header.startsWith('x-own'))}`;
        visit.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      }
    }));
    const [one, other] = [new URL('/1', url), new URL('/2', url)];
    const [first, second] = [{ 'x-own': 'a' }, { 'x-own': 'b' }];
    const bodies: string[] = [];
    for (const [to, headers] of [
      [one, first],
      [other, first],
      [other, second],
      [one, first],
    ] as const) {
      const { told } = ask(connections, to, { headers });
      await told.ended;
      bodies.push(told.body.toString());
    }
    expect(bodies).toEqual([
      ...['POST /1 HTTP/1.1 x-own: a', 'POST /2 HTTP/1.1 x-own: a'],
      ...['POST /2 HTTP/1.1 x-own: b', 'POST /1 HTTP/1.1 x-own: a'],
    ]);
  });

  it.each([
    ['x\r\ny', 'z'],
    ['x y', 'z'],
    ['x:', 'z'],
    ['', 'z'],
    ['ä', 'z'],
    ['x', 'a\r\nhost: b'],
    ['x', 'a\nb'],
    ['x', '\0'],
    ['x', 'é – 你好'],
  ])('are never made with a header %j: %j', (name, value) => {
    const url = new URL('http://127.0.0.1:9');
    expect(() => ask(connections, url, { headers: { [name]: value } })).toThrow(TypeError);
  });
});
