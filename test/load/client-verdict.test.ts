import { stat } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { clientVerdict } from '../../src/load/client-verdict.ts';
import { type ClientReadings, NEVER_LATE, watchClient } from '../../src/load/client-watch.ts';
import { type Delivered, delivered } from '../../src/load/delivered.ts';
import { createLoadGenerator } from '../../src/load/generator.ts';
import { REAL_MEANS } from '../../src/load/means.ts';
import { unsent } from '../../src/load/unsent.ts';
import type { LoadShape } from '../../src/ports/load.ts';
import { counts, type MockServer, startMock } from './mock-server.ts';

const GOOD: ClientReadings = {
  delay_p99_ms: 1.23456,
  longest_pause_ms: 15,
  read_wait_p99_ms: 0.2,
  read_wait_p95_ms: 0.1,
  read_wait_p50_ms: 0.05,
  reads: 5000,
  longest_gc_ms: 3,
  cpu_share: 0.1,
};
const ALL: Delivered = { share: 0.995, lost_ms: 5, unsent: 0, late_p99_ms: 2 };

type Beside = Parameters<typeof clientVerdict>[2];

/** Medians of 100 ms to the first token, 20 ms from event to event, and a second in all, unless told otherwise. */
function measured({
  ttft = 100,
  itl = 20,
  e2e = 1000,
}: Partial<Record<'ttft' | 'itl' | 'e2e', number>> = {}): Beside {
  const of = (p50: number) => ({ mean: null, p50, p95: null, p99: null });
  return { ttft_ms: of(ttft), itl_ms: of(itl), e2e_ms: of(e2e) };
}
const none = { mean: null, p50: null, p95: null, p99: null };
const NOTHING = { ttft_ms: none, itl_ms: none, e2e_ms: none };

describe('the verdict on the client', () => {
  it('is well with all that is within its limits', () => {
    expect(clientVerdict(GOOD, ALL, measured())).toEqual({ error_bound_ms: 1.235, verdict: 'ok' });
    expect(clientVerdict(GOOD, { ...ALL, share: null, late_p99_ms: null }, NOTHING).verdict).toBe('ok');
  });

  it('is unknown where nothing was read', () => {
    expect(clientVerdict({ ...GOOD, delay_p99_ms: null }, ALL, measured())).toEqual({
      error_bound_ms: null,
      verdict: 'unknown',
    });
  });

  it.each<[string, Partial<ClientReadings>, Partial<Delivered>, Beside, string]>([
    ['a busy machine', { delay_p99_ms: 35 }, {}, measured(), 'off by 35.0 ms (limit 30.0 ms)'],
    ['a busy machine without an answer', { delay_p99_ms: 35 }, {}, NOTHING, 'off by 35.0 ms (limit 30.0 ms)'],
    ['a very busy machine', { delay_p99_ms: 150 }, {}, measured({ ttft: 1000 }), '150.0 ms (limit 100.0 ms)'],
    ['reads that wait', { read_wait_p99_ms: 40 }, {}, measured(), 'off by 40.0 ms (limit 30.0 ms)'],
    [
      'one pause',
      { longest_pause_ms: 300 },
      {},
      measured({ e2e: 5000 }),
      'still for 300.0 ms (limit 250.0 ms)',
    ],
    [
      'garbage',
      { longest_pause_ms: 300, longest_gc_ms: 280 },
      {},
      measured(),
      '300.0 ms, collecting garbage',
    ],
    [
      'dear events',
      { read_wait_p95_ms: 7, read_wait_p50_ms: 3 },
      {},
      measured(),
      'waited 7.0 ms for others to be read (limit 5.0 ms)',
    ],
    ['late sends', {}, { late_p99_ms: 35 }, measured(), 'sent up to 35.0 ms after their time'],
    ['too little load', {}, { share: 0.9, lost_ms: 200 }, measured(), 'only 90.0 % of the load'],
    ['unsent requests', {}, { share: 0.9, lost_ms: 0, unsent: 2 }, measured(), 'and 2 were not sent'],
  ])('is late with %s, and says so', (_name, readings, load, beside, why) => {
    const client = clientVerdict({ ...GOOD, ...readings }, { ...ALL, ...load }, beside);
    expect(client.verdict).toBe('late');
    expect(client.why).toContain(why);
  });

  it.each<[string, Partial<ClientReadings>, Partial<Delivered>, Beside]>([
    ['a tenth of a long time to the first token', { delay_p99_ms: 90 }, {}, measured({ ttft: 1000 })],
    [
      'a turn that a busy machine gives late',
      { delay_p99_ms: 29 },
      {},
      measured({ ttft: 10, itl: 2, e2e: 40 }),
    ],
    ['a pause that is short beside the requests', { longest_pause_ms: 300 }, {}, measured({ e2e: 60_000 })],
    [
      'reads that wait shortly beside the gaps',
      { read_wait_p95_ms: 7, read_wait_p50_ms: 3 },
      {},
      measured({ itl: 80 }),
    ],
    ['turns in which it was interrupted', { read_wait_p95_ms: 7, read_wait_p50_ms: 0.2 }, {}, measured()],
    [
      'a load that is over before the compiler is warm',
      { read_wait_p95_ms: 7, read_wait_p50_ms: 3, reads: 300 },
      {},
      measured(),
    ],
    ['one turn out of a load that is over at once', {}, { share: 0.95, lost_ms: 15 }, measured()],
  ])('allows %s', (_name, readings, load, beside) => {
    expect(clientVerdict({ ...GOOD, ...readings }, { ...ALL, ...load }, beside).verdict).toBe('ok');
  });

  it('takes the mean where there are too few answers for a median', () => {
    const few = { ...NOTHING, ttft_ms: { ...none, mean: 1000 } };
    expect(clientVerdict({ ...GOOD, delay_p99_ms: 90 }, ALL, few).verdict).toBe('ok');
  });
});

