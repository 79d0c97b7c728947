import { expect, test } from 'vitest';
import { show, unseenCopy, withAt, withLast } from '../../../src/core/sweep/lists.ts';

test('a list that was shown is never changed', () => {
  const seen = [1, 2];
  expect(withAt(seen, 0, 3)).toEqual([3, 2]);
  expect(withLast(seen, 4)).toEqual([1, 2, 4]);
  expect(seen).toEqual([1, 2]);
});

test('one that nobody has seen is changed in place, until it is shown', () => {
  const seen = [1, 2];
  const list = unseenCopy(seen);
  expect(withLast(withAt(list, 0, 3), 4)).toBe(list);
  expect(list).toEqual([3, 2, 4]);
  show(list);
  expect(withLast(withAt(list, 0, 5), 6)).toEqual([5, 2, 4, 6]);
  expect([list, seen]).toEqual([
    [3, 2, 4],
    [1, 2],
  ]);
});
