import { afterEach, beforeEach, expect, test } from 'vitest';
import { HttpEngine } from '../../../src/adapters/engine-http/engine.ts';
import { readVllmMetrics, readVllmServerInfo } from '../../../src/adapters/engine-http/report-vllm.ts';
import { readVllmTraffic } from '../../../src/adapters/engine-http/traffic-vllm.ts';
import { LocalHost } from '../../../src/adapters/host/local.ts';
import { engineDefinition } from '../../../src/core/engine/index.ts';
import { acceptanceBetween } from '../../../src/core/metrics/server-counts.ts';
import { contractOfEngine } from '../../contract/engine.ts';
import { VllmServer } from '../../fixtures/vllm-server.ts';

const engineOf = (server: VllmServer) =>
  new HttpEngine({
    host: new LocalHost(),
    definition: engineDefinition('vllm'),
    url: server.url,
    model: null,
    headers: () => ({}),
  });

contractOfEngine(
  'vLLM over HTTP',
  async () => {
    const server = await VllmServer.start();
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
  },
  {
    'a server that loads says so':
      'it does not listen before it has loaded: nobody can tell it from one that is gone',
  },
);

let server: VllmServer;
beforeEach(async () => {
  server = await VllmServer.start();
});
afterEach(() => server.stop());

test('503 is a dead core behind a living API server, and not a load', async () => {
  server.mode = 'loading';
  expect(await engineOf(server).state()).toMatchObject({ answer: 'other', status: 503 });
});

test('an installation without pip: the report fails, the caches and the length are still read', async () => {
  server.pip = false;
  const { documents } = await engineOf(server).report();
  expect(documents['/server_info?config_format=json']).toBeNull();
  expect(documents).toMatchObject({
    '/metrics': { cache_config: [{ block_size: '128' }] },
    '/v1/models': { data: [{ max_model_len: 2048 }] },
  });
});

test('the report has the configuration, the caches and the release, and nothing of the environment', async () => {
  const report = await engineOf(server).report();
  expect(report).toMatchObject({ model: 'MODEL_DIR', version: '0.32.0' });
  expect(report.documents).toMatchObject({
    '/server_info?config_format=json': { vllm_config: { scheduler_config: { max_num_seqs: 128 } } },
    '/metrics': {
      cache_config: [{ kv_cache_size_tokens: '524288', block_size: '128' }],
      process_start_time_seconds: 1795969862.19,
      draft_tokens: null,
    },
  });
  expect(JSON.stringify(report)).not.toContain('canary');
});

test('without the development mode there is no configuration, and all else stands', async () => {
  server.development = false;
  const { documents } = await engineOf(server).report();
  expect(documents['/server_info?config_format=json']).toBeNull();
  expect(documents['/metrics']).not.toBeNull();
});

test('a probe has no key that only another engine knows', async () => {
  await engineOf(server).generate({
    prompt: 'Count:',
    max_tokens: 32,
    timeout_ms: 30_000,
    api: 'completions',
  });
  expect(server.asked.at(-1)?.body).toEqual({
    model: 'MODEL_DIR',
    prompt: 'Count:',
    max_tokens: 32,
    temperature: 0,
    stream: false,
  });
});

test('drafts are counted where the server drafts: the real one accepted four of four', async () => {
  const engine = engineOf(server);
  expect(await engine.counters()).toMatchObject({ verify_steps: null, accepted_tokens: null });
  server.drafting = true;
  const after = await engine.counters();
  expect(after).toMatchObject({
    generated_tokens: 900,
    requests: 1,
    verify_steps: 167,
    accepted_tokens: 668,
  });
  const nothing = Object.fromEntries(Object.keys(after ?? {}).map((name) => [name, 0])) as never;
  expect(acceptanceBetween(nothing, after)).toBe(5);
});

test('a counter that is not there is not 0', () => {
  expect(readVllmMetrics('')).toBeNull();
  expect(readVllmMetrics('not metrics')).toBeNull();
  expect(readVllmServerInfo('not json')).toBeNull();
  expect(readVllmServerInfo('{"vllm_config":"text form"}')).toBeNull();
});

/** As 0.32 writes it, cut to what counts and what could be taken for it. */
const METRICS = `# HELP vllm:num_requests_running Number of requests in model execution batches.
# TYPE vllm:num_requests_running gauge
vllm:num_requests_running{engine="0",model_name="m"} 2.0
vllm:num_requests_running{engine="1",model_name="m"} 1.0
# HELP vllm:num_requests_waiting Number of requests waiting to be processed.
# TYPE vllm:num_requests_waiting gauge
vllm:num_requests_waiting{engine="0",model_name="m"} 4.0
vllm:num_requests_waiting{engine="1",model_name="m"} 0.0
# HELP vllm:num_requests_waiting_by_reason Number of waiting requests by reason.
# TYPE vllm:num_requests_waiting_by_reason gauge
vllm:num_requests_waiting_by_reason{engine="0",model_name="m",reason="capacity"} 4.0
vllm:num_requests_waiting_by_reason{engine="0",model_name="m",reason="deferred"} 0.0
`;

test('the gauges of all engines add up; what waits is counted once', () => {
  expect(readVllmTraffic(METRICS)).toEqual({ running: 3, waiting: 4, source: '/metrics' });
});

test('what is not there is not known, and never 0', () => {
  expect(readVllmTraffic(null)).toBeNull();
  expect(readVllmTraffic('')).toBeNull();
  expect(readVllmTraffic(METRICS.replaceAll('num_requests_waiting{', 'other{'))).toBeNull();
});
