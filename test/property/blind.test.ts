import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { play } from './harness.ts';
import { goodScript } from './schedules.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'holdpoint-model-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const schedule = {
  scripts: [goodScript],
  original: goodScript,
  kills: [],
  latencies: [1],
  interrupts: [],
  mode: 'resume',
  restore: 'original',
} as const;

it('a host that stays unreadable ends the run before anything is touched', async () => {
  const failing = Array.from({ length: 1_000 }, (_, call) => call);
  const { result, violations } = await play({ ...schedule, failing }, dir);
  expect(violations).toEqual([]);
  expect(result).toMatchObject({ exit_code: 20, fault: { name: 'probe-failed' } });
});

it('one look that cannot be read ends no run, wherever it comes', async () => {
  const small = { ...schedule, small: true };
  const { calls } = await play({ ...small, failing: [] }, dir);
  const ended: string[] = [];
  for (let at = 0; at < calls; at += 1) {
    const { result, disk } = await play({ ...small, failing: [at] }, dir);
    // an action that fails is no look: what it did is not known
    const acted = disk.lines.some(({ record }) => record.type === 'outcome' && !record.ok);
    if (result?.exit_code !== 0 && !acted)
      ended.push(`call ${at}: exit ${result?.exit_code}, ${result?.fault?.message}`);
  }
  expect(ended).toEqual([]);
}, 300_000);

it('a look that was repeated lets no server be measured that somebody else has started meanwhile', async () => {
  const good = { ...goodScript, load_ms: 300, term: 'second-term', survivor: true } as const;
  const usurper = { ...goodScript, load_ms: 1_600, term: 'ignores' } as const;
  const world = {
    scripts: [good, { ...good, load_ms: 1_600, release_ms: 1_200 }],
    original: { ...goodScript, load_ms: 0, term: 'ignores' },
    latencies: [1, 5, 2_500, 300],
    small: true,
  } as const;
  for (let at = 30_000; at < 42_000; at += 400) {
    const usurpers = [{ at, own: false, script: usurper }];
    const { violations } = await play({ ...schedule, ...world, failing: [58], usurpers }, dir);
    expect(violations, `at ${at} ms`).toEqual([]);
  }
});
