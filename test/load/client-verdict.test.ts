import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { clientVerdict } from '../../src/load/client-verdict.ts';
import { type ClientReadings, NEVER_LATE } from '../../src/load/client-watch.ts';
import { delivered } from '../../src/load/delivered.ts';
import { createLoadGenerator } from '../../src/load/generator.ts';
import { REAL_MEANS } from '../../src/load/means.ts';
import { unsent } from '../../src/load/unsent.ts';
import type { LoadShape } from '../../src/ports/load.ts';
import { counts, type MockServer, startMock } from './mock-server.ts';

const GOOD: ClientReadings = {
  delay_p99_ms: 1.23456,
  longest_pause_ms: 15,
  read_wait_p99_ms: 0.2,
  longest_gc_ms: 3,
  cpu_share: 0.1,
};
const ALL = { share: 0.995, late_p99_ms: 2 };

describe('the verdict on the client', () => {
  it('is well with all that is within its limits', () => {
    expect(clientVerdict(GOOD, ALL, 100)).toEqual({ error_bound_ms: 1.235, verdict: 'ok' });
    expect(clientVerdict(GOOD, { share: null, late_p99_ms: null }, null).verdict).toBe('ok');
  });

  it('is unknown where nothing was read', () => {
    expect(clientVerdict({ ...GOOD, delay_p99_ms: null }, ALL, 100)).toEqual({
      error_bound_ms: null,
      verdict: 'unknown',
    });
  });

  it.each<[string, Partial<ClientReadings>, Partial<typeof ALL>, number | null, string]>([
    ['a busy machine', { delay_p99_ms: 25 }, {}, 100, 'up to 25.0 ms late (limit 20.0 ms)'],
    ['a busy machine without an answer', { delay_p99_ms: 25 }, {}, null, 'up to 25.0 ms late'],
    ['a very busy machine', { delay_p99_ms: 150 }, {}, 1000, 'up to 150.0 ms late (limit 100.0 ms)'],
    ['one pause', { longest_pause_ms: 300 }, {}, 60_000, 'stood still for 300.0 ms'],
    ['garbage', { longest_pause_ms: 300, longest_gc_ms: 280 }, {}, 100, '300.0 ms, collecting garbage'],
    ['dear events', { read_wait_p99_ms: 7 }, {}, 60_000, 'waited up to 7.0 ms'],
    ['late sends', {}, { late_p99_ms: 30 }, 100, 'sent up to 30.0 ms after their time'],
    ['too little load', {}, { share: 0.9 }, 100, 'only 90.0 % of the load'],
  ])('is late with %s, and says so', (_name, readings, load, median, why) => {
    const client = clientVerdict({ ...GOOD, ...readings }, { ...ALL, ...load }, median);
    expect(client.verdict).toBe('late');
    expect(client.why).toContain(why);
  });

  it('allows a tenth of a long request', () => {
    expect(clientVerdict({ ...GOOD, delay_p99_ms: 25 }, ALL, 1000)).toMatchObject({
      error_bound_ms: 25,
      verdict: 'ok',
    });
  });
});

describe('the load that was made', () => {
  const trace = (intended_ms: number, sent_ms: number | null, ended_ms: number | null) => ({
    ...unsent({ index: 0, phase: 'measure' as const, worker: 0, intended_ms, requested_tokens: 1 }),
    sent_ms,
    ended_ms,
  });
  const closed: LoadShape = { kind: 'closed', concurrency: 2, starts_over_ms: 0 };
  const open: LoadShape = { kind: 'open', rate_per_s: 10, burstiness: null, ramp: null, max_open: null };
  /** Each of two slots is idle for `idle` ms after each request of 100 ms. */
  const turns = (idle: number) =>
    [0, 1, 2, 3, 4].flatMap((n) =>
      [0, 1].map(() =>
        trace(n * (100 + idle) - idle * Number(n > 0), n * (100 + idle), n * (100 + idle) + 100),
      ),
    );

  it('is the open requests over those asked, in a closed loop', () => {
    expect(delivered(closed, turns(0), 0)).toEqual({ share: 1, late_p99_ms: 0 });
    expect(delivered(closed, turns(25), 0)).toEqual({ share: 0.8, late_p99_ms: 25 });
  });

  it('is not known of less than two rounds', () => {
    expect(delivered(closed, turns(0).slice(0, 3), 0).share).toBeNull();
    expect(delivered(closed, [], 0)).toEqual({ share: null, late_p99_ms: null });
  });

  it('is the rate and the share that was sent, in an open loop', () => {
    const at = (rate: number) => [0, 1, 2, 3, 4].map((n) => trace(n * 100, n * rate, n * rate + 50));
    expect(delivered(open, at(100), 0).share).toBe(1);
    expect(delivered(open, at(125), 0).share).toBeCloseTo(0.8);
    expect(delivered(open, [...at(100).slice(0, 4), trace(400, null, null)], 0).share).toBeCloseTo(0.8);
  });
});

describe('a client that is disturbed', () => {
  let mock: MockServer | null = null;
  afterEach(async () => {
    await mock?.close();
    mock = null;
  });

  function burn(ms: number): void {
    const end = performance.now() + ms;
    while (performance.now() < end);
  }

  async function measured(disturb: (done: number) => void, means = REAL_MEANS) {
    mock = await startMock(async (x) => {
      await new Promise((go) => setTimeout(go, 20));
      counts(4)(x);
    });
    const workload = {
      ...{ name: 'w', prompts: 'builtin:count', api: 'completions' as const, concurrency: [4], requests: 24 },
      ...{ max_tokens: 4, temperature: 0, body: {}, expect: null },
    };
    return createLoadGenerator(means).measure({
      target: { url: mock.url, headers: {}, model: 'm' },
      point: { workload, concurrency: 4 },
      seed: 1,
      replicate: 1,
      record_file: path.join(await mkdtemp(path.join(tmpdir(), 'load-')), 'w.jsonl'),
      warmup_requests: 4,
      on_progress: ({ done }) => disturb(done),
      signal: new AbortController().signal,
      request_timeout_ms: 20_000,
    });
  }

  it('is late with one pause of 300 ms', async () => {
    const { client, ok } = await measured((done) => done === 12 && burn(300));
    expect([ok, client.verdict]).toEqual([24, 'late']);
    expect(client.why).toContain('stood still for');
  });

  it('is late where something else takes its time again and again', async () => {
    const { client, ok } = await measured(() => burn(40));
    expect([ok, client.verdict]).toEqual([24, 'late']);
    expect(client.why).toContain('the machine is busy');
  });

  it('is late where each read costs so much that the others wait for it', async () => {
    const real = REAL_MEANS.clock;
    // the clock is asked at each read, of which there are four at a time
    const clock = {
      ...real,
      now() {
        burn(2);
        return real.now();
      },
    };
    const { client } = await measured(() => {}, { ...REAL_MEANS, clock });
    expect(client.why).toContain('waited up to');
  });

  it('is not in virtual time, which waits for it', async () => {
    const { client } = await measured((done) => done === 12 && burn(300), {
      ...REAL_MEANS,
      watchClient: () => NEVER_LATE,
    });
    expect(client.why ?? '').not.toContain('stood still');
  });
});
