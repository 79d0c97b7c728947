import type { Swept } from './sweep.ts';

/** How it ended: `exit 0`. */
export function endOf({ code, signal }: Swept): string {
  return code === null ? `ended by ${signal}` : `exit ${code}`;
}

/** Its rows: what was asked beside what was recorded. */
export function rowsOf({ rows }: Swept): string {
  if (rows.length === 0) return 'no row';
  const told = rows
    .toSorted((a, b) => (a.max_num_seqs ?? 0) - (b.max_num_seqs ?? 0))
    .map(
      ({ max_num_seqs, tokens_per_s, failed }) =>
        `\`max_num_seqs=${max_num_seqs}\` ${tokens_per_s?.toFixed(0)} tok/s${failed ? ` (${failed} failed)` : ''}`,
    );
  return told.join(', ');
}

/** The best of its rows, as its reader would take it. */
export function winnerOf({ rows }: Swept): string {
  const best = rows.toSorted((a, b) => (b.tokens_per_s ?? 0) - (a.tokens_per_s ?? 0))[0];
  return `\`max_num_seqs=${best?.max_num_seqs}\``;
}

/** The last line that it said of an error. */
export function lastError({ output }: Swept): string {
  const lines = output.split('\n').filter((line) => /^(?:\w+\.)*\w*(?:Error|Exception): /.test(line));
  const [root = '-'] = lines.filter((line) => !line.includes('terminated early')).slice(-1);
  return `\`${root.slice(0, 120)}\``;
}
