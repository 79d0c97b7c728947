import { mkdtemp, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { WorkloadConfiguration } from '../../src/core/config/configuration.ts';
import type { FaultError } from '../../src/core/fault.ts';
import { createLoadGenerator } from '../../src/load/generator.ts';
import type { LoadProgress, LoadRequest } from '../../src/ports/load.ts';
import { counts, event, type MockServer, type Script, startMock } from './mock-server.ts';

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
    expect([body.ok, body.failed, ok + aborted]).toEqual([ok, 0, seen.length]);
    expect(aborted).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(10);
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
        text_characters: 8,
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
