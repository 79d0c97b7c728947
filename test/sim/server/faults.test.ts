import { describe, expect, it } from 'vitest';
import { isGarbage } from '../../../src/core/diagnose/garbage.ts';
import type { FaultName, FaultSpec } from '../../../src/sim/faults/book.ts';
import { book } from '../machine.ts';
import { Bench, COMMAND } from './served.ts';

const READY = 'The server is fired up and ready to roll!';
const broken = (name: FaultName, rest: Partial<FaultSpec> = {}) =>
  new Bench({ faults: book(name, { start: 1, ...rest }) });
const up = async (name: FaultName, rest: Partial<FaultSpec> = {}, argv = COMMAND) => {
  const bench = broken(name, rest);
  await bench.up(argv);
  return bench;
};
const again = async (bench: Bench) => {
  bench.kill('KILL');
  await bench.pass(120);
  await bench.up();
};
const TEN = { prompt: 'x', max_tokens: 10, ignore_eos: true };

/** Tokens per second of one request at a time, past the slow beginning. */
async function speed(bench: Bench): Promise<number> {
  for (let at = 0; at < 8; at++) await bench.ask('POST', '/v1/completions', { ...TEN, prompt: `cold ${at}` });
  let tokens = 0;
  const began = bench.scene.machine.time.now();
  for (let at = 0; at < 6; at++) {
    const answer = bench.open('POST', '/v1/completions', { ...TEN, prompt: `warm ${at}`, max_tokens: 800 });
    while (!answer.ended) await bench.pass(0.01);
    tokens += 800;
  }
  return (tokens * 1000) / (bench.scene.machine.time.now() - began);
}

describe('crashes', () => {
  it.each([
    ['args', "TypeError: 'NoneType' object is not subscriptable", { code: 1, signal: null }],
    ['dist', 'unhandled cuda error', { code: null, signal: 'KILL' }],
    ['weights', 'RuntimeError: CUDA error: invalid argument', { code: null, signal: 'KILL' }],
    ['kv', 'CUDA error: misaligned address', { code: null, signal: 'KILL' }],
    [
      'graphs',
      'Capture cuda graph failed: CUDA error: an illegal memory access',
      { code: null, signal: 'KILL' },
    ],
    ['draft', 'ValueError: too many values to unpack (expected 2)', { code: null, signal: 'KILL' }],
    ['warmup', 'Initialization failed. warmup error: Traceback', { code: null, signal: 'KILL' }],
  ])('in %s', async (phase, text, exit) => {
    const bench = await up('crash', { phase });
    expect(bench.exit).toEqual(exit);
    expect(bench.log).toContain(text);
    expect(bench.log).not.toContain(READY);
    expect(bench.members()).toEqual([]);
    await bench.up();
    expect(bench.log).toContain(READY);
  });

  it('under load, with the cause on one rank before the consequences', async () => {
    const bench = await up('crash', { phase: 'serving' });
    const answer = bench.open('POST', '/v1/completions', { ...TEN, max_tokens: 4000 });
    await bench.pass(40);
    expect(answer.error).toBe('ECONNRESET');
    expect(bench.exit).toEqual({ code: null, signal: 'KILL' });
    const root = bench.log.indexOf('CUDA error: an illegal memory access was encountered');
    expect(root).toBeGreaterThan(0);
    expect(bench.log.indexOf('[rank')).toBeGreaterThan(root);
    expect(bench.log.indexOf('SIGQUIT received.')).toBeGreaterThan(root);
  });

  it('again and again: each start from the second ends with exit code 1 within seconds', async () => {
    const bench = new Bench({ faults: book('restart-loop') });
    await bench.up();
    expect(bench.exit).toBeNull();
    for (const _ of [2, 3, 4]) {
      bench.kill('KILL');
      await bench.pass(10);
      bench.start();
      await bench.pass(10);
      expect(bench.exit).toEqual({ code: 1, signal: null });
    }
  });
});

