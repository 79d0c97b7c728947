import { afterEach, beforeEach, expect, test } from 'vitest';
import { HttpEngine } from '../../../src/adapters/engine-http/engine.ts';
import { samplesOf } from '../../../src/adapters/engine-http/prometheus.ts';
import { readSglangTraffic } from '../../../src/adapters/engine-http/traffic-sglang.ts';
import { LocalHost } from '../../../src/adapters/host/local.ts';
import { engineDefinition } from '../../../src/core/engine/index.ts';
import { contractOfEngine } from '../../contract/engine.ts';
import { METRICS, SglangServer } from '../../fixtures/sglang-server.ts';

const engineOf = (server: SglangServer) =>
  new HttpEngine({
    host: new LocalHost(),
    definition: engineDefinition('sglang'),
    url: server.url,
    model: null,
    headers: () => ({}),
  });

contractOfEngine('SGLang over HTTP', async () => {
  const server = await SglangServer.start();
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

let server: SglangServer;
beforeEach(async () => {
  server = await SglangServer.start();
});
afterEach(() => server.stop());

test('the report has version and model, and null for paths of other builds', async () => {
  const report = await engineOf(server).report();
  expect(report).toMatchObject({ model: '/models/tiny', version: '0.5.23' });
  expect(Object.keys(report.documents)).toEqual([
    '/server_info',
    '/model_info',
    '/v1/models',
    '/get_server_info',
  ]);
  expect(report.documents['/get_server_info']).toBeNull();
});

test('a probe has no key that only another engine knows', async () => {
  await engineOf(server).generate({
    prompt: 'Count:',
    max_tokens: 32,
    timeout_ms: 30_000,
    api: 'completions',
  });
  expect(server.asked.map(({ path, body }) => ({ path, body })).at(-1)).toEqual({
    path: '/v1/completions',
    body: { model: '/models/tiny', prompt: 'Count:', max_tokens: 32, temperature: 0, stream: false },
  });
});

test('traffic comes from the loads, else from the metrics, else it is not known', async () => {
  const engine = engineOf(server);
  server.running = 2;
  server.waiting = 5;
  expect(await engine.traffic()).toEqual({ running: 2, waiting: 5, source: '/v1/loads' });
  server.absent = new Set(['/v1/loads']);
  expect(await engine.traffic()).toEqual({ running: 2, waiting: 5, source: '/metrics' });
  server.absent = new Set(['/v1/loads', '/metrics']);
  expect(await engine.traffic()).toBeNull();
});

test('generated tokens and verified drafts are counted where the server drafts', async () => {
  const engine = engineOf(server);
  expect(await engine.counters()).toBeNull();
  server.drafted = [1000, 20, 245];
  expect(await engine.counters()).toMatchObject({
    generated_tokens: 1000,
    requests: 20,
    verify_steps: 245,
    accepted_tokens: null,
  });
  server.absent = new Set(['/metrics']);
  expect(await engine.counters()).toBeNull();
});

test('builds before /v1/loads count at /get_load, those that wait among all', () => {
  const load = (num_reqs: number, num_waiting_reqs: number, dp_rank: number) =>
    JSON.stringify({ rid: null, dp_rank, num_reqs, num_waiting_reqs, num_tokens: 100 });
  const body = `[${load(5, 3, 0)},${load(1, 0, 1)}]`;
  expect(readSglangTraffic(null, METRICS(9, 9), body)).toEqual({
    running: 3,
    waiting: 3,
    source: '/get_load',
  });
  expect(readSglangTraffic(null, null, '{"detail":"Not Found"}')).toBeNull();
});

test('gauges that name requests which have ended do not go before the loads', () => {
  const loads = '{"loads":[{"num_running_reqs":0,"num_waiting_reqs":0}]}';
  expect(readSglangTraffic(loads, METRICS(7, 0))).toEqual({ running: 0, waiting: 0, source: '/v1/loads' });
});

test.each([
  ['{"loads":[]}'],
  ['{"loads":[{"num_running_reqs":null,"num_waiting_reqs":0}]}'],
  ['{"loads":[{"num_running_reqs":1}]}'],
  ['[{"num_reqs":1}]'],
  ['not json'],
])('loads that say no number are none: %s', (loads) => {
  expect(readSglangTraffic(loads, null)).toBeNull();
  expect(readSglangTraffic(loads, METRICS(3, 1))).toMatchObject({ running: 3, source: '/metrics' });
});

test('data-parallel parts add up, ranks that share a request do not, priorities stand beside the total', () => {
  const metrics = [
    'sglang:num_running_reqs{dp_rank="0",tp_rank="0",priority=""} 2.0',
    'sglang:num_running_reqs{dp_rank="0",tp_rank="1",priority=""} 2.0',
    'sglang:num_running_reqs{dp_rank="1",tp_rank="0",priority=""} 3.0',
    'sglang:num_running_reqs{dp_rank="0",tp_rank="0",priority="1"} 2.0',
    'sglang:num_queue_reqs{dp_rank="0",tp_rank="0",priority=""} 0.0',
    'sglang:num_queue_reqs{dp_rank="1",tp_rank="0",priority=""} 1.0',
  ].join('\n');
  expect(readSglangTraffic(null, metrics)).toEqual({ running: 5, waiting: 1, source: '/metrics' });
});

test('a gauge that is not there is not zero', () => {
  expect(readSglangTraffic(null, 'sglang:num_running_reqs{dp_rank="0"} 0.0')).toBeNull();
  expect(readSglangTraffic(null, 'sglang:num_queue_reqs{dp_rank="0"} 0.0')).toBeNull();
});

test.each([
  ['a 1', [{ labels: {}, value: 1 }]],
  ['a{} 1e3 1712345678', [{ labels: {}, value: 1000 }]],
  ['a{b="c, \\"d\\"} e",f="g"} 2', [{ labels: { b: 'c, \\"d\\"} e', f: 'g' }, value: 2 }]],
  ['a{b="c"} NaN\na_total 4\n# a 5\naa 6', [{ labels: { b: 'c' }, value: null }]],
  ['a{b="c"', []],
])('samples of the text format: %s', (body, samples) => {
  expect(samplesOf(body, 'a')).toEqual(samples);
});
