import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../../docs/evidence/real-engines.md', import.meta.url));

const HEAD = `# What real engines do, and what Holdpoint makes of it

DATE. vLLM 0.32.0 and SGLang 0.5.23 on two cores of a busy machine without a GPU, with a model of two layers that counts.
The faults are real: nothing is scripted but the moment of a signal, and in one row a process that takes memory. Each row
is a test, and its numbers are those of the last run. Written by

\`\`\`sh
UPDATE_EVIDENCE=1 npm run test:engines
\`\`\`

The last column is what \`vllm bench sweep serve\` of the same vLLM made of the same fault on the same machine, PEER_DATE,
with 16 requests for each setting, beside other work of this machine: the numbers are what it recorded, and no comparison of
settings. It is for vLLM alone. Written by

\`\`\`sh
UPDATE_EVIDENCE=1 npm run bench:sweep-peer
\`\`\`

`;

const COLUMNS = ['fault', 'seen', 'named', 'did', 'peer'] as const;
type Column = (typeof COLUMNS)[number];
const TITLES: Readonly<Record<Column, string>> = {
  fault: 'fault',
  seen: 'on the machine',
  named: 'name given by Holdpoint',
  did: 'what Holdpoint did',
  peer: 'what `vllm bench sweep serve` did and recorded',
};

/** Rows in the order in which they stand in the file. */
const ROWS = [
  'nothing wrong (vLLM)',
  'nothing wrong (SGLang)',
  'several tokens in one event: n-gram drafts (vLLM)',
  'stale server on the port (vLLM)',
  'warm-up that goes to an old server (SGLang)',
  'flag that a wrapper drops (vLLM)',
  'setting that cannot start: cache too small (vLLM)',
  'text that blames a flag (SGLang)',
  'exit code 0 on a crash (vLLM)',
  'core that outlives its API server (vLLM)',
  'TERM lost while loading (vLLM)',
] as const;

export type RowName = (typeof ROWS)[number];
export type Cells = Readonly<Partial<Record<Column, string>>>;

/** The cells of a row as it stands in the file; those that are not written yet are `-`. */
export function rowOf(name: RowName): Cells {
  return rowIn(textNow(), name);
}

/** Writes these cells of a row, and the date of what they are: a test's, or the sweep's of vLLM. */
export function writeRow(name: RowName, cells: Cells): void {
  const before = textNow();
  const rows = ROWS.map((row) => ({ ...rowIn(before, row), ...(row === name ? cells : {}) }));
  const known = rows.filter(({ seen = '-' }) => seen !== '-');
  const today = new Date().toISOString().slice(0, 10);
  const dated = (pattern: RegExp) => pattern.exec(before)?.[1] ?? today;
  const isPeer = cells.peer !== undefined;
  const head = HEAD.replace('PEER_DATE', isPeer ? today : dated(/same machine, (\S+),/)).replace(
    'DATE',
    isPeer ? dated(/^(\S+)\. vLLM/m) : today,
  );
  const table = [lineOf(TITLES), `|${COLUMNS.map(() => '---').join('|')}|`, ...known.map(lineOf)];
  writeFileSync(FILE, `${head}${table.join('\n')}\n`);
}

/** A row of the table in Markdown. */
export function lineOf(cells: Cells): string {
  return `| ${COLUMNS.map((column) => cells[column] ?? '-').join(' | ')} |`;
}

const textNow = () => (existsSync(FILE) ? readFileSync(FILE, 'utf8') : '');

function rowIn(text: string, name: string): Cells {
  const found = text.split('\n').find((row) => row.startsWith(`| ${name} |`));
  const cells = found?.slice(2, -2).split(' | ') ?? [];
  return Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at] ?? (at === 0 ? name : '-')]));
}