it('is late where each of many events at once costs 40 us more', async () => {
  const watch = watchClient();
  for (let turn = 0; turn < 12; turn++) {
    for (let event = 0; event < 160; event++) {
      watch.read();
      burn(0.04);
    }
    await new Promise((go) => setTimeout(go, 1));
  }
  const { reads, read_wait_p95_ms, read_wait_p50_ms } = watch.stop();
  const readings = { ...GOOD, reads, read_wait_p95_ms, read_wait_p50_ms };
  expect(clientVerdict(readings, ALL, measured()).why).toContain('each costs too much here');
});

it('counts a read that is alone in its turn, and that it waited for nobody', async () => {
  const watch = watchClient();
  for (let read = 0; read < 20; read++) {
    watch.read();
    await idle();
  }
  expect(watch.stop()).toMatchObject({ reads: 20, read_wait_p50_ms: 0, read_wait_p99_ms: 0 });
});

it.each(['before', 'after'])(
  'counts what work after the reads of a turn, planned %s them, may have kept the next one waiting',
  async (planned) => {
    const watch = watchClient();
    const cost = async (ms: number) => {
      if (planned === 'before') setImmediate(() => burn(ms));
      watch.read();
      if (planned === 'after') setImmediate(() => burn(ms));
      await new Promise<void>((go) => stat('.', () => go(watch.read())));
    };
    for (let turn = 0; turn < 10; turn++) await cost(5);
    const { reads, read_wait_p99_ms } = watch.stop();
    expect(reads).toBe(20);
    expect(read_wait_p99_ms).toBeGreaterThanOrEqual(4.9);
  },
);

/** Until this process had nothing to do for a while, however busy the machine is. */
async function idle(): Promise<void> {
  const since = performance.nodeTiming.idleTime;
  while (performance.nodeTiming.idleTime === since) await new Promise((go) => setTimeout(go, 2));
}

function burn(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

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
    expect(delivered(closed, turns(0), 0)).toEqual({ share: 1, lost_ms: 0, unsent: 0, late_p99_ms: null });
    // four times 25 ms between five requests, of the 500 ms to the last send
    const made = delivered(closed, turns(25), 0);
    expect([made.share, made.lost_ms]).toEqual([expect.closeTo(0.8), expect.closeTo(100)]);
  });

  it('is not known of less than two rounds', () => {
    expect(delivered(closed, turns(0).slice(0, 3), 0)).toMatchObject({ share: null, lost_ms: 0 });
    expect(delivered(closed, [], 0)).toMatchObject({ share: null, lost_ms: 0 });
    expect(delivered(open, [], 0)).toEqual({ share: null, lost_ms: 0, unsent: 0, late_p99_ms: null });
  });

  it('is the rate and the share that was sent, in an open loop', () => {
    const at = (rate: number) => [0, 1, 2, 3, 4].map((n) => trace(n * 100, n * rate, n * rate + 50));
    expect(delivered(open, at(100), 0)).toMatchObject({ share: 1, lost_ms: 0, late_p99_ms: 0 });
    const slow = delivered(open, at(125), 0);
    expect(slow.share).toBeCloseTo(0.8);
    expect([slow.lost_ms, slow.late_p99_ms]).toEqual([100, 99]);
    const cut = delivered(open, [...at(100).slice(0, 4), trace(400, null, null)], 0);
    expect([cut.share, cut.unsent]).toEqual([expect.closeTo(0.8), 1]);
  });

  it('was not made late by a server that had no place for it', () => {
    const two = { ...open, max_open: 2 };
    // two at a time, 300 ms each, though one was asked for every 100 ms
    const capped = [0, 0, 300, 300, 600].map((sent, n) =>
      trace(n * 100, Math.max(sent, n * 100), sent + 300),
    );
    expect(delivered(two, capped, 0)).toMatchObject({ share: 1, late_p99_ms: 0 });
    expect(delivered(open, capped, 0).late_p99_ms).toBeGreaterThan(150);
  });
});

describe('a client that is disturbed', () => {
  let mock: MockServer | null = null;
  afterEach(async () => {
    await mock?.close();
    mock = null;
  });

  async function measured(disturb: (done: number) => void, means = REAL_MEANS, requests = 24) {
    mock = await startMock(async (x) => {
      await new Promise((go) => setTimeout(go, 20));
      counts(4)(x);
    });
    const workload = {
      ...{ name: 'w', prompts: 'builtin:count', api: 'completions' as const, concurrency: [4], requests },
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
    const { client } = await measured(() => {}, { ...REAL_MEANS, clock }, 60);
    // by which of its reasons depends on how Node hands reads out
    expect(client.verdict).toBe('late');
  });

  it('sends nothing more when an answer cannot be kept, and says why', async () => {
    let kept = 0;
    const full = () => {
      kept++;
      throw new Error('no room');
    };
    await expect(measured(full)).rejects.toThrow('no room');
    expect(kept).toBeLessThan(12);
  });

  it('is not in virtual time, which waits for it', async () => {
    const { client } = await measured((done) => done === 12 && burn(300), {
      ...REAL_MEANS,
      watchClient: () => NEVER_LATE,
    });
    expect(client.why ?? '').not.toContain('stood still');
  });
});
