import { afterEach, expect, it, vi } from 'vitest';
import type { Configuration } from '../src/core/config/configuration.ts';
import { wire } from '../src/wire.ts';

afterEach(() => vi.unstubAllEnvs());

async function headersFor(auth: Configuration['auth']) {
  const service = { kind: 'process', command: ['/bin/true'], cwd: '/', env: {} };
  const endpoint = { url: 'http://127.0.0.1:1', protocol: 'http:', address: '127.0.0.1', port: 1 };
  const { credentials } = await wire({
    auth,
    service,
    endpoint,
    engine: 'openai',
    model: null,
    accelerator: { kind: 'host-memory', devices: null, floor: {} },
    tools: {},
  } as unknown as Configuration);
  const before = credentials.headers();
  credentials.witnessed = true;
  return { before, after: credentials.headers(), secrets: credentials.secrets() };
}

const none = { env: null, file: null, headers: {}, ca: null };

it('sends a key from the environment as a bearer, and only to a witnessed listener', async () => {
  vi.stubEnv('A_KEY', 'value-of-the-key');
  const { before, after, secrets } = await headersFor({ ...none, env: 'A_KEY' });
  expect([before, after]).toEqual([{}, { authorization: 'Bearer value-of-the-key' }]);
  expect(secrets).toEqual([{ name: 'A_KEY', value: 'value-of-the-key' }]);
});

it('sends headers as they are: the first one is no bearer', async () => {
  const { after } = await headersFor({ ...none, headers: { 'x-key': 'abcdef' } });
  expect(after).toEqual({ 'x-key': 'abcdef' });
});

it('names the variable that is not set', async () => {
  vi.stubEnv('A_KEY', '');
  await expect(headersFor({ ...none, env: 'A_KEY' })).rejects.toMatchObject({
    fault: { name: 'configuration', message: expect.stringContaining('A_KEY') },
  });
});
