import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Fault } from '../../../src/core/fault.ts';

const FILE = fileURLToPath(new URL('../../../docs/evidence/real-engines.md', import.meta.url));

const HEAD = `# What real engines do, and what Holdpoint makes of it

DATE. vLLM 0.32.0 and SGLang 0.5.23 on two cores of a busy machine without a GPU, with a model of two layers that counts.
The faults are real: nothing is scripted but the moment of a signal, and in one row a process that takes memory. Each row
is a test, and its numbers are those of the last run. Written by

\`\`\`sh
UPDATE_EVIDENCE=1 npm run test:engines
\`\`\`

`;

const COLUMNS = ['fault', 'seen', 'named', 'did'] as const;
const TITLES: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  fault: 'fault',
  seen: 'on the machine',
  named: 'name given by Holdpoint',
  did: 'what Holdpoint did',
};

/** Rows in the order in which they stand in the file. */
const ROWS = [
  'nothing wrong (vLLM)',
  'nothing wrong (SGLang)',
  'stale server on the port (vLLM)',
  'warm-up that goes to an old server (SGLang)',
  'setting that cannot start: cache too small (vLLM)',
  'text that blames a flag (SGLang)',
  'exit code 0 on a crash (vLLM)',
  'core that outlives its API server (vLLM)',
  'TERM lost while loading (vLLM)',
] as const;

type RowName = (typeof ROWS)[number];
type Cells = Readonly<Partial<Record<(typeof COLUMNS)[number], string>>>;

/**
 * What came of one fault. UPDATE_EVIDENCE=1 writes it into the file; else it must stand there, but for its numbers. Cells
 * that are not given stay as they are.
 */
export function record(name: RowName, cells: Cells): void {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const rows = new Map(ROWS.map((row) => [row as string, rowIn(before, row)]));
  const now = { ...rows.get(name), ...cells, fault: name };
  if (process.env['UPDATE_EVIDENCE'] !== '1') {
    expect(withoutNumbers(line(rows.get(name) ?? {})), 'docs/evidence/real-engines.md').toBe(
      withoutNumbers(line(now)),
    );
    return;
  }
  rows.set(name, now);
  const head = HEAD.replace('DATE', new Date().toISOString().slice(0, 10));
  const known = [...rows.values()].filter(({ seen = '-' }) => seen !== '-');
  const table = [line(TITLES), `|${COLUMNS.map(() => '---').join('|')}|`, ...known.map(line)];
  writeFileSync(FILE, `${head}${table.join('\n')}\n`);
}

/** A fault as the table names it: its name, a part of its data, and its class. */
export function named({ name, class: of, data }: Fault, ...keys: readonly string[]): string {
  const parts = keys.map((key) => `${key}: ${String(data[key])}`);
  return `\`${name}${parts.length === 0 ? '' : `{${parts.join(', ')}}`}\`, class ${of}`;
}

function rowIn(text: string, name: string): Cells {
  const found = text.split('\n').find((row) => row.startsWith(`| ${name} |`));
  const cells = found?.slice(2, -2).split(' | ') ?? [];
  return Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at] ?? (at === 0 ? name : '-')]));
}

function line(cells: Cells): string {
  return `| ${COLUMNS.map((column) => cells[column] ?? '-').join(' | ')} |`;
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d[\d.,]*/g, '#');
}
