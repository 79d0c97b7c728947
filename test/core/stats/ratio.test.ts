import { expect, test } from 'vitest';
import { ratioOf } from '../../../src/core/stats/ratio.ts';

test('against a published case of Welch with unequal variances', () => {
  // extra hours of sleep, Student 1908, as R's t.test(extra ~ group) prints them: t = -1.8608, df = 17.776, -3.3654832 to 0.2054832
  const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
  const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
  const found = ratioOf(first.map(Math.exp), second.map(Math.exp));
  expect(Math.log(found?.ratio ?? 0)).toBeCloseTo(1.58, 10);
  expect(Math.log(found?.interval?.low ?? 0)).toBeCloseTo(-0.2054832, 6);
  expect(Math.log(found?.interval?.high ?? 0)).toBeCloseTo(3.3654832, 6);
});

test('one sample tells nothing of how much samples vary; none tells nothing', () => {
  expect(ratioOf([50], [100])?.ratio).toBeCloseTo(2, 12);
  expect(ratioOf([50], [100])?.interval).toBeNull();
  expect(ratioOf([50, 51], [100])?.interval).toBeNull();
  expect(ratioOf([], [100])).toBeNull();
  expect(ratioOf([0], [100])).toBeNull();
});
