import { afterEach, beforeEach, expect, test } from 'vitest';
import { HttpEngine, type HttpEngineOptions } from '../../../src/adapters/engine-http/engine.ts';
import { LocalHost } from '../../../src/adapters/host/local.ts';
import type { EngineDefinition, EngineName } from '../../../src/core/engine/definition.ts';
import { contractOfEngine } from '../../contract/engine.ts';
import { LlamaServer } from '../../fixtures/llama-server.ts';

/** The part of a definition that is read over HTTP. */
function definition(name: EngineName): EngineDefinition {
  return {
    name,
    health_path: '/health',
    report_paths: ['/props', '/slots', '/v1/models', '/nothing'],
    model: (documents: Record<string, { data?: { id: string }[] } | null>) =>
      documents['/v1/models']?.data?.[0]?.id ?? null,
    version: (documents: Record<string, { build_info?: string } | null>) =>
      documents['/props']?.build_info ?? null,
  } as unknown as EngineDefinition;
}

function engineOf(
  server: LlamaServer,
  name: EngineName = 'llamacpp',
  more: Partial<HttpEngineOptions> = {},
): HttpEngine {
  const options = {
    host: new LocalHost(),
    definition: definition(name),
    url: server.url,
    model: null,
    headers: () => ({}),
  };
  return new HttpEngine({ ...options, ...more });
}

contractOfEngine('llama.cpp over HTTP', async () => {
  const server = await LlamaServer.start();
  return {
    engine: engineOf(server),
    become: async (mode) => {
      server.mode = mode;
    },
    stop: () => server.stop(),
    busy: async (count, work) => {
      server.running = count;
      await work();
    },
    dispose: () => server.stop(),
  };
});

let server: LlamaServer;
beforeEach(async () => {
  server = await LlamaServer.start();
});
afterEach(() => server.stop());

test('the report has each path, null where there is none', async () => {
  const report = await engineOf(server).report();
  expect(report).toMatchObject({ model: 'tiny.gguf', version: 'b10434-7e4c0a9' });
  expect(Object.keys(report.documents)).toEqual(['/props', '/slots', '/v1/models', '/nothing']);
  expect(report.documents['/nothing']).toBeNull();
});

test('a named model goes before what the server says', async () => {
  expect((await engineOf(server, 'llamacpp', { model: 'mine' }).report()).model).toBe('mine');
});

test('a key goes out only in those requests for which it is given', async () => {
  let allowed = false;
  const headers = (): Record<string, string> => (allowed ? { authorization: 'Bearer secret' } : {});
  const engine = engineOf(server, 'llamacpp', { headers });
  const probe = { prompt: 'x', max_tokens: 1, timeout_ms: 30_000, api: 'completions' as const };
  await engine.state();
  await engine.generate(probe);
  expect(server.asked.every((request) => request.headers.authorization === undefined)).toBe(true);
  server.asked.splice(0);
  allowed = true;
  await engine.state();
  await engine.traffic();
  await engine.report();
  await engine.generate(probe);
  expect(server.asked.every((request) => request.headers.authorization === 'Bearer secret')).toBe(true);
});

test('a probe asks for fixed text without stream, and without the cache where the engine knows that', async () => {
  const probe = { prompt: 'Count:', max_tokens: 32, timeout_ms: 30_000, api: 'chat' as const };
  await engineOf(server, 'llamacpp', { model: 'm' }).generate(probe);
  await engineOf(server, 'openai', { model: 'm' }).generate({ ...probe, api: 'completions' });
  expect(server.asked.map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: '/v1/chat/completions',
      body: {
        model: 'm',
        messages: [{ role: 'user', content: 'Count:' }],
        max_tokens: 32,
        temperature: 0,
        stream: false,
        cache_prompt: false,
      },
    },
    {
      path: '/v1/completions',
      body: { model: 'm', prompt: 'Count:', max_tokens: 32, temperature: 0, stream: false },
    },
  ]);
});

test('traffic comes from what there is of slots and metrics', async () => {
  const engine = engineOf(server);
  server.running = 2;
  server.deferred = 5;
  expect(await engine.traffic()).toEqual({ running: 2, waiting: 5, source: '/slots and /metrics' });
  server.silentAbout = new Set(['/metrics']);
  expect(await engine.traffic()).toEqual({ running: 2, waiting: 0, source: '/slots' });
  server.running = 4;
  expect(await engine.traffic(), 'all slots are busy: more may wait').toEqual({
    running: 4,
    waiting: null,
    source: '/slots',
  });
  server.running = 2;
  server.silentAbout = new Set(['/slots']);
  expect(await engine.traffic()).toEqual({ running: 2, waiting: 5, source: '/metrics' });
  server.silentAbout = new Set(['/slots', '/metrics']);
  expect(await engine.traffic()).toBeNull();
  expect(await engineOf(server, 'openai').traffic()).toBeNull();
});

test('503 is a load only for engines that say it while they load', async () => {
  server.mode = 'loading';
  expect((await engineOf(server, 'sglang').state()).answer).toBe('loading');
  expect((await engineOf(server, 'vllm').state()).answer).toBe('other');
  expect((await engineOf(server, 'openai').state()).answer).toBe('other');
});

test('all paths are asked at once: a server that hangs is waited for only once', async () => {
  const asked: string[] = [];
  const silent = {
    http: ({ url }: { url: string }) => {
      asked.push(new URL(url).pathname);
      return new Promise(() => {});
    },
  };
  const engine = engineOf(server, 'llamacpp', { host: silent as unknown as HttpEngineOptions['host'] });
  void engine.report();
  void engine.traffic();
  expect(asked).toEqual(['/props', '/slots', '/v1/models', '/nothing', '/slots', '/metrics']);
});
