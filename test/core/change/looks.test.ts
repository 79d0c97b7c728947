import { expect, test } from 'vitest';
import { isLasting, LOOKS } from '../../../src/core/change/looks.ts';
import { fault } from '../../../src/core/fault.ts';

test('a look that may succeed the next time is repeated, and not for ever', () => {
  for (const name of ['probe-failed', 'probe-hung'] as const) {
    expect(isLasting(fault(name, 'no answer'), LOOKS - 1)).toBe(false);
    expect(isLasting(fault(name, 'no answer'), LOOKS)).toBe(true);
  }
});

test('what does not pass by itself is not repeated', () => {
  expect(isLasting(fault('permission', 'not yours'), 1)).toBe(true);
});
