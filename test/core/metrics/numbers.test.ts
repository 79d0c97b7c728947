import { expect, test } from 'vitest';
import { Numbers } from '../../../src/core/metrics/numbers.ts';

test.each([0, 1, 1023, 1024, 1025, 5000])(
  '%i numbers come out as they went in, eight bytes each',
  (count) => {
    const given = Array.from({ length: count }, (_, i) => Math.sin(i) * 10 ** (i % 20));
    const numbers = new Numbers();
    for (const value of given) numbers.add(value);
    expect(Array.from(numbers.all)).toEqual(given);
    expect(numbers.all.byteLength).toBe(8 * count);
  },
);
