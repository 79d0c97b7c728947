import { afterEach, expect, it, vi } from 'vitest';
import type { Configuration } from '../src/core/config/configuration.ts';
import type { Secret } from '../src/core/secrets.ts';
import { wire } from '../src/wire.ts';

afterEach(() => vi.unstubAllEnvs());

async function headersFor(auth: Configuration['auth'], kept: readonly Secret[] = []) {
  const service = { kind: 'process', command: ['/bin/true'], cwd: '/', env: {} };
  const endpoint = { url: 'http://127.0.0.1:1', protocol: 'http:', address: '127.0.0.1', port: 1 };
  const configuration = {
    auth,
    service,
    endpoint,
    engine: 'openai',
    model: null,
    accelerator: { kind: 'host-memory', devices: null, floor: {} },
    tools: {},
  } as unknown as Configuration;
  const { credentials } = await wire(configuration, { tools_from_path: false, kept });
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

it('takes a key that the environment does not have from what the run has kept', async () => {
  const kept = [{ name: 'A_KEY', value: 'value-that-was-kept' }];
  const { after, secrets } = await headersFor({ ...none, env: 'A_KEY' }, kept);
  expect(after).toEqual({ authorization: 'Bearer value-that-was-kept' });
  expect(secrets).toEqual(kept);
  vi.stubEnv('A_KEY', 'value-of-the-key');
  expect((await headersFor({ ...none, env: 'A_KEY' }, kept)).secrets[0]?.value).toBe('value-of-the-key');
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
