import { describe, expect, it } from 'vitest';
import { cacheTokens, graphBytes, verifiedTokens } from '../../../src/sim/server/memory.ts';
import { book } from '../machine.ts';
import { Bench, COMMAND } from './served.ts';

const GiB = 2 ** 30;
const tree = (budget: number) => ({ algorithm: 'tree' as const, budget, topk: 4, block: 8, window: null });
const capacity = (log: string) => Number(/max_total_num_tokens=(\d+)/.exec(log)?.[1]);

describe('the memory formula', () => {
  it.each([
    // 29.29 - 93.08 * (1 - 0.885) = 18.5858 GiB; at 70,300 bytes a token
    [93.08, 29.29, 0.885, 283_875],
    // 20 GiB that somebody holds from before the start to after the load: 9.29 - 73.08 * 0.115 = 0.8858 GiB
    [73.08, 9.29, 0.885, 13_529],
    // 29.29 - 93.08 * 0.35 = -3.288 GiB
    [93.08, 29.29, 0.65, -50_220],
  ])('%d GiB before, %d after, share %d', (before, after, mem_fraction_static, tokens) => {
    const got = cacheTokens({
      available_before: before * GiB,
      available_after: after * GiB,
      mem_fraction_static,
    });
    expect(Math.abs(got - tokens)).toBeLessThanOrEqual(1);
  });

  it('gives graphs half a GiB and 6 MB for each token of the largest batch', () => {
    expect(graphBytes([1, 2, 48], tree(8))).toBe(512 * 2 ** 20 + 48 * 9 * 6e6);
    expect(graphBytes([], tree(8))).toBe(0);
    expect(
      [tree(8), { ...tree(8), algorithm: 'chain' as const }, { ...tree(8), algorithm: 'none' as const }].map(
        verifiedTokens,
      ),
    ).toEqual([9, 8, 1]);
  });
});

describe('memory at a start', () => {
  it('shows the capacity of the formula in the log, in the report and in the metrics', async () => {
    const bench = new Bench();
    await bench.up();
    const tokens = capacity(bench.log);
    const before = Math.min(
      ...[...bench.log.matchAll(/Load weight begin\. avail mem=(9\d\.\d+)/g)].map((m) => Number(m[1])),
    );
    const after = Math.min(
      ...[...bench.log.matchAll(/quant=\S+ avail mem=(\d+\.\d+)/g)].map((m) => Number(m[1])),
    );
    const expected = ((after - before * (1 - 0.885)) * GiB) / 70_300;
    // the log rounds to 0.01 GiB and reads a little apart
    expect(Math.abs(tokens / expected - 1)).toBeLessThan(0.005);
    expect(bench.log.match(new RegExp(`#tokens: ${tokens}, `, 'g'))).toHaveLength(8);
    expect(await bench.json('/server_info')).toMatchObject({ max_total_num_tokens: tokens });
    expect((await bench.ask('GET', '/metrics')).body).toMatch(
      new RegExp(`sglang:max_total_num_tokens\\{.*\\} ${tokens}\\.0\n`),
    );
  });

  it('is smaller without any error where something is hidden at the start', async () => {
    const usual = new Bench();
    await usual.up();
    const shrunken = new Bench({ faults: book('shrunken-kv', { bytes: 6 * GiB }) });
    shrunken.start();
    await shrunken.pass(60);
    shrunken.kill('KILL');
    await shrunken.pass(120);
    await shrunken.up();
    expect(shrunken.log).toContain('The server is fired up and ready to roll!');
    // 6 GiB less before and after: 6 * (1 - 0.115) GiB less for the cache
    const lost = capacity(usual.log) - capacity(shrunken.log);
    expect(lost / ((6 * 0.885 * GiB) / 70_300)).toBeCloseTo(1, 1);
  });

  it('runs out at the weights where the last server still holds its memory', async () => {
    const bench = new Bench({ faults: book('leftover-oom') });
    await bench.up();
    bench.kill('KILL');
    await bench.pass(120);
    bench.start();
    await bench.pass(60);
    expect(bench.exit).toEqual({ code: null, signal: 'KILL' });
    expect(bench.log).toMatch(
      /TP\d\] Scheduler hit an exception: Traceback \(most recent call last\):\n[\s\S]*\ntorch\.OutOfMemoryError: CUDA out of memory\. Tried to allocate \d\.\d\d GiB\. GPU \d has a total capacity of 95\.59 GiB of which /,
    );
    expect(bench.log).toContain('Received sigquit from a child process. It usually means the child failed.');
    expect(bench.members()).toEqual([]);
  });

  it.each([
    [
      '0.5',
      'RuntimeError: Not enough memory. Please try to increase --mem-fraction-static. Current value: mem_fraction_static=0.5',
    ],
    ['0.97', 'Exception: Capture cuda graph failed: CUDA out of memory. Tried to allocate 2.91 GiB.'],
  ])('ends the start where the static share is %s', async (share, text) => {
    const bench = new Bench();
    await bench.up([...COMMAND, '--mem-fraction-static', share]);
    expect(bench.exit).toEqual({ code: null, signal: 'KILL' });
    expect(bench.log).toContain(text);
  });

  it('names the device that is not there', async () => {
    const bench = new Bench({ faults: book('device-vanishes') });
    await bench.up();
    bench.kill('KILL');
    await bench.pass(120);
    await bench.up();
    expect(bench.exit).toEqual({ code: null, signal: 'KILL' });
    expect(bench.log).toContain('CUDA error: invalid device ordinal');
  });
});
