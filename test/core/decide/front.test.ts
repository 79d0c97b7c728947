import { expect, test } from 'vitest';
import { gaussian, seeded } from '../../../bench/placebo/noise.ts';
import { blockOrder } from '../../../src/core/decide/blocks.ts';
import { frontOf } from '../../../src/core/decide/front.ts';

const NAMES = ['base', 'x', 'y'];
const ORDER = [1, 2, 3, 4].flatMap((block) => blockOrder(NAMES, block).map((name) => NAMES.indexOf(name)));
const LEVEL = 0.0075;

/** True values of the three settings in each objective; `sd` of a start. */
function front(first: readonly number[], second: readonly number[], sd = 0.005, seed = 1) {
  const random = seeded(seed);
  const of = (truth: readonly number[]) =>
    ORDER.map((setting) => (truth[setting] ?? 0) + sd * gaussian(random));
  const points = frontOf(NAMES, ORDER, [of(first), of(second)], LEVEL) ?? [];
  return points.map(({ dominated_by }) => dominated_by);
}

test('who is better in one and no worse in the other takes the other off the front', () => {
  expect(front([0, 0.1, 0.05], [0, 0.1, 0.05])).toEqual(['x', null, 'x']);
  expect(front([0, 0.1, 0], [0, 0, 0])).toEqual(['x', null, 'x']);
});

test('who is better in one and worse in the other leaves both on it', () => {
  expect(front([0, 0.1, 0.2], [0, -0.1, -0.2])).toEqual([null, null, null]);
});

test('what is not shown takes nobody off: equal settings are hardly ever dominated', () => {
  let wrong = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const [baseline] = front([0, 0, 0], [0, 0, 0], 0.02, seed);
    if (baseline !== null) wrong++;
  }
  expect(wrong / 300).toBeLessThanOrEqual(0.05);
});

test('one block says nothing', () => {
  expect(
    frontOf(
      NAMES,
      [0, 1, 2],
      [
        [0, 1, 2],
        [0, 1, 2],
      ],
      LEVEL,
    ),
  ).toBeNull();
});
