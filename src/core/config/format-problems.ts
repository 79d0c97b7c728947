import type { Problem } from '../fault.ts';
import { visible } from '../visible.ts';

const WIDTH = 100;
const GUTTER = 6;

/**
 * Problems for a reader: `file:line:column`, the line with a caret, and what would be right. `source` is the text that
 * the problems are about. Foreign text is made visible.
 */
export function formatProblems(problems: readonly Problem[], source: string): string {
  const lines = source.split(/\r?\n/);
  return problems.map((problem) => formatProblem(problem, lines)).join('\n');
}

function formatProblem({ file, line, column, message, remedy }: Problem, lines: readonly string[]): string {
  const place = [file === null ? null : visible(file), line, column]
    .filter((part) => part !== null)
    .join(':');
  const head = `${place === '' ? '' : `${place}: `}${visible(message)}`;
  const quoted =
    line === null || line > lines.length ? [] : excerpt(lines[line - 1] ?? '', line, column ?? 1);
  return [head, ...quoted, `${' '.repeat(GUTTER)}= ${visible(remedy)}`, ''].join('\n');
}

/** The line and a caret under its column; of a long line the part around the column. */
function excerpt(text: string, line: number, column: number): readonly string[] {
  const from = column > WIDTH - 20 ? column - WIDTH / 2 : 0;
  const before = visible(text.slice(from, column - 1));
  const after = visible(text.slice(column - 1, from + WIDTH));
  const [cutLeft, cutRight] = [from > 0 ? '…' : '', text.length > from + WIDTH ? '…' : ''];
  const number = String(line).padStart(GUTTER - 2);
  return [
    `${number} | ${cutLeft}${before}${after}${cutRight}`,
    `${' '.repeat(GUTTER - 1)}| ${blank(cutLeft + before)}^`,
  ];
}

/** As wide as the text: characters that take two columns are replaced by a space that takes two. */
function blank(text: string): string {
  return text.replace(/[^]/gu, (character) =>
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
      character,
    )
      ? '\u3000'
      : ' ',
  );
}
