import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TimingErrors } from '../src/core/selftest/timing-errors.ts';
import { createLoadGenerator } from '../src/load/generator.ts';
import { startMockProcess } from '../src/mock/process.ts';
import { measurePoint } from '../src/run/selftest/measure-point.ts';
import { SELFTEST_TIMING } from '../src/run/selftest/selftest.ts';
import type { Figure, Row } from './row.ts';
import { CLI } from './support/command.ts';
import { median, spread } from './support/stats.ts';

const RUNS = 5;
const TOKENS = 64;
const POINTS = [
  { streams: 1, burst: false, ttft: 1.5 },
  { streams: 16, burst: false, ttft: 1.5 },
  { streams: 64, burst: false, ttft: 1.5 },
  { streams: 128, burst: false, ttft: 1.5 },
  { streams: 64, burst: true, ttft: 5 },
  { streams: 128, burst: true, ttft: 10 },
];
const SCENARIO = { name: 'truth', timing: SELFTEST_TIMING, payload: { prompt_tokens: 100 } };
const SERVER_CORE = ['taskset', '-c', '0'];

export const truth: Row = {
  name: 'truth',
  how: `The client against the log of its own mock server, on a core each where taskset is there; medians of ${RUNS} interleaved runs; the server's own arrival queue is taken off`,
  async measure() {
    const pinned = spawnSync('taskset', ['-cp', '1', String(process.pid)]).status === 0;
    const runs: (readonly TimingErrors[])[] = [];
    for (let run = 0; run < RUNS; run++) {
      const errors: TimingErrors[] = [];
      for (const point of POINTS) errors.push(await errorsAt(point.streams, point.burst, pinned));
      runs.push(errors);
    }
    return POINTS.flatMap(({ streams, burst, ttft }, at) => {
      const name = `${streams} streams${burst ? ' in a burst' : ''}`;
      const of = (key: keyof TimingErrors) =>
        runs.map((errors) => errors[at]?.[key] ?? Number.POSITIVE_INFINITY);
      return [
        figure(`${name}: first event, error p50`, of('ttft_p50_ms'), ttft),
        figure(`${name}: gaps, error of the mean`, of('gap_mean_ms'), 0.05),
        figure(`${name}: gaps, error of p99`, of('gap_p99_ms'), 2),
      ];
    });
  },
};

async function errorsAt(streams: number, burst: boolean, pinned: boolean): Promise<TimingErrors> {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdpoint-truth-'));
  const argv = [...(pinned ? SERVER_CORE : []), process.execPath, CLI, 'mock'];
  const mock = await startMockProcess(argv, { scenarios: [SCENARIO] });
  try {
    const means = { load: createLoadGenerator(), mock, dir, signal: new AbortController().signal };
    const { errors } = await measurePoint(means, {
      shape: { kind: 'closed', concurrency: streams, starts_over_ms: burst ? 0 : null },
      requests: Math.max(8, streams),
      tokens: TOKENS,
      warmup_requests: Math.max(8, streams),
    });
    return errors;
  } finally {
    await mock.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

function figure(what: string, errors: readonly number[], limit: number): Figure {
  const sizes = errors.map(Math.abs);
  return { what, value: median(sizes), unit: 'ms', limit, noise: spread(sizes, 'ms', 2), detail: '' };
}
