import { describe, expect, test } from 'vitest';
import { limitCell } from '../../../bench/placebo/limits.ts';
import { blockOrder, type FinalStart } from '../../../src/core/decide/blocks.ts';
import { type Finals, judgeFinals } from '../../../src/core/decide/finals.ts';

const NAMES = ['base', 'x', 'y'];
const FINALS: Finals = {
  names: NAMES,
  has_baseline: true,
  able: new Set(NAMES),
  limits: 1,
  simplest: NAMES,
  looks: { after: [3, 4, 6], level: 0.0075 },
  min_gain: 0.02,
};

type Of = (name: string) => number | null;

/** y 20 % faster than the baseline, x 10 %; `over`: the log of each setting's p95 over its limit, null where unknown. */
function verdict(over: Of, finals: Partial<Finals> = {}) {
  const speed = { base: 0, x: 0.1, y: 0.2 } as Readonly<Record<string, number>>;
  const starts = Array.from({ length: 6 }, (_, b) => blockOrder(NAMES, b + 1))
    .flat()
    .map((name, i): FinalStart => {
      const excess = over(name);
      const noise = Math.sin(7.3 * (i + 1));
      return {
        name,
        value: (speed[name] ?? 0) + 0.003 * noise,
        excesses: [excess === null ? null : excess + 0.04 * noise],
      };
    });
  return judgeFinals({ ...FINALS, ...finals }, starts);
}

const well = () => -0.3;

describe('a limit is judged over starts', () => {
  test('kept by all: the fastest wins at the first look', () => {
    expect(verdict(well)).toMatchObject({ kind: 'winner', best: { name: 'y' }, look: { blocks: 3 } });
  });

  test('the fastest breaks it: the next that keeps it wins, and need not be waited for', () => {
    const found = verdict((name) => (name === 'y' ? 0.3 : -0.3));
    expect(found).toMatchObject({ kind: 'winner', best: { name: 'x' }, look: { blocks: 3 } });
  });

  test('the fastest straddles it: waited for to the last look, then the next is offered', () => {
    const found = verdict((name) => (name === 'y' ? 0 : -0.3));
    expect(found).toMatchObject({ kind: 'winner', best: { name: 'x' }, look: { blocks: 6 } });
    const states = found.kind === 'open' ? [] : found.look.limits.map(({ name, state }) => [name, state]);
    expect(Object.fromEntries(states)).toEqual({ base: 'kept', x: 'kept', y: 'too_close' });
  });

  test('a number that a start does not have is unknown, never kept', () => {
    expect(verdict((name) => (name === 'y' ? null : -0.3))).toMatchObject({
      kind: 'winner',
      best: { name: 'x' },
    });
    expect(verdict(() => null).kind).toBe('none');
  });

  test('the baseline breaks it: the best of the others need not be faster', () => {
    const found = verdict((name) => (name === 'x' ? -0.3 : 0.3));
    expect(found).toMatchObject({ kind: 'winner', best: { name: 'x' }, unopposed: true });
  });

  test('all break it', () => {
    expect(verdict(() => 0.3).kind).toBe('none');
  });

  test('all straddle it: nothing is decided before the last look, nor there', () => {
    expect(verdict(() => 0)).toMatchObject({ kind: 'unseen', look: { blocks: 6 } });
  });

  test('without a baseline the only one that keeps it wins', () => {
    const found = verdict((name) => (name === 'x' ? -0.3 : 0.3), { has_baseline: false });
    expect(found).toMatchObject({ kind: 'winner', best: { name: 'x' }, unopposed: true });
  });
});

describe('by simulation', () => {
  test.each([
    { blocks: 2, between: 0.05, together: 0.3 },
    { blocks: 6, between: 0.01, together: 0 },
  ])('the interval of a p95 of 64 requests a start covers: %o', (cell) => {
    expect(limitCell({ ...cell, requests: 64, ratio: 1 }, 300, 11).coverage).toBeGreaterThanOrEqual(0.93);
  });

  test('4 starts of 192 requests: 10 % under is kept in 3 of 4 sweeps, 10 % over never; at it neither is shown', () => {
    const cell = { blocks: 4, between: 0.02, together: 0.3, requests: 192 };
    const at = (ratio: number) => limitCell({ ...cell, ratio }, 60, 5);
    expect(at(0.9).kept).toBeGreaterThan(0.7);
    expect(at(1.1).kept).toBeLessThan(0.01);
    const on = at(1);
    expect([on.kept < 0.1, on.broken < 0.1]).toEqual([true, true]);
  });
});
