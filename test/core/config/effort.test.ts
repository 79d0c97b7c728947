import { expect, test } from 'vitest';
import { edited, FILE, parse } from './file.ts';

const withEffort = (text: string) => parse(edited(['restore: best', `restore: best\neffort: ${text}`]));

test.each([
  ['quick', 'quick'],
  ['long', 'long'],
  ['{ starts: 24 }', { starts: 24 }],
])('effort: %s', (text, effort) => {
  const result = withEffort(text);
  expect(result.ok && result.configuration.effort).toEqual(effort);
});

test('two objectives: that of `maximize` decides, the other one stands beside it', () => {
  const result = parse(
    edited(
      ['restore: best', 'restore: best\neffort: long'],
      ['maximize: output_tokens_per_s', 'minimize: ttft_mean, maximize: output_tokens_per_s'],
    ),
  );
  expect(result.ok && result.configuration.objective).toMatchObject({
    ...{ direction: 'maximize', metric: 'output_tokens_per_s', beside: 'ttft_mean' },
  });
});

test('without it there is none', () => {
  const result = parse(FILE);
  expect(result.ok && 'effort' in result.configuration).toBe(false);
});

test.each(['quickly', '7', '{ starts: 1 }', '{ starts: 24, more: 1 }', '[]'])(
  'effort: %s is refused at its place',
  (text) => {
    const result = withEffort(text);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.problems).toHaveLength(1);
    expect(result.problems[0]?.line).not.toBeNull();
  },
);
