import { expect, test } from 'vitest';
import { longestLoad } from '../../src/run/known-load.ts';

test.each([
  [null, undefined, null],
  [null, 420_000, 420_000],
  [400_000, 420_000, 420_000],
  [430_000, 420_000, 430_000],
  [430_000, undefined, 430_000],
])('of this run %s, from before %s: %s', (longest_load_ms, known_load_ms, longest) => {
  const stored = known_load_ms === undefined ? {} : { known_load_ms };
  expect(longestLoad({ longest_load_ms }, stored)).toBe(longest);
});
