import { afterEach, describe, expect, it } from 'vitest';
import { exchange } from '../../src/adapters/host/http.ts';
import { modelAt } from '../../src/cli/benchmark/server.ts';
import { openConnections } from '../../src/load/http1/connections.ts';
import { startMock } from '../../src/mock/server.ts';
import { ask } from './ask.ts';
import { pem } from './pem.ts';

const CA = pem('ca');

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server with one of the certificates, and a client that trusts the authority of all but one of them. */
async function over(certificate: string, scenario = 'whole') {
  const mock = await startMock({
    scenarios: [scenario],
    tls: { cert: pem(certificate), key: pem('key') },
  });
  const connections = openConnections('https:', CA);
  closers.push(
    () => connections.destroy(),
    () => mock.close(),
  );
  const http = (request: Parameters<typeof exchange>[0]) => exchange(request, CA);
  return { mock, http, ask: () => ask(mock.url, { connections }) };
}

describe('a certificate', () => {
  it('of a trusted authority: the same answers as without TLS', async () => {
    const { mock, http, ask } = await over('trusted');
    expect(await ask()).toMatchObject({ outcome: 'ok', usage_tokens: 8 });
    expect(await modelAt(http, mock.url, {}, null)).toMatchObject({ model: 'mock' });
  });

  it.each([
    ['expired', /has expired/],
    ['wrong-host', /of another host/],
    ['self-signed', /signed by nobody who is trusted here/],
  ])('that is no good (%s) ends it before any request', async (certificate, words) => {
    const { mock, http, ask } = await over(certificate);
    expect(await ask()).toMatchObject({ outcome: 'tls', headers_ms: null });
    await expect(modelAt(http, mock.url, {}, null)).rejects.toThrow(words);
    expect(mock.log().requests).toEqual([]);
  });
});

it.each([
  ['reset-in-the-middle', 'cut-off'],
  ['close-in-the-middle', 'cut-off'],
  ['truncated-by-close', 'not-finished'],
])('what goes wrong within TLS has the same class: %s', async (scenario, outcome) => {
  const { ask } = await over('trusted', scenario);
  expect((await ask()).outcome).toBe(outcome);
});
