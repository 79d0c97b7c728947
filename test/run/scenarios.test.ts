import { describe, expect, it } from 'vitest';
import { LOAD_LIMIT_MS, play, type Schedule } from '../property/harness.ts';
import { goodScript } from '../property/schedules.ts';
import type { Script } from '../property/world.ts';

function schedule(scripts: readonly Partial<Script>[], more: Partial<Schedule> = {}): Schedule {
  return {
    scripts: scripts.map((script) => ({ ...goodScript, ...script })),
    original: null,
    failing: [],
    kills: [],
    latencies: [1],
    interrupts: [],
    mode: 'resume',
    restore: 'original',
    ...more,
  };
}

async function run(scripts: readonly Partial<Script>[], more: Partial<Schedule> = {}) {
  const { result, violations, disk } = await play(schedule(scripts, more), '/nowhere');
  expect(violations).toEqual([]);
  if (result === null) throw new Error('the run has no end');
  const trials = Object.fromEntries(result.document.trials.map((trial) => [trial.name, trial]));
  return { result, trials, records: disk.lines.map((line) => line.record), lines: disk.lines };
}

describe('retries by the table', () => {
  it('a crash is tried once more, on a start of its own', async () => {
    const { result, trials } = await run([{}, { load: 'crash', load_ms: 400 }, {}, {}, {}]);
    expect(trials['one']?.status).toBe('measured');
    expect(trials['one']?.starts.map((s) => [s.attempt, s.fault?.name ?? null])).toEqual([
      [1, 'exited'],
      [2, null],
    ]);
    expect(result.exit_code).toBe(0);
  });

  it('a setting that crashes twice has failed and has no number', async () => {
    const { result, trials } = await run([{}, { load: 'crash' }, { load: 'crash' }, {}, {}]);
    expect([trials['one']?.status, trials['one']?.fault?.name]).toEqual(['failed', 'exited']);
    expect(trials['one']?.starts.flatMap((s) => s.measurements)).toEqual([]);
    expect(trials['two']?.status).toBe('measured');
    expect(result.exit_code).toBe(10);
  });

  it('three different settings that crash in a row stop the run', async () => {
    const { result } = await run([{ load: 'crash' }]);
    expect([result.exit_code, result.document.state, result.document.restored.ok]).toEqual([
      12,
      'stopped',
      true,
    ]);
  });

  it('garbage is tried once more, on a server of its own', async () => {
    const { trials } = await run([{}, { serve: 'garbage' }, {}, {}, {}]);
    const starts = trials['one']?.starts ?? [];
    expect(starts.map((s) => [s.attempt, s.adopted, s.fault?.name ?? null])).toEqual([
      [1, false, 'garbage'],
      [2, false, null],
    ]);
    expect(starts[1]?.generation?.pid).not.toBe(starts[0]?.generation?.pid);
  });

  it('a stalled load is never tried again', async () => {
    const { trials } = await run([{}, { load: 'stall' }, {}, {}]);
    expect(trials['one']?.starts.map((s) => s.fault?.name)).toEqual(['load-stalled']);
  });

  it('a load that still moves at limits.load is named so', async () => {
    const { trials } = await run([{}, { load: 'endless' }, {}, {}]);
    expect(trials['one']?.fault).toMatchObject({ name: 'load-timeout', data: { moving: true } });
  });
});

