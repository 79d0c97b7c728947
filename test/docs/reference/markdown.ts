/** A row of a Markdown table; a bar inside a cell would end it. */
export function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [row(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(row)];
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text.replaceAll('`', "'")}\``;
}

/** Ends every page, so that nobody edits it by hand. */
export const MADE = [
  'Made from the data in the source by',
  '',
  '```sh',
  'UPDATE_REFERENCE=1 npx vitest run --project unit test/docs',
  '```',
];
