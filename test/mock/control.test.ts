import { afterEach, describe, expect, it } from 'vitest';
import { HttpEngine } from '../../src/adapters/engine-http/engine.ts';
import { exchange } from '../../src/adapters/host/http.ts';
import { LocalHost } from '../../src/adapters/host/local.ts';
import { flushCache, modelAt } from '../../src/cli/benchmark/server.ts';
import type { EngineName } from '../../src/core/engine/definition.ts';
import { engineDefinition } from '../../src/core/engine/index.ts';
import { acceptanceBetween } from '../../src/core/metrics/server-counts.ts';
import { CONTROL } from '../../src/mock/matrix/control.ts';
import { startMock } from '../../src/mock/server.ts';
import { ask } from '../load/ask.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const tried = new Set<string>();

async function under(control: string, name: EngineName = 'vllm') {
  tried.add(control);
  const mock = await startMock({ scenarios: ['whole'], control });
  closers.push(() => mock.close());
  const engine = new HttpEngine({
    host: new LocalHost(),
    definition: engineDefinition(name),
    url: mock.url,
    model: null,
    headers: () => ({}),
  });
  return { url: mock.url, engine };
}

const http = (request: Parameters<typeof exchange>[0]) => exchange(request, null);

describe('health and answers say two things', () => {
  it('healthy, and no request is answered', async () => {
    const { url, engine } = await under('healthy-and-not-serving');
    expect(await engine.state()).toMatchObject({ status: 200 });
    const answer = await engine.generate({
      prompt: 'x',
      max_tokens: 8,
      timeout_ms: 2000,
      api: 'completions',
    });
    expect(answer).toMatchObject({ status: 503 });
    expect((await ask(url)).outcome).toBe('http-503');
    await expect(modelAt(http, url, {}, null)).rejects.toThrow(/answers 503/);
  });

  it('not healthy, and every request is answered', async () => {
    const { url, engine } = await under('serving-and-not-healthy');
    expect(await engine.state()).toMatchObject({ status: 503 });
    expect((await ask(url)).outcome).toBe('ok');
  });

  it('a model that was not asked for', async () => {
    const { url } = await under('another-model');
    await expect(modelAt(http, url, {}, 'mock')).rejects.toThrow(/no `mock`/);
    expect(await modelAt(http, url, {}, null)).toMatchObject({ model: 'another' });
  });
});

describe('counters', () => {
  it('that go back are of another life: nothing is computed over them', async () => {
    const { engine } = await under('counters-go-back');
    const [before, after] = [await engine.counters(), await engine.counters()];
    expect([before?.generated_tokens, after?.generated_tokens]).toEqual([5000, 300]);
    expect(acceptanceBetween(before, after)).toBeNull();
  });

  it('that are not there are unknown', async () => {
    const { engine } = await under('metrics-without-names');
    expect([await engine.counters(), await engine.traffic()]).toEqual([null, null]);
  });

  it('of several engines add up', async () => {
    const { engine } = await under('several-engines');
    expect(await engine.traffic()).toMatchObject({ running: 5, waiting: 0 });
    expect(await engine.counters()).toMatchObject({
      generated_tokens: 1500,
      requests: 20,
      verify_steps: 80,
      accepted_tokens: 120,
    });
  });

  it('of which one is no number are unknown, not those of the others alone', async () => {
    const { engine } = await under('one-engine-not-a-number');
    expect([await engine.traffic(), (await engine.counters())?.generated_tokens]).toEqual([null, null]);
  });

  it('in the form of OpenMetrics, with times and examples, are the same', async () => {
    const { engine } = await under('open-metrics');
    expect(await engine.counters()).toMatchObject({ generated_tokens: 1000 });
    expect(await engine.traffic()).toMatchObject({ running: 2 });
  });
});

describe('what a server says of itself', () => {
  it('is waited for', async () => {
    const { engine } = await under('slow-server-info', 'sglang');
    expect((await engine.report()).documents['/server_info']).toMatchObject({ version: 'mock' });
  });

  it('is kept of all ranks', async () => {
    const { engine } = await under('four-ranks', 'sglang');
    const { internal_states } = (await engine.report()).documents['/server_info'] as {
      readonly internal_states: readonly { readonly avg_spec_accept_length: number }[];
    };
    expect(internal_states.map(({ avg_spec_accept_length }) => avg_spec_accept_length)).toEqual([
      1.5, 2.5, 3.5, 4.5,
    ]);
    // a mean since the server's start, of one rank or of all, is never taken for that of a measurement
    expect(await engine.counters()).toBeNull();
  });

  it('a cache that is not emptied is said, with the answer', async () => {
    const { url } = await under('flush-refused');
    expect(await flushCache(http, { url, headers: {}, model: null })).toMatch(
      /could not be emptied \(\/flush_cache: 400, \/reset_prefix_cache: 404\)/,
    );
  });
});

it('every scenario of the control plane was tried here', () => {
  expect(Object.keys(CONTROL).filter((name) => !tried.has(name))).toEqual([]);
});
