import { expect, test } from 'vitest';
import { edited, FILE, parse } from './file.ts';

const configured = (section: string, text = FILE) => {
  const result = parse(`${text}evaluation: ${section}\n`);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  return result.configuration;
};

test('without the section no answers are judged', () => {
  const result = parse(FILE);
  expect(result.ok && 'evaluation' in result.configuration).toBe(false);
});

test('a suite is built in, or a file beside the configuration; the rest has defaults', () => {
  expect(configured('{ suite: builtin:coding }').evaluation).toMatchObject({
    ...{ suite: 'builtin:coding', at_concurrency: 1, max_tokens: 1024, require: null },
  });
  const own = configured('{ suite: mine/s.jsonl, at_concurrency: 8, require: "lost <= 1" }');
  expect(own.evaluation).toMatchObject({ at_concurrency: 8, require: 'lost <= 1' });
  expect(own.evaluation?.suite).toBe(`${own.folder}/mine/s.jsonl`);
  expect(own.evaluation?.place.line).toBe(FILE.split('\n').length);
});

test('where there is no baseline, nothing can be required against it', () => {
  const text = `${edited(['baseline: current', 'baseline: none'])}evaluation: { suite: s.jsonl, require: "lost < 2" }\n`;
  const result = parse(text);
  expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual([
    'compares with a baseline, and `baseline` is none',
  ]);
  const alone = edited(['baseline: current', 'baseline: none']);
  expect(configured('{ suite: s.jsonl, require: "pass_rate >= 0.9" }', alone).evaluation?.require).toBe(
    'pass_rate >= 0.9',
  );
});
