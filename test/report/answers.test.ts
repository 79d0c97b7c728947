import { expect, test } from 'vitest';
import { documentSchemas } from '../../src/core/documents/index.ts';
import { csv } from '../../src/report/csv.ts';
import { page } from '../../src/report/html/page.ts';
import { markdown } from '../../src/report/markdown.ts';
import { pointsOf, rowsOf } from '../../src/report/rows.ts';
import { shared } from '../../src/report/share/share.ts';
import { table } from '../../src/report/table.ts';
import { answers, judgedAs } from './answers-fixture.ts';
import { objective, report, sweep } from './fixtures.ts';

const VERDICTS = { current: '++++++++', n4: '++++----' };

const suspect = answers(VERDICTS.n4, { verdicts: VERDICTS.current, text: 'eight' });
const evaluations: Readonly<Record<string, ReturnType<typeof answers>>> = {
  current: answers(VERDICTS.current),
  n4: {
    ...suspect,
    comparison: suspect.comparison === null ? null : { ...suspect.comparison, suspect: true },
    required: { condition: 'pass_rate >= <baseline>', holds: false },
    after_load: {
      ...{ passed: 3, pass_rate: 3 / 8, changed: judgedAs('-') },
      ...{ confirmed_lost: ['p5', 'p6<b>', 'p7', 'p8'], confirmed_gained: [] },
    },
    took_s: 12,
  },
};
const plain = sweep();
const judged = sweep({
  trials: plain.trials.map((trial) => ({ ...trial, evaluation: evaluations[trial.name] ?? null })),
});

test('the document is what its schema says', () => {
  expect(documentSchemas.sweep.safeParse(JSON.parse(JSON.stringify(judged))).error).toBeUndefined();
});

test('the table has a column of passed problems, where there are any, and marks who is suspect', () => {
  const lines = (document: typeof judged) =>
    table(rowsOf(document), pointsOf(rowsOf(document), objective), 200);
  expect(lines(judged)[0]).toContain('problems');
  expect(lines(judged).find((line) => line.includes('n4 '))).toMatch(/4\/8, 3 after.*\(suspect\)/);
  expect(lines(plain).join('\n')).not.toContain('problems');
});

test('Markdown: both counts, interval, what so many problems can show, and why a setting is doubted', () => {
  const text = markdown(report(judged));
  const row = text.split('\n').find((line) => line.startsWith('| `n4` | 4 of 8'));
  const cells = row?.split('|').map((cell) => cell.trim());
  expect(cells?.slice(4, 8)).toEqual(['3', '0', '4', '4: p5, p6&lt;b&gt;, p7, p8']);
  // exact McNemar with 4 lost, none gained: 1/16
  expect(cells?.[9]?.replace('\\', '')).toBe('0.063');
  expect(cells?.[10]).toBe('8 of 8');
  expect(text).toContain('8 problems can show a loss from 5 on, without a gain');
  expect(text).toContain('- `n4`: problems of the baseline are lost, twice');
  expect(text).toContain('8 of 8 texts are not the baseline');
  expect(markdown(report(plain))).not.toContain('## Answers');
});

test('CSV: counts of the setting in each of its rows, only where answers were judged', () => {
  const [head = '', ...rows] = csv(judged, false).trimEnd().split('\r\n');
  const at = head.split(',').indexOf('problems');
  const of = (name: string) =>
    rows.filter((row) => row.includes(`,${name},`)).map((row) => row.split(',').slice(at));
  expect(new Set(of('n4').map(String))).toEqual(new Set(['8,4,3,0,4,4,8,true,false']));
  expect(new Set(of('current').map(String))).toEqual(new Set(['8,8,,,,,,,']));
  expect(csv(plain, false)).not.toContain('passed_after_load');
});

test('HTML: a square for each problem, hostile ids make no node', () => {
  const text = page(report(judged));
  expect(text).toContain('<h2 id="answers">Answers</h2>');
  const squares = [...text.matchAll(/<path class="(k[12]) bare" d="([^"]*)"/g)].map(
    ([, , d = '']) => d.split('z').length - 1,
  );
  expect(squares).toEqual([8, 0, 4, 4]);
  expect(text).toContain('p6&lt;b&gt;');
  expect(text).not.toContain('p6<b>');
  expect(page(report(plain))).not.toContain('id="answers"');
});

test('what is given away holds no question, answer or output', () => {
  const away = shared(report(judged), { hosts: [], users: [], paths: [] });
  expect(JSON.stringify(away)).not.toContain('seven');
  expect(away.document.trials[0]?.evaluation).toMatchObject({ passed: 8, problems: 8 });
});