describe('servers that do not move', () => {
  it('hangs: healthy, listed, and no request is answered', async () => {
    const bench = await up('hang');
    expect((await bench.ask('GET', '/health')).status).toBe(200);
    expect((await bench.ask('GET', '/v1/models')).status).toBe(200);
    expect((await bench.ask('POST', '/v1/completions', TEN, 300)).status).toBeNull();
    expect((await bench.ask('GET', '/health_generate', null, 60)).status).toBeNull();
  });

  it('stalls: all processes live, and log, CPU time, I/O and memory stand still', async () => {
    const bench = broken('stall');
    bench.start();
    await bench.pass(400);
    const look = () => {
      const { kernel, devices } = bench.scene.machine;
      const members = kernel.inCgroup('/system.slice/llm.service');
      return [
        bench.log,
        devices.read().map(({ used_bytes }) => used_bytes),
        members.map(({ pid }) => kernel.consumed(pid)),
      ];
    };
    const before = look();
    await bench.pass(600);
    expect(look()).toEqual(before);
    expect(bench.members().length).toBe(10);
    expect(bench.log).toContain('Loading safetensors checkpoint shards:  4');
    expect(bench.log).not.toContain('Load weight end');
  });
});

describe('what outlives a server', () => {
  it('a stale listener: in no group of the service, on its port, and only good for /v1/models', async () => {
    const bench = new Bench({ faults: book('stale-listener') });
    await bench.up();
    bench.kill();
    await bench.pass(20);
    expect(bench.exit).toEqual({ code: null, signal: 'KILL' });
    expect(bench.members()).toEqual([]);
    const [socket] = bench.scene.machine.kernel.sockets('127.0.0.1', 30_000);
    expect(socket?.owner.argv).toEqual(['sglang::detokenizer']);
    expect(socket?.owner.cgroup).toMatch(/^\/system\.slice\/run-r[0-9a-f]+\.scope$/);
    expect((await bench.ask('GET', '/v1/models')).status).toBe(200);
    expect((await bench.ask('POST', '/v1/completions', TEN)).status).toBe(500);
    await bench.up();
    expect(bench.exit).toEqual({ code: 1, signal: null });
    expect(bench.log).toContain('address already in use');
  });

  it('a stale listener that ends after its time', async () => {
    const bench = new Bench({ faults: book('stale-listener', { ms: 30_000 }) });
    await bench.up();
    bench.kill('KILL');
    await bench.pass(20);
    expect((await bench.ask('GET', '/v1/models')).status).toBe(200);
    await bench.pass(20);
    expect((await bench.ask('GET', '/v1/models')).error).toBe('ECONNREFUSED');
  });

  it('a survivor: in the group and in another session, deaf to TERM, not to KILL', async () => {
    const bench = await up('survivor');
    bench.kill();
    await bench.pass(20);
    const [left, ...more] = bench.scene.machine.kernel.inCgroup('/system.slice/llm.service');
    expect(more).toEqual([]);
    expect(left?.session).not.toBe(bench.pid);
    bench.kill('TERM', left?.pid);
    await bench.pass(5);
    expect(bench.members().length).toBe(1);
    bench.kill('KILL', left?.pid);
    expect(bench.members()).toEqual([]);
  });

  it('a signal that is lost while the server loads', async () => {
    const bench = broken('signal-lost');
    bench.start();
    await bench.pass(100);
    for (const { pid } of bench.scene.machine.kernel.inCgroup('/system.slice/llm.service'))
      bench.kill('TERM', pid);
    await bench.pass(30);
    expect(bench.members().length).toBe(10);
    bench.kill('KILL');
    expect(bench.exit).toEqual({ code: null, signal: 'KILL' });
  });

  it('a signal that is lost once at service', async () => {
    const bench = await up('signal-lost');
    bench.kill();
    await bench.pass(20);
    expect(bench.exit).toBeNull();
    bench.kill();
    await bench.pass(20);
    expect(bench.exit).toEqual({ code: null, signal: 'KILL' });
  });
});

