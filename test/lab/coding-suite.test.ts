import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Bubblewrap } from '../../src/adapters/sandbox/bubblewrap.ts';
import { judgingProgram } from '../../src/core/evaluate/program.ts';
import { verdictOfProgram } from '../../src/core/evaluate/verdict.ts';
import { describeReal } from '../helpers/real-things.ts';

interface Line {
  readonly id: string;
  readonly tests: string;
  readonly reference: string;
  readonly wrong: readonly string[];
}

const file = new URL('../../suites/coding.jsonl', import.meta.url);
const lines: readonly Line[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

describeReal(['bubblewrap', 'python3', 'prlimit'], 'builtin:coding in the sandbox', () => {
  const sandbox = new Bubblewrap();
  const verdict = async (code: string, tests: string) =>
    verdictOfProgram(await sandbox.run(judgingProgram(code, tests, 'the proof')), 'the proof');

  test('every reference passes', async () => {
    const verdicts = [];
    for (const { id, reference, tests } of lines) verdicts.push([id, await verdict(reference, tests)]);
    expect(verdicts).toEqual(lines.map(({ id }) => [id, 'passed']));
  });

  test('every planted wrong solution fails', async () => {
    const passed = [];
    for (const { id, wrong, tests } of lines)
      for (const code of wrong) if ((await verdict(code, tests)) === 'passed') passed.push(id);
    expect(passed).toEqual([]);
    expect(lines.every(({ wrong }) => wrong.length > 0)).toBe(true);
  });

  test('an answer that ends the program before its tests has not passed', async () => {
    expect(await verdict('raise SystemExit(0)', 'assert False')).toBe('wrong');
    expect(await verdict('import os\nos._exit(0)', 'assert False')).toBe('wrong');
    expect(await verdict('print("the proof")', 'assert False')).toBe('wrong');
    expect(await verdict('def f(:', 'pass')).toBe('error');
  });
});
