import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSuite } from '../../../src/core/evaluate/read-suite.ts';

const lines = (...objects: readonly object[]) => objects.map((o) => JSON.stringify(o)).join('\n');

test('the shapes of HumanEval, MBPP, ours, exact and numeric', () => {
  const read = readSuite(
    lines(
      {
        task_id: 'H/0',
        prompt: 'def f(x):\n',
        entry_point: 'f',
        test: 'def check(g):\n    assert g(1) == 2',
      },
      { task_id: 7, text: 'Write f.', test_list: ['assert f(1) == 2'], test_setup_code: 'import math' },
      { id: 'own', prompt: 'Write f.', entry_point: 'f', tests: 'assert f(1) == 2', level: 'hard' },
      { question: 'Capital?', answer: 'Paris' },
      { question: '1/3?', answer: 0.333, tolerance: 0.001 },
    ),
    'suite.jsonl',
  );
  expect(read.ok && read.problems.map((p) => [p.id, p.kind, p.kind === 'code' ? p.tests : p.answer])).toEqual(
    [
      ['H/0', 'code', 'def check(g):\n    assert g(1) == 2\ncheck(f)'],
      ['7', 'code', 'import math\nassert f(1) == 2'],
      ['own', 'code', 'assert f(1) == 2'],
      ['4', 'exact', 'Paris'],
      ['5', 'numeric', 0.333],
    ],
  );
});

test('every broken line is told with its place', () => {
  const text = `{"prompt":\n${lines({ prompt: 'x' }, { tests: 'pass' }, { id: 'a', prompt: 'x', answer: 1 }, { id: 'a', prompt: 'x', answer: 1 })}`;
  const read = readSuite(text, 'suite.jsonl');
  expect(read.ok).toBe(false);
  expect(
    !read.ok && read.problems.map(({ file, line, message }) => `${file}:${line} ${message.slice(0, 25)}`),
  ).toEqual([
    expect.stringMatching(/^suite.jsonl:1 no JSON/),
    'suite.jsonl:2 a problem without tests',
    'suite.jsonl:3 a problem without a promp',
    'suite.jsonl:5 a second problem `a`',
  ]);
  expect(readSuite('\n', 'empty.jsonl').ok).toBe(false);
});

test('the built-in suite has 100 problems on three levels', () => {
  const read = readSuite(
    readFileSync(new URL('../../../suites/coding.jsonl', import.meta.url), 'utf8'),
    'coding',
  );
  const levels = read.ok ? read.problems.map(({ level }) => level) : [];
  const count = (level: string) => levels.filter((one) => one === level).length;
  expect([levels.length, count('easy'), count('medium'), count('hard')]).toEqual([100, 34, 33, 33]);
});
