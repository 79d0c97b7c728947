import { visible } from '../core/visible.ts';

/** Foreign text as Markdown prose: every character that could begin markup, HTML or a link is escaped. */
export function prose(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_[\]|~$@]/g, (char) => `\\${char}`)
    .replace(/:(?=\/\/)|(?<=\bwww)\./gi, (char) => `\\${char}`)
    .replace(/^(\s*\d*)([#+\-=.)])/, '$1\\$2');
}

/** Foreign text as a code span, with a fence that is longer than any run of backticks in it. */
export function code(text: string): string {
  const shown = visible(text);
  if (shown === '') return '';
  const fence = '`'.repeat(longestRun(shown) + 1);
  const padding = /^`|`$|^ .* $/.test(shown) ? ' ' : '';
  return `${fence}${padding}${shown}${padding}${fence}`;
}

/**
 * A code span inside a table. With a bar or a backslash in it the cell would end early (`\\\\|` is a backslash and a
 * border), so such a text becomes prose.
 */
export function cellCode(text: string): string {
  return /[|\\]/.test(visible(text)) ? prose(text) : code(text);
}

export function codeBlock(text: string, language = ''): string {
  const shown = visible(text, { multiline: true });
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** Cells are Markdown already: from `prose`, `cellCode` or our own numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
