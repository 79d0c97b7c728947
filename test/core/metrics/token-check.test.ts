import { expect, it, test } from 'vitest';
import { tokenFault } from '../../../src/core/metrics/token-check.ts';

const check = (generated: number | null, told: number | null, under_traffic = false) =>
  tokenFault(
    {
      told_tokens: told,
      server: { generated_tokens: generated } as NonNullable<Parameters<typeof tokenFault>[0]['server']>,
    },
    under_traffic,
  );

test('more than we were told is of others', () => {
  expect(check(1517, 1500)).toMatchObject({
    name: 'foreign-load',
    scope: 'measurement',
    message:
      'the server generated 1517 tokens during the measurement, 1500 of them for us: others asked it, too',
    data: { generated_tokens: 1517, told_tokens: 1500 },
  });
});

test('less than we were told is a miscount', () => {
  expect(check(1000, 1500)).toMatchObject({ name: 'miscounted', class: 'measurement', retry: { max: 2 } });
  expect(check(0, 96)?.name).toBe('miscounted');
});

test.each([
  ['the same', 96, 96],
  ['a word for a monitor', 112, 96],
  ['a percent of many tokens', 101_000, 100_000],
  ['a server that does not count', null, 96],
  ['an answer that broke off', 96, null],
])('%s is no fault', (_what, generated, told) => {
  expect(check(generated, told)).toBeNull();
});

test('a token above either limit is one', () => {
  expect(check(113, 96)?.name).toBe('foreign-load');
  expect(check(101_001, 100_000)?.name).toBe('foreign-load');
  expect(check(79, 96)?.name).toBe('miscounted');
});

it('expects others where they are allowed, and still no miscount', () => {
  expect(check(5000, 96, true)).toBeNull();
  expect(check(0, 96, true)?.name).toBe('miscounted');
});

it('knows nothing of a measurement that did not happen', () => {
  expect(tokenFault({}, false)).toBeNull();
  expect(tokenFault({ server: null, told_tokens: 96 }, false)).toBeNull();
});
