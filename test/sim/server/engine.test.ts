import { describe, expect, it } from 'vitest';
import { isGarbage } from '../../../src/core/diagnose/garbage.ts';
import { taskOf } from '../../../src/sim/server/engine/task.ts';
import { exclamations, plausible, undecodable, type Writer } from '../../../src/sim/server/engine/text.ts';
import { Bench, COMMAND } from './served.ts';

const quick = async (argv: readonly string[] = COMMAND) => {
  const bench = new Bench({ load_s: 4.2 });
  bench.start(argv);
  await bench.pass(5);
  return bench;
};

const ask = (bench: Bench, prompt: string, max_tokens: number) =>
  bench.open('POST', '/v1/completions', { prompt, max_tokens, ignore_eos: true });

const metric = async (bench: Bench, name: string) =>
  Number(
    new RegExp(`^sglang:${name}\\{.*\\} (.*)$`, 'm').exec(
      (await bench.ask('GET', '/metrics', null, 0.01)).body,
    )?.[1],
  );

describe('continuous batching', () => {
  it('makes exactly the tokens that were asked for, and counts them once', async () => {
    const bench = await quick();
    const before = await metric(bench, 'generation_tokens_total');
    const lengths = Array.from({ length: 20 }, (_, at) => 1 + 13 * at);
    const answers = lengths.map((length, at) => ask(bench, `prompt ${at}`, length));
    await bench.pass(60);
    const got = answers.map(({ body }) => JSON.parse(body).usage.completion_tokens);
    expect(got).toEqual(lengths);
    const sum = lengths.reduce((all, each) => all + each, 0);
    expect((await metric(bench, 'generation_tokens_total')) - before).toBe(sum);
    expect(await metric(bench, 'num_running_reqs')).toBe(0);
  });

  it('lets requests beyond the limit wait, and never runs more', async () => {
    const bench = await quick([...COMMAND, '--max-running-requests', '4']);
    for (let at = 0; at < 10; at++) ask(bench, `prompt ${at}`, 400);
    const seen: [number, number][] = [];
    for (let at = 0; at < 10; at++) {
      await bench.pass(0.5);
      seen.push([await metric(bench, 'num_running_reqs'), await metric(bench, 'num_queue_reqs')]);
    }
    expect(seen[0]).toEqual([4, 6]);
    expect(Math.max(...seen.map(([running]) => running))).toBe(4);
  });

  it('shares the machine: four together are faster than one, and slower each', async () => {
    const bench = await quick();
    const rate = async (count: number, round: string) => {
      const began = bench.scene.machine.time.now();
      let left = 0;
      for (let at = 0; at < count; at++) ask(bench, `${round} ${at}`, 2000);
      do {
        await bench.pass(0.2);
        left = await metric(bench, 'num_running_reqs');
      } while (left > 0);
      return (count * 2000) / ((bench.scene.machine.time.now() - began) / 1000);
    };
    // past the slow requests at the beginning of a life
    await rate(8, 'cold');
    const [one, four] = [await rate(1, 'one'), await rate(4, 'four')];
    expect(four).toBeGreaterThan(1.5 * one);
    expect(four).toBeLessThan(3.5 * one);
  });

  it('forgets a client that has gone away', async () => {
    const bench = await quick();
    const { kernel } = bench.scene.machine;
    const body = JSON.stringify({ prompt: 'x', max_tokens: 4000, ignore_eos: true, stream: true });
    const nothing = { head() {}, data() {}, end() {}, failed() {} };
    const request = { method: 'POST', path: '/v1/completions', headers: {}, body };
    const leave = kernel.open('127.0.0.1', 30_000, request, nothing);
    await bench.pass(2);
    expect(await metric(bench, 'num_running_reqs')).toBe(1);
    leave();
    await bench.pass(0.2);
    expect(await metric(bench, 'num_running_reqs')).toBe(0);
  });

  it('answers a prompt that it knows from its cache, until that is flushed', async () => {
    const bench = await quick();
    const long = 'many words '.repeat(2000);
    const first = async () => {
      const answer = bench.open('POST', '/v1/completions', {
        prompt: long,
        max_tokens: 2,
        ignore_eos: true,
        stream: true,
      });
      const asked = bench.scene.machine.time.now();
      await bench.pass(5);
      return (answer.parts[0]?.at ?? 0) - asked;
    };
    const [cold, warm] = [await first(), await first()];
    expect((await bench.ask('POST', '/flush_cache')).status).toBe(200);
    const again = await first();
    // 5,500 tokens at 8,000 a second
    expect(cold - warm).toBeGreaterThan(500);
    expect(again - warm).toBeGreaterThan(500);
    ask(bench, long.repeat(4), 500);
    // still in the prompt: that counts as running too
    await bench.pass(0.5);
    expect(await metric(bench, 'num_running_reqs')).toBe(1);
    expect(await metric(bench, 'spec_verify_calls_total')).toBeLessThan(10);
    expect((await bench.ask('POST', '/flush_cache')).status).toBe(400);
  });

  it('prints a line every 40 steps, with the acceptance and the rate of the metrics', async () => {
    const bench = await quick();
    ask(bench, 'x', 1500);
    await bench.pass(30);
    const lines = bench.lines().filter((line) => line.includes('Decode batch'));
    const steps = await metric(bench, 'spec_verify_calls_total');
    expect(lines).toHaveLength(Math.floor(steps / 40));
    for (const line of lines)
      expect(line).toMatch(
        /TP0\] Decode batch, #running-req: [01], #token: \d+, token usage: 0\.0\d, accept len: [3-5]\.\d\d, accept rate: 0\.\d\d, cuda graph: True, gen throughput \(token\/s\): 1[3-9]\d\.\d\d, #queue-req: 0$/,
      );
  });
});

describe('tasks and texts', () => {
  it('has acceptances from 0.70 to 0.92 around 0.80', () => {
    const all = Array.from({ length: 4000 }, (_, at) => taskOf(`prompt number ${at}`).acceptance);
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0.7);
    expect(Math.max(...all)).toBeLessThanOrEqual(0.92);
    expect(all.toSorted((a, b) => a - b)[2000]).toBeCloseTo(0.8, 2);
    expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(0.18);
  });

  it('writes no garbage, at any length that a probe asks for, unless it is told to', () => {
    const text = (writer: Writer, seed: number, length: number) =>
      Array.from({ length }, (_, at) => writer(seed, at)).join('');
    for (let prompt = 0; prompt < 300; prompt++) {
      const { seed } = taskOf(`prompt ${prompt}`);
      for (const length of [2, 8, 32, 200])
        expect([prompt, isGarbage(text(plausible, seed, length))]).toEqual([prompt, false]);
    }
    expect(isGarbage(text(exclamations, 1, 32))).toBe(true);
    expect(isGarbage(text(undecodable, 1, 32))).toBe(true);
  });
});
