import { mkdtemp, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { WorkloadConfiguration } from '../../src/core/config/configuration.ts';
import type { FaultError } from '../../src/core/fault.ts';
import { createLoadGenerator } from '../../src/load/generator.ts';
import { REAL_MEANS } from '../../src/load/means.ts';
import type { LoadProgress, LoadRequest } from '../../src/ports/load.ts';
import { counts, event, type MockServer, type Script, startMock } from './mock-server.ts';
import { InThis } from './senders/in-this.ts';

let mock: MockServer | null = null;
afterEach(async () => {
  await mock?.close();
  mock = null;
});

const WORKLOAD: WorkloadConfiguration = {
  name: 'w',
  prompts: 'builtin:count',
  api: 'completions',
  concurrency: [1],
  requests: 10,
  max_tokens: 4,
  temperature: 0,
  body: {},
  expect: ' 1 2 3 4',
};

async function request(
  workload: Partial<WorkloadConfiguration> = {},
  more: Partial<LoadRequest> = {},
): Promise<LoadRequest> {
  return {
    target: { url: mock?.url ?? '', headers: {}, model: 'm' },
    point: { workload: { ...WORKLOAD, ...workload }, concurrency: 3 },
    seed: 1,
    replicate: 1,
    record_file: path.join(await mkdtemp(path.join(tmpdir(), 'load-')), 'start-1', 'w.jsonl'),
    warmup_requests: 2,
    signal: new AbortController().signal,
    request_timeout_ms: 20_000,
    ...more,
  };
}

async function measure(
  script: Script,
  workload: Partial<WorkloadConfiguration> = {},
  more: Partial<LoadRequest> = {},
) {
  mock = await startMock(script);
  const asked = await request(workload, more);
  const body = await createLoadGenerator().measure(asked);
  const lines = (await readFile(asked.record_file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { body, lines, asked, seen: mock.seen };
}

/** Answers when as many requests wait as are wanted at once, or when no more will come. */
function gate(width: number, total: number): Script {
  const waiting: (() => void)[] = [];
  let arrived = 0;
  return async (x) => {
    arrived++;
    await new Promise<void>((go) => {
      waiting.push(go);
      if (waiting.length === width || arrived === total) for (const each of waiting.splice(0)) each();
    });
    await counts(4)(x);
  };
}

describe('a measurement', () => {
  it('counts what the server really sent', async () => {
    const { body, seen } = await measure(counts(4));
    const sent = seen.slice(2).reduce((sum, s) => sum + s.tokens, 0);
    expect(body).toMatchObject({
      workload: 'w',
      concurrency: 3,
      requests: 10,
      ok: 10,
      failed: 0,
      outcomes: { ok: 10 },
      mismatch: null,
    });
    expect([body.output_tokens, seen.length, sent]).toEqual([40, 12, 40]);
  });

  it('believes the server before it counts events', async () => {
    const { body, seen } = await measure(counts(4, { usage: { completion_tokens: 7 } }));
    expect([body.output_tokens, seen.at(-1)?.tokens]).toEqual([70, 4]);
  });

  it('keeps as many requests in flight as asked, and no more', async () => {
    const { body } = await measure(gate(3, 9), { requests: 9 }, { warmup_requests: 0 });
    expect([body.ok, mock?.connections()]).toEqual([9, 3]);
  });

  it('sends each prompt once, those of the warm-up apart', async () => {
    const { seen } = await measure(counts(4));
    const prompts = seen.map((s) => s.body.prompt);
    expect(new Set(prompts).size).toBe(12);
    const again = await measure(counts(4));
    expect(again.seen.map((s) => s.body.prompt).sort()).toEqual([...prompts].sort());
  });

  it('sends what the workload says, but always asks for a stream', async () => {
    const body = { stop: ['x'], temperature: 0.5, stream: false, stream_options: null };
    const { seen } = await measure(counts(4), { body });
    expect(seen[0]).toMatchObject({
      path: '/v1/completions',
      body: { model: 'm', max_tokens: 4, temperature: 0.5, stop: ['x'], stream: true, stream_options: null },
    });
  });

  it('speaks chat where the workload does', async () => {
    const script: Script = (x) => {
      x.begin();
      for (const content of [' 1', ' 2', ' 3', ' 4']) x.write(event({ choices: [{ delta: { content } }] }));
      x.finish();
      x.done();
    };
    const { body, seen } = await measure(script, { api: 'chat' });
    expect([body.ok, seen[0]?.path, seen[0]?.body.messages?.length]).toEqual([10, '/v1/chat/completions', 1]);
  });

  it('shows progress', async () => {
    const progress: LoadProgress[] = [];
    await measure(
      (x) => (x.number === 5 ? x.reset() : counts(4)(x)),
      {},
      { on_progress: (p) => progress.push(p), point: { workload: WORKLOAD, concurrency: 1 } },
    );
    expect(progress.map((p) => p.done)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(progress.at(-1)).toMatchObject({ of: 10, failed: 0, tokens: 40 });
  });
});

describe('failures', () => {
  it('are outcomes, each in its class', async () => {
    const bad: Script[] = [
      (x) => void x.response.writeHead(500).end(),
      (x) => {
        x.begin();
        x.token(' 1');
        x.finish();
        x.response.end();
      },
      (x) => {
        x.begin();
        x.token(' 7');
        x.finish();
        x.done();
      },
    ];
    const { body, seen } = await measure((x) => (bad[x.number] ?? counts(4))(x), {}, { warmup_requests: 0 });
    expect(body).toMatchObject({
      ok: 7,
      failed: 3,
      outcomes: { ok: 7, 'http-500': 1, 'not-finished': 1, 'wrong-text': 1 },
      output_tokens: 28,
    });
    expect(body.mismatch).toBe('at character 1: "7", expected "1 2 3 4"');
    expect(seen).toHaveLength(10);
  });

  it('of the warm-up are not counted', async () => {
    const { body, lines } = await measure((x) => (x.number < 2 ? x.reset() : counts(4)(x)));
    expect(body).toMatchObject({ ok: 10, failed: 0 });
    expect(lines.filter((l) => l.phase === 'warm-up').map((l) => l.outcome)).toEqual(['reset', 'reset']);
  });

  it('of everything leave no number', async () => {
    const { body } = await measure((x) => x.reset());
    expect(body).toMatchObject({ ok: 0, failed: 10, output_tokens_per_s: null });
  });
});

describe('the shape of the load', () => {
  const OPEN = { kind: 'open', rate_per_s: 200, burstiness: 1, ramp: null, max_open: null } as const;

  it('may be a rate: each request has its time, whether or not earlier ones have ended', async () => {
    const extent = { requests: 20, duration_ms: null };
    const { body, lines } = await measure(gate(20, 20), {}, { shape: OPEN, extent, warmup_requests: 0 });
    expect(body).toMatchObject({ requests: 20, ok: 20, failed: 0, concurrency: null, rate: 200 });
    for (const { intended_ms, started_ms } of lines) expect(started_ms).toBeGreaterThanOrEqual(intended_ms);
  });

  it('may be a time: sent and unsent are what was asked', async () => {
    const slow: Script = async (x) => {
      await new Promise((go) => setTimeout(go, 120));
      counts(4)(x);
    };
    const shape = { ...OPEN, burstiness: null, max_open: 1 };
    const extent = { requests: null, duration_ms: 100 };
    const { body, seen, lines } = await measure(slow, {}, { shape, extent, warmup_requests: 0 });
    expect([body.ok, body.outcomes.unsent, body.requests]).toEqual([1, 19, 20]);
    expect([body.failed, seen.length, lines.length]).toEqual([19, 1, 20]);
    expect(body.client).toMatchObject({ verdict: 'late' });
    expect(body.client.why).toContain('of the load was made');
  });

  it('may be that of a trace', async () => {
    const shape = { kind: 'trace', at_ms: [0, 5, 5, 30], max_open: null } as const;
    const { body, lines } = await measure(counts(4), {}, { shape, warmup_requests: 0 });
    const [first] = lines.map((l) => l.intended_ms).sort((a, b) => a - b);
    expect([body.ok, body.requests]).toEqual([4, 4]);
    expect(lines.map((l) => Math.round(l.intended_ms - first)).sort((a, b) => a - b)).toEqual([0, 5, 5, 30]);
  });

  it('may ask with bodies of its own, in another dialect', async () => {
    const script: Script = (x) => {
      x.begin();
      x.write(event({ content: 'a b', stop: false }));
      x.write(event({ content: '', stop: true, stop_type: 'limit', tokens_predicted: 2 }));
      x.response.end();
    };
    const source = (phase: string, index: number) => ({
      body: JSON.stringify({ prompt: `${phase} ${index}` }),
      requested_tokens: 2,
    });
    const { body, seen } = await measure(script, { expect: null }, { source, dialect: 'llama-completion' });
    expect([body.ok, body.output_tokens]).toEqual([10, 20]);
    expect(seen.map((s) => `${s.path} ${s.body.prompt}`).sort()[0]).toBe('/completion measure 0');
  });

  it.each<[string, Partial<LoadRequest>]>([
    ['a rate of 0', { shape: { ...OPEN, rate_per_s: 0 } }],
    ['a rate of 10^9', { shape: { ...OPEN, rate_per_s: 1e9 } }],
    ['a rate that is no number', { shape: { ...OPEN, rate_per_s: Number.NaN } }],
    ['no burstiness', { shape: { ...OPEN, burstiness: 0 } }],
    ['no concurrency', { shape: { kind: 'closed', concurrency: 0, starts_over_ms: null } }],
    ['no end', { extent: { requests: null, duration_ms: null } }],
  ])('that cannot be made is refused before anything is sent: %s', async (_name, more) => {
    mock = await startMock(counts(4));
    const error = await createLoadGenerator()
      .measure(await request({}, more))
      .catch((e: unknown) => e);
    expect((error as FaultError).fault.name).toBe('usage');
    expect(mock.seen).toEqual([]);
  });
});

/** Faster than any test. */
const RATE = { kind: 'open', rate_per_s: 200, burstiness: null, ramp: null } as const;

describe('the threads that send', () => {
  function threadsOf(cores: number) {
    const made: InThis[] = [];
    const start = () => {
      const thread = new InThis();
      made.push(thread);
      return thread;
    };
    const threads = { start, ca: null, cores };
    return { made, means: { ...REAL_MEANS, threads } };
  }

  it.each([
    ['never late', {}, 8, 0],
    ['late once', { late_tries: 1 }, 8, 2],
    ['late twice', { late_tries: 2 }, 8, 4],
    ['late on two cores', { late_tries: 2 }, 2, 1],
    ['late on one core', { late_tries: 1 }, 1, 0],
    ['asked for', { threads: 3 }, 2, 3],
    ['not wanted, however late', { threads: 0, late_tries: 2 }, 8, 0],
  ])('%s', async (_, more, cores, wanted) => {
    const { made, means } = threadsOf(cores);
    mock = await startMock(counts(4));
    const { client } = await createLoadGenerator(means).measure(await request({}, more));
    expect([made.length, client.threads ?? 0]).toEqual([wanted, wanted]);
    expect(made.every(({ closed }) => closed)).toBe(true);
  });

  it('that there are none, though asked for, is said', async () => {
    mock = await startMock(counts(4));
    const asked = await request({}, { threads: 2 });
    const measured = createLoadGenerator({ ...REAL_MEANS, threads: null }).measure(asked);
    await expect(measured).rejects.toMatchObject({ fault: { name: 'usage' } });
  });

  it.each<[string, Partial<LoadRequest>]>([
    ['a closed loop', {}],
    ['a rate', { shape: { ...RATE, max_open: null } }],
    ['a rate with few open', { shape: { ...RATE, max_open: 4 } }],
  ])('one that ends by itself ends the measurement, and all that is open: %s', async (_, more) => {
    const { made, means } = threadsOf(2);
    mock = await startMock(() => new Promise(() => {}));
    const asked = await request({}, { threads: 2, warmup_requests: 0, ...more });
    const measured = createLoadGenerator(means).measure(asked);
    while (mock.seen.length < 3) await new Promise((go) => setTimeout(go, 5));
    made[1]?.emit('error', new Error('out of memory'));
    await expect(measured).rejects.toMatchObject({ fault: { name: 'client-late' } });
    await expect(measured).rejects.toThrow('out of memory');
    expect(made.every(({ closed }) => closed)).toBe(true);
  });

  it('each has sent something before it is measured, though fewer warm-up requests were asked for', async () => {
    const { made, means } = threadsOf(4);
    mock = await startMock(counts(4));
    const asked = await request({}, { threads: 4, warmup_requests: 1 });
    const { ok } = await createLoadGenerator(means).measure(asked);
    const warmed = made.map(({ orders }) =>
      orders.some((order) => order.kind === 'send' && order.asked.phase === 'warm-up'),
    );
    expect([ok, warmed]).toEqual([10, [true, true, true, true]]);
  });
});

describe('the signal', () => {
  it('stops at once: nothing starts after it, and what was in flight is no failure', async () => {
    const controller = new AbortController();
    const script: Script = async (x) => {
      if (x.number < 4) return void counts(4)(x);
      x.begin();
      x.token(' 1');
      controller.abort();
      await new Promise(() => {});
    };
    const { body, seen } = await measure(script, {}, { signal: controller.signal, warmup_requests: 0 });
    const { ok = 0, aborted = 0 } = body.outcomes;
    expect([body.ok, body.failed]).toEqual([ok, 0]);
    // the end may come before the server has read what was sent
    expect(ok + aborted).toBeGreaterThanOrEqual(seen.length);
    expect(aborted).toBeGreaterThan(0);
    expect(ok + aborted).toBeLessThan(10);
  });

  it('that came before sends nothing', async () => {
    mock = await startMock(counts(4));
    const asked = await request({}, { signal: AbortSignal.abort() });
    expect(await createLoadGenerator().measure(asked)).toMatchObject({
      ok: 0,
      failed: 0,
      outcomes: {},
      duration_s: 0,
    });
    expect([mock.seen.length, await readFile(asked.record_file, 'utf8')]).toEqual([0, '']);
  });

  it('makes no warning of many listeners', async () => {
    const warnings: Error[] = [];
    const note = (w: Error) => void warnings.push(w);
    process.on('warning', note);
    await measure(
      gate(32, 64),
      { requests: 64 },
      { warmup_requests: 0, point: { workload: { ...WORKLOAD, requests: 64 }, concurrency: 32 } },
    );
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});

describe('the record', () => {
  it('has a line for each request with its times, and neither prompt nor answer', async () => {
    const { lines, asked, seen } = await measure(counts(4));
    expect(lines).toHaveLength(12);
    for (const line of lines) {
      expect(line).toMatchObject({
        outcome: 'ok',
        status: 200,
        output_tokens: 4,
        token_source: 'events',
        finish_reason: 'length',
        requested_tokens: 4,
      });
      const times = [line.started_ms, line.headers_ms, ...line.token_events_ms, line.ended_ms];
      expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
    }
    const text = await readFile(asked.record_file, 'utf8');
    for (const { body } of seen) expect(text).not.toContain(body.prompt);
    expect(text).not.toContain('1 2 3');
    expect((await stat(asked.record_file)).mode & 0o777).toBe(0o600);
  });

  it('follows no link', async () => {
    mock = await startMock(counts(4));
    const asked = await request();
    const folder = await mkdtemp(path.join(tmpdir(), 'load-'));
    const [other, record_file] = [path.join(folder, 'other'), path.join(folder, 'link')];
    await writeFile(other, 'precious');
    await symlink(other, record_file);
    const error = await createLoadGenerator()
      .measure({ ...asked, record_file })
      .catch((e: unknown) => e);
    expect((error as FaultError).fault.name).toBe('journal-failed');
    expect(await readFile(other, 'utf8')).toBe('precious');
  });
});