describe('settings that do not take', () => {
  const argv = [...COMMAND, '--speculative-draft-window-size', '2048', '--speculative-ddtree-budget', '16'];

  it('ignores window and budget, in the report, in the log and in what it verifies', async () => {
    const bench = await up('parameter-ignored', {}, argv);
    const info = await bench.json('/server_info');
    expect(info).toMatchObject({ speculative_draft_window_size: null, speculative_ddtree_budget: 7 });
    expect(bench.log).toContain('draft_window_size=None, compact_cache=False');
    expect(bench.log).toContain('num_tokens_per_req=8, ');
    expect(bench.log).not.toContain('ignor');
  });

  it('rewrites topk, with a warning', async () => {
    const bench = await up('parameter-rewritten', {}, argv);
    expect(await bench.json('/server_info')).toMatchObject({
      speculative_ddtree_topk: 1,
      speculative_ddtree_budget: 16,
      speculative_draft_window_size: 2048,
    });
    expect(bench.log).toContain(
      'DDTREE only supports speculative_ddtree_topk == 1; overriding speculative_ddtree_topk=4 to 1.',
    );
  });
});

describe('answers that are none', () => {
  it.each([1, 2])('garbage, of the kind of start %i', async (start) => {
    const bench = new Bench({ faults: book('garbage', { start }) });
    await bench.up();
    if (start === 2) await again(bench);
    const answer = await bench.ask('POST', '/v1/completions', { ...TEN, max_tokens: 32 }, 3);
    expect(isGarbage(JSON.parse(answer.body).choices[0].text)).toBe(true);
  });

  it('500 on every generation, while health is fine', async () => {
    const bench = await up('http-500');
    for (const path of ['/v1/completions', '/v1/chat/completions', '/generate'])
      expect((await bench.ask('POST', path, TEN)).status).toBe(500);
    expect((await bench.ask('GET', '/health')).status).toBe(200);
  });
});

describe('speeds', () => {
  it('an outlier start is a fifth slower, the next is not', async () => {
    const usual = new Bench();
    await usual.up();
    const bench = await up('outlier-start');
    const [normal, slow] = [await speed(usual), await speed(bench)];
    expect(slow / normal).toBeCloseTo(0.8, 1);
    expect(slow / normal).toBeLessThan(0.84);
    await again(bench);
    expect((await speed(bench)) / normal).toBeGreaterThan(0.93);
  });

  it('drift makes each start 4 % slower than the one before', async () => {
    const bench = new Bench({ faults: book('drift') });
    await bench.up();
    const rates = [await speed(bench)];
    for (const _ of [2, 3, 4, 5]) {
      await again(bench);
      rates.push(await speed(bench));
    }
    expect((rates[4] ?? 0) / (rates[0] ?? 1)).toBeCloseTo(0.96 ** 4, 1);
    expect((rates[4] ?? 0) / (rates[0] ?? 1)).toBeLessThan(0.9);
  });

  it('noise spreads starts far more than the usual 0.6 %', async () => {
    const spread = async (faults: ReturnType<typeof book> | undefined) => {
      const bench = new Bench(faults === undefined ? {} : { faults });
      const rates: number[] = [];
      for (const _ of [1, 2, 3, 4, 5, 6]) {
        await again(bench);
        rates.push(await speed(bench));
      }
      return Math.max(...rates) / Math.min(...rates) - 1;
    };
    const [usual, noisy] = [await spread(undefined), await spread(book('noise'))];
    expect(usual).toBeLessThan(0.06);
    expect(noisy).toBeGreaterThan(0.08);
  });

  it('foreign traffic shows in the metrics and takes speed', async () => {
    const usual = new Bench();
    await usual.up();
    const bench = await up('foreign-traffic');
    expect((await bench.ask('GET', '/metrics')).body).toMatch(/^sglang:num_running_reqs\{.*\} 2\.0$/m);
    expect(bench.log).toContain('10.20.0.7:');
    expect((await speed(bench)) / (await speed(usual))).toBeLessThan(0.85);
  });
});

it('the machine reboots in the midst of the load', async () => {
  const bench = broken('reboot');
  const { kernel } = bench.scene.machine;
  const before = kernel.boot_id;
  bench.start();
  await bench.pass(99);
  expect(kernel.boot_id).toBe(before);
  await bench.pass(2);
  expect(kernel.boot_id).not.toBe(before);
  expect(bench.members()).toEqual([]);
});
