import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { spawn } from '../machine.ts';
import { Bench } from './served.ts';

const quick = async () => {
  const bench = new Bench({ load_s: 4.2 });
  bench.start();
  await bench.pass(5);
  return bench;
};

/** Lines without what differs from run to run, and without those of requests. */
const plain = (log: string) =>
  log
    .split('\n')
    .map((line) => line.replace(/^\[.{19}\] /, '').replace(/\d+/g, 'N'))
    .filter((line) => line !== '' && !/batch,|HTTP\/N/.test(line));

const after = (lines: readonly string[], start: RegExp) =>
  lines.slice(lines.findIndex((line) => start.test(line)));

describe('the end of a server', () => {
  it('drains on SIGTERM: no more requests, not healthy, still listed, then a SIGKILL to its own tree', async () => {
    const bench = await quick();
    const running = bench.open('POST', '/v1/completions', { prompt: 'x', max_tokens: 300, ignore_eos: true });
    await bench.pass(0.5);
    bench.kill();
    const later = {
      models: bench.open('GET', '/v1/models'),
      health: bench.open('GET', '/health'),
      work: bench.open('POST', '/v1/completions', { prompt: 'y', max_tokens: 3 }),
    };
    await bench.pass(8);
    expect(running.status).toBe(200);
    expect([later.models, later.health, later.work].map(({ status }) => status)).toEqual([200, 503, 503]);
    await bench.pass(8);
    expect(bench.exit).toEqual({ code: null, signal: 'KILL' });
    expect(bench.members()).toEqual([]);
    expect(bench.log).toContain('Gracefully exiting... Remaining number of requests 0.');
  });

  it('breaks off what is still running after 15 s', async () => {
    const bench = await quick();
    const endless = bench.open('POST', '/v1/completions', {
      prompt: 'x',
      max_tokens: 100_000,
      ignore_eos: true,
    });
    await bench.pass(1);
    bench.kill();
    await bench.pass(14);
    expect(bench.exit).toBeNull();
    await bench.pass(4);
    expect(bench.exit).toEqual({ code: null, signal: 'KILL' });
    expect(bench.log).toContain('Remaining number of requests 1.');
    expect(endless.error).toBe('ECONNRESET');
  });

  it('has no handler before the first request: SIGTERM ends it at once, its workers a moment later', async () => {
    const bench = new Bench();
    bench.start();
    await bench.pass(100);
    bench.kill();
    expect(bench.exit).toEqual({ code: null, signal: 'TERM' });
    expect(bench.members().length).toBe(9);
    await bench.pass(2);
    expect(bench.members()).toEqual([]);
    expect(bench.log).not.toContain('SIGTERM received');
  });

  it('leaves a signal to the whole group to the main process', async () => {
    const bench = await quick();
    for (const { pid } of bench.scene.machine.kernel.inCgroup('/system.slice/llm.service'))
      bench.kill('TERM', pid);
    expect(bench.members().length).toBe(10);
    await bench.pass(16);
    expect(bench.exit).toEqual({ code: null, signal: 'KILL' });
  });

  it('does not outlive a scheduler, and says so as the real one does', async () => {
    const captured = plain(readFileSync('test/fixtures/sglang/scheduler-killed.log', 'utf8'));
    const bench = await quick();
    const victim = bench.scene.machine.kernel
      .processes()
      .find(({ argv }) => argv[0] === 'sglang::scheduler_TP0');
    bench.kill('KILL', victim?.pid);
    await bench.pass(6);
    expect(bench.exit).toEqual({ code: null, signal: 'KILL' });
    const start = /^Subprocess scheduler_N/;
    expect(after(plain(bench.log), start)).toEqual(
      after(captured, start).filter((line) => !line.startsWith('No live scheduler')),
    );
  });

  it('finds out only after the whole load that somebody else has its port', async () => {
    const bench = new Bench({ load_s: 4.2 });
    const other = spawn(bench.scene, { start: (self) => void self.listen(30_000, () => {}) });
    bench.start();
    await bench.pass(3);
    expect(bench.exit).toBeNull();
    await bench.pass(3);
    expect(bench.exit).toEqual({ code: 1, signal: null });
    expect(bench.log).toContain(
      "ERROR:    [Errno 98] error while attempting to bind on address ('0.0.0.0', 30000): address already in use",
    );
    expect(bench.log).not.toContain('Uvicorn running');
    expect(other.alive).toBe(true);
  });
});
