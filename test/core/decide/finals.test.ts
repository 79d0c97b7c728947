import { expect, test } from 'vitest';
import { cellOf } from '../../../bench/placebo/cell.ts';
import { gaussian, seeded } from '../../../bench/placebo/noise.ts';
import { analyse } from '../../../src/core/decide/analysis.ts';
import { blockOrder, type FinalStart } from '../../../src/core/decide/blocks.ts';
import { looksOf, mostFinalStarts } from '../../../src/core/decide/effort.ts';
import { type Finals, judgeFinals } from '../../../src/core/decide/finals.ts';
import { findableEffect, sdFactors } from '../../../src/core/decide/forecast.ts';
import { tQuantile } from '../../../src/core/stats/distributions.ts';

const NAMES = ['base', 'x', 'y'];
const FINALS: Finals = {
  names: NAMES,
  has_baseline: true,
  able: new Set(NAMES),
  simplest: NAMES,
  looks: { after: [2, 3, 4, 6], level: 0.0075 },
  min_gain: 0.02,
};

function starts(blocks: number, of: (name: string, index: number) => number): FinalStart[] {
  return Array.from({ length: blocks }, (_, b) => blockOrder(NAMES, b + 1))
    .flat()
    .map((name, i) => ({ name, value: of(name, i) + 0.003 * Math.sin(7.3 * (i + 1)) }));
}

test('starts that are not in mirrored blocks are refused', () => {
  const repeated = [1, 2, 3].flatMap(() => NAMES).map((name) => ({ name, value: 0 }));
  expect(() => judgeFinals(FINALS, repeated)).toThrow('mirrored');
});

test('between looks nothing is decided, and a look that was not planned is not taken', () => {
  const found = starts(5, (name) => (name === 'x' ? 0.5 : 0));
  expect(judgeFinals(FINALS, found.slice(0, 5)).kind).toBe('open');
  expect(judgeFinals({ ...FINALS, looks: { after: [6], level: 0.025 } }, found).kind).toBe('open');
  expect(judgeFinals(FINALS, found)).toMatchObject({ kind: 'winner', best: { name: 'x' } });
});

test('of two that cannot be told apart the simpler is named', () => {
  const equal = starts(6, (name) => (name === 'base' ? 0 : name === 'x' ? 0.1 : 0.101));
  const named = (simplest: readonly string[]) => {
    const verdict = judgeFinals({ ...FINALS, simplest }, equal);
    return verdict.kind === 'winner' ? [verdict.best.name, ...verdict.tied] : [];
  };
  expect(named(['base', 'x', 'y'])).toEqual(['x', 'y']);
  expect(named(['base', 'y', 'x'])).toEqual(['y', 'x']);
});

test('a setting that may not win never does', () => {
  const found = starts(6, (name) => (name === 'x' ? 0.3 : name === 'y' ? 0.1 : 0));
  expect(judgeFinals({ ...FINALS, able: new Set(['base', 'y']) }, found)).toMatchObject({
    kind: 'winner',
    best: { name: 'y' },
  });
});

test('worse is told from no gain', () => {
  expect(
    judgeFinals(
      FINALS,
      starts(6, (name) => (name === 'base' ? 0.1 : 0)),
    ).kind,
  ).toBe('worse');
  expect(
    judgeFinals(
      FINALS,
      starts(6, () => 0),
    ).kind,
  ).toBe('small');
});

test('an effort gives its looks, and none where they could show nothing', () => {
  expect(looksOf('quick', 2, 6)).toBeNull();
  expect(looksOf({ starts: 24 }, 2, 6)).toEqual({ after: [6], level: 0.025 });
  expect(looksOf({ starts: 11 }, 2, 6)).toBeNull();
  expect(looksOf({ starts: 11 }, 1, 6)).toBeNull();
  expect(looksOf('default', 1, 6)?.after[0]).toBe(3);
  expect(mostFinalStarts('default', 6, true)).toBe(18);
  expect(mostFinalStarts('default', 2, true)).toBe(16);
  expect(mostFinalStarts('quick', 6, true)).toBe(0);
  expect(mostFinalStarts({ starts: 20 }, 6, false)).toBe(12);
});

test('placebo: hardly ever a winner; a true 8 % is found', () => {
  const noise = { between: 0.01, within: 0.02, drift: 'linear', heavy: false } as const;
  const scenario = { noise, settings: 6, effort: 'default' } as const;
  // with these seeds: a change of the numbers is a change of the procedure
  expect(cellOf({ ...scenario, effect: 0 }, 400, 1).false_winner_rate).toBeLessThanOrEqual(0.05);
  expect(cellOf({ ...scenario, effect: 0.08 }, 200, 1).power).toBeGreaterThan(0.98);
});

test.each([3, 6, 12])(
  'an interval of 0.95 after %d blocks, looked at once, covers 0.95 of the time',
  (blocks) => {
    const random = seeded(blocks);
    const order = starts(blocks, () => 0).map(({ name }) => NAMES.indexOf(name));
    const sweeps = 4000;
    let covered = 0;
    for (let i = 0; i < sweeps; i++) {
      const found = analyse(
        order,
        order.map((setting) => (setting === 1 ? 0.05 : 0) + 0.01 * gaussian(random)),
      );
      if (found === null) throw new Error('it can be analysed');
      const { value, error } = found.difference(1, 0);
      if (Math.abs(value - 0.05) <= tQuantile(0.975, found.degrees) * error) covered++;
    }
    expect(covered / sweeps).toBeGreaterThan(0.93);
    expect(covered / sweeps).toBeLessThan(0.975);
  },
);

test('the forecast is borne out: the effect that it names is found about as often as it says', () => {
  const random = seeded(99);
  const [blocks, sd, level] = [6, 0.02, 0.025];
  const effect = findableEffect({ sd, blocks, settings: 3, level, power: 0.8 });
  const order = starts(blocks, () => 0).map(({ name }) => NAMES.indexOf(name));
  const sweeps = 2000;
  let found = 0;
  for (let i = 0; i < sweeps; i++) {
    const look = analyse(
      order,
      order.map((setting) => (setting === 1 ? effect : 0) + sd * gaussian(random)),
    );
    const { value = 0, error = 1 } = look?.difference(1, 0) ?? {};
    if (value > tQuantile(1 - level, look?.degrees ?? 1) * error) found++;
  }
  expect(found / sweeps).toBeGreaterThan(0.72);
  expect(found / sweeps).toBeLessThan(0.86);
});

test('how well a standard deviation is known, against exact values', () => {
  for (const [degrees, low, high] of [
    [5, 0.62, 2.45],
    [8, 0.68, 1.92],
    [14, 0.73, 1.58],
  ] as const) {
    expect(Math.abs(sdFactors(degrees).low - low)).toBeLessThan(0.02);
    expect(Math.abs(sdFactors(degrees).high - high)).toBeLessThan(0.08);
  }
});
