import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDuration, parseDuration } from '../../../src/core/config/duration.ts';
import { parseSize } from '../../../src/core/config/size.ts';

const milliseconds = (text: unknown) => {
  const parsed = parseDuration(text);
  return parsed.ok ? parsed.value : null;
};
const bytes = (text: unknown) => {
  const parsed = parseSize(text);
  return parsed.ok ? parsed.value : null;
};

describe('a length of time', () => {
  test.each([
    ['10m', 600_000],
    ['120s', 120_000],
    ['250ms', 250],
    ['12h', 43_200_000],
    ['1h30m', 5_400_000],
    ['1d2h3m4s5ms', 93_784_005],
    ['1.5s', 1500],
    ['0.1s', 100],
    ['2.3s', 2300],
    ['0s', 0],
    [0, 0],
  ])('%j is %d ms', (text, expected) => expect(milliseconds(text)).toBe(expected));

  test.each([
    '',
    ' ',
    '10',
    '10 m',
    'm',
    '30m1h',
    '1h1h',
    '1.5h30m',
    '-1s',
    '1e3s',
    '10M',
    '10min',
    '0.0001s',
    '99999999999999999d',
    '1_0s',
    null,
    true,
    [],
    {},
    Number.NaN,
    -1,
    10,
  ])('%j is none', (text) => expect(milliseconds(text)).toBeNull());

  test('a number is told its units', () => {
    expect(parseDuration(10)).toEqual({
      ok: false,
      message: '10 has no unit',
      remedy: 'write 10s, 10m or 10h',
    });
  });

  test('what is written is read as the same', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_000_000_000 }), (ms) => {
        expect(milliseconds(formatDuration(ms))).toBe(ms);
      }),
    );
  });
});

describe('an amount of memory', () => {
  test.each([
    ['300MiB', 314_572_800],
    ['2GiB', 2_147_483_648],
    ['1GB', 1_000_000_000],
    ['1.5 KiB', 1536],
    ['12B', 12],
    ['3kB', 3000],
    ['1TiB', 1_099_511_627_776],
    [0, 0],
  ])('%j is %d bytes', (text, expected) => expect(bytes(text)).toBe(expected));

  test.each([
    '',
    '300',
    '300M',
    '300mib',
    '300Mb',
    'MiB',
    '-1MiB',
    '1.0001B',
    '9999999TiB',
    '1  GB',
    300,
    null,
    {},
  ])('%j is none', (text) => expect(bytes(text)).toBeNull());

  test('a unit that is nearly one names the two that it may be', () => {
    expect(parseSize('300M')).toEqual({
      ok: false,
      message: '`M` is not a unit of memory',
      remedy: 'write MB or MiB',
    });
  });
});
