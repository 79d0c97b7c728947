import {
  ANSWERS_HEAD,
  type AnswersRow,
  answersCells,
  answersDoubts,
  answersRows,
  passedText,
  powerText,
} from '../../answers.ts';
import type { SweepReport } from '../../model.ts';
import { rowChart } from '../charts/rows.ts';
import { html, type Markup } from '../markup.ts';
import { table } from '../table.ts';
import type { Section } from './section.ts';

/** Every problem on every setting, and each setting against the baseline. */
export function answers({ document }: SweepReport): Section | null {
  const rows = answersRows(document);
  const [first] = rows;
  if (first === undefined) return null;
  const { suite, concurrency, problems, judged } = first.evaluation;
  const order = judged.map(({ id }) => id);
  const head = ANSWERS_HEAD.map((text, at) => ({ text, number: at > 0 && at < 5 }));
  const body = rows.map(({ name, evaluation }) => ({
    heading: html`${name}${name === document.baseline ? ' (baseline)' : ''}`,
    cells: answersCells(evaluation),
    kind: answersDoubts(evaluation).length > 0 ? ('bad' as const) : undefined,
  }));
  return {
    id: 'answers',
    title: 'Answers',
    body: html`${rowChart(
      `${problems} problems of ${suite}, ${concurrency} at once`,
      'one square a problem, in the order of the suite; full: passed, small: not passed',
      ['setting', 'problems', 'passed'],
      rows.map((row) => ({
        name: row.name,
        drawing: squares(row, order),
        text: passedText(row.evaluation),
      })),
    )}${powerText(rows)}
${table('answers-table', 'Before the load; lost both times: passed by the baseline before and after the load, by this setting neither time', head, body)}
${doubts(rows)}`,
  };
}

function doubts(rows: readonly AnswersRow[]): Markup | null {
  const all = rows.flatMap(({ name, evaluation }) =>
    answersDoubts(evaluation).map((doubt) => ({ name, doubt })),
  );
  return all.length === 0
    ? null
    : html`<ul>${all.map(({ name, doubt }) => html`<li>${name}: ${doubt}</li>`)}</ul>`;
}

/** Two paths a row, whatever the number of problems: a report of 50 settings must stay one that can be sent. */
function squares({ evaluation }: AnswersRow, order: readonly string[]): Markup {
  const verdicts = new Map(evaluation.judged.map(({ id, verdict }) => [id, verdict]));
  const path = (passed: boolean, size: number): string =>
    order
      .flatMap((id, at) =>
        (verdicts.get(id) === 'passed') === passed
          ? [`M${at + (1 - size) / 2} ${(1 - size) / 2}h${size}v${size}h-${size}z`]
          : [],
      )
      .join('');
  return html`<svg aria-hidden="true" height="14" viewBox="0 0 ${Math.max(1, order.length)} 1" preserveAspectRatio="none"><path class="k2 bare" d="${path(true, 0.9)}"/><path class="k1 bare" d="${path(false, 0.4)}"/></svg>`;
}
