import dns from 'node:dns';
import { afterEach, expect, it, vi } from 'vitest';
import { readHead } from '../../../src/load/http1/answer-head.ts';
import { openConnections } from '../../../src/load/http1/connections.ts';
import { CA, type RawServer, startRaw, type Visit } from './raw-server.ts';
import { ask } from './told.ts';

const servers: RawServer[] = [];
const closers: (() => void)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0)) close();
  for (const server of servers.splice(0)) await server.close();
});

async function start(script: (visit: Visit) => unknown, protocol = 'http:', host = '127.0.0.1') {
  const server = await startRaw(script, { protocol, host });
  servers.push(server);
  return server;
}

function open(protocol = 'http:') {
  const connections = openConnections(protocol, CA);
  closers.push(() => connections.destroy());
  return connections;
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const ALERT = '\x15\x03\x01\x00\x02\x02\x46';

it.each([
  ['a shell', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['a mail server', '220 mail ESMTP\r\n'],
  ['TLS', ALERT],
  ['another version', 'HTTP/2 200\r\n'],
  ['bare line feeds', 'HTTP/1.1 200 OK\n\nhello'],
])('what speaks no HTTP is known by its first words, though it keeps silent then: %s', async (_, text) => {
  const { url } = await start(async (visit) => {
    await visit.request();
    visit.write(Buffer.from(text, 'latin1'));
  });
  const { told } = ask(open(), url);
  expect(await told.ended).toBe('network');
  expect(told.message).toMatch(/^no answer of HTTP: it begins with "/);
});

it('a word of TLS before the connection is closed is no reset', async () => {
  const { url } = await start(async (visit) => {
    await visit.request();
    visit.socket.end(Buffer.from(ALERT, 'latin1'));
  });
  expect(await ask(open(), url).told.ended).toBe('network');
});

it('a head is read in one pass: 16 KiB of spaces before a bad byte would take half an hour by a pattern that goes back', () => {
  const spaces = ' '.repeat(16_000);
  expect(() => readHead(`HTTP/1.1 200 OK\r\nx:${spaces}\x01`)).toThrow(/a header line/);
  expect(readHead(`HTTP/1.1 200 OK\r\nconnection: a${spaces}b`).headers['connection']).toBe(`a${spaces}b`);
});

it('a connection whose last request was never read whole takes no other one', async () => {
  const { url, visits } = await start((visit) => {
    visit.socket.once('data', () => {
      visit.socket.pause();
      visit.write('HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno');
    });
  });
  const connections = open();
  expect(await ask(connections, url, { body: 'x'.repeat(20_000_000) }).told.ended).toBe('end');
  expect(await ask(connections, url).told.ended).toBe('end');
  expect(visits).toHaveLength(2);
});

it('a TLS session goes on with its own host only: of another one the certificate is looked at', async () => {
  const { url } = await start(
    async (visit) => {
      await visit.request();
      visit.write(OK.replace('content-length', 'connection: close\r\ncontent-length'));
    },
    'https:',
    '0.0.0.0',
  );
  const at = (host: string) => {
    const address = new URL(url);
    address.hostname = host;
    return address;
  };
  const connections = open('https:');
  expect(await ask(connections, at('127.0.0.1')).told.ended).toBe('end');
  expect(await ask(connections, at('127.0.0.2')).told.ended).toBe('tls');
});

it('a refusal by every address of a name says by which', async () => {
  const gone = await startRaw(() => {});
  await gone.close();
  const addresses = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _name: string,
    _options: unknown,
    found: (error: null, all: unknown) => void,
  ) => process.nextTick(found, null, addresses)) as never);
  const url = new URL(gone.url);
  url.hostname = 'two.test';
  const { told } = ask(open(), url);
  expect(await told.ended).toBe('refused');
  expect(told.message).toMatch(/::1.*; .*127\.0\.0\.1/);
});

it('an https address is never asked in plain text', () => {
  expect(() => ask(open(), new URL('https://127.0.0.1:1'))).toThrow('https: over http:');
});

it('the length of a body is said once, and by whoever has it', async () => {
  let seen = '';
  const { url } = await start((visit) => {
    visit.socket.once('data', (data: Buffer) => {
      seen = data.toString();
      visit.write(OK);
    });
  });
  const headers = { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' };
  await ask(open(), url, { headers, body: '{"a":1}' }).told.ended;
  expect(seen.match(/content-length: \d+/gi)).toEqual(['content-length: 7']);
  expect(seen).not.toMatch(/transfer-encoding/i);
});