describe('what voids a measurement', () => {
  it('a server that restarts itself: generation-changed, no number of that start, and a new start', async () => {
    const { trials, records } = await run([{}, { serve: 'restarts-itself' }, {}, {}, {}]);
    expect(trials['one']?.starts.map((s) => [s.fault?.name ?? null, s.measurements.length])).toEqual([
      ['died-under-load', 0],
      [null, 2],
    ]);
    expect(records.some((r) => r.type === 'measurement.ended' && r.void !== null)).toBe(true);
  });

  it('a client that was late: the point is measured again on the same server, and the late number is nowhere', async () => {
    const { trials, records, result } = await run([{}, { late: 2 }, {}, {}]);
    const voids = records.filter((r) => r.type === 'measurement.ended' && r.void?.name === 'client-late');
    expect([voids.length, trials['one']?.starts.length]).toEqual([2, 1]);
    const clients = trials['one']?.starts[0]?.measurements.map(({ client }) => client);
    expect(clients).toMatchObject([{ verdict: 'ok', threads: 4 }, { verdict: 'ok' }]);
    // each try has more threads than the last, and another point begins anew
    const tries = records.flatMap((r) =>
      r.type === 'measurement.ended' ? [r.measurement.client.threads] : [],
    );
    expect(tries.slice(0, 6)).toEqual([undefined, undefined, undefined, 2, 4, undefined]);
    expect([trials['one']?.status, result.exit_code]).toEqual(['measured', 0]);
  });

  it('a client that is late again and again: no number, and it says why', async () => {
    const { trials, result } = await run([{}, { late: 99 }, {}, {}]);
    expect(trials['one']).toMatchObject({ status: 'void', fault: { name: 'client-late' } });
    expect(trials['one']?.fault?.message).toContain('stood still for 300.0 ms');
    expect(trials['one']?.starts.flatMap((s) => s.measurements)).toEqual([]);
    expect([trials['two']?.status, result.exit_code]).toEqual(['measured', 10]);
  });

  it('tokens that the server made for somebody else: foreign-load, and the point is measured again', async () => {
    const { trials, records } = await run([{}, { stray: [40] }, {}, {}]);
    const voids = records.flatMap((r) => (r.type === 'measurement.ended' && r.void !== null ? [r.void] : []));
    expect(voids).toMatchObject([
      { name: 'foreign-load', data: { generated_tokens: 140, told_tokens: 100 } },
    ]);
    expect(trials['one']?.starts[0]?.measurements).toMatchObject([
      { told_tokens: 100, server: { generated_tokens: 100, preemptions: 1 } },
      { told_tokens: 100, server: { generated_tokens: 100, preemptions: 1 } },
    ]);
  });

  it('tokens for somebody else twice stop the sweep, as requests do that are seen', async () => {
    const { result } = await run([{}, { stray: [40, 40] }]);
    expect([result.exit_code, result.document.faults.at(-1)?.name]).toEqual([12, 'foreign-load']);
  });

  it('tokens that the server never counted: miscounted, again and again, and no number', async () => {
    const { trials, result } = await run([{}, { stray: [-60, -60, -60] }, {}, {}]);
    expect(trials['one']).toMatchObject({ status: 'void', fault: { name: 'miscounted' } });
    expect([trials['two']?.status, result.exit_code]).toEqual(['measured', 10]);
  });

  it('foreign requests twice stop the sweep', async () => {
    const { result } = await run([{}, { serve: 'foreign-load' }]);
    expect([result.exit_code, result.document.faults.at(-1)?.name]).toEqual([12, 'foreign-load']);
  });
});

describe('faults by their hold point', () => {
  it.each([
    ['error-500', 'not-generating', 'generating'],
    ['garbage', 'garbage', 'generating'],
    ['parameter-ignored', 'config-mismatch', 'effective'],
  ] as const)('%s is %s at %s', async (serve, name, point) => {
    const { trials } = await run([{}, { serve }, { serve }, {}, {}]);
    const start = trials['one']?.starts[0];
    expect(start?.fault?.name).toBe(name);
    expect(start?.hold_points.find((p) => p.state === 'failed')?.name).toBe(point);
  });

  it('a stranger that answers for the new server stops the run', async () => {
    const { result } = await run([{}, { serve: 'stranger-answers' }]);
    expect([result.exit_code, result.document.faults.at(-1)?.name]).toEqual([12, 'wrong-listener']);
  });

  it('the word of a stranger interrupts no load: it is told at limits.load', async () => {
    const { trials } = await run([{}, { serve: 'stranger-answers', load_ms: 9_000 }]);
    const failed = trials['one']?.starts[0]?.hold_points.find((p) => p.state === 'failed');
    expect(failed?.name).toBe('loaded');
    expect(failed?.waited_s).toBeGreaterThanOrEqual(LOAD_LIMIT_MS / 1000);
  });

  it('memory that never comes back ends with 23 when the original cannot be restored either', async () => {
    const { result } = await run([{ release_ms: 1e9 }], { original: { ...goodScript, release_ms: 1e9 } });
    expect([result.exit_code, result.document.restored.ok]).toEqual([23, false]);
    expect(result.document.faults.map((f) => f.name)).toContain('memory-not-released');
  });
});

describe('the end', () => {
  it('an interrupt restores, and the trial that was open has no number', async () => {
    const { result, trials } = await run([{ load_ms: 2_000 }], { original: goodScript, interrupts: [9_000] });
    expect([result.exit_code, result.document.state, result.document.restored]).toEqual([
      130,
      'interrupted',
      { to: 'original', ok: true },
    ]);
    expect(trials['two']?.status).toBe('pending');
  });

  it('restore: leave keeps the last server and says so', async () => {
    const { result } = await run([{}], { restore: 'leave' });
    expect(result.document.restored).toEqual({ to: 'left', ok: true });
  });

  it('a running original is adopted, measured first and brought back once', async () => {
    const { trials, records } = await run([{}], { original: goodScript });
    const points = trials['base']?.starts[0]?.hold_points.map((p) => `${p.name}:${p.state}`);
    expect(points).toContain('loaded:skipped');
    expect(points).toContain('unchanged:passed');
    expect(records.filter((r) => r.type === 'restored').length).toBe(1);
  });
});
