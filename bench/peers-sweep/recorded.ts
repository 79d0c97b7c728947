import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { at, type Json, numberAt } from '../peers/json.ts';

export interface Row {
  /** What was asked for, as the record has it. */
  readonly max_num_seqs: number | null;
  readonly tokens_per_s: number | null;
  readonly completed: number | null;
  readonly failed: number | null;
}

/** What a sweep left in its folder. */
export interface Recorded {
  readonly rows: readonly Row[];
  /** Rows of `summary.csv`; null: it was not written. */
  readonly summary: number | null;
  /** The words of its own records of a failure. */
  readonly failures: readonly string[];
}

/** Nothing is there: nothing was recorded. */
export function recordedIn(folder: string): Recorded {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : [];
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const rows = files
    .filter((name) => name.endsWith('/summary.json'))
    .flatMap((name) => JSON.parse(read(name)) as readonly Json[])
    .map((one) => ({
      max_num_seqs: numberAt(one, 'max_num_seqs'),
      tokens_per_s: numberAt(one, 'output_throughput'),
      completed: numberAt(one, 'completed'),
      failed: numberAt(one, 'failed'),
    }));
  const failures = files
    .filter((name) => /failure\.json$/.test(name))
    .map((name) => String(at(JSON.parse(read(name)), 'error')));
  const table = files.includes('summary.csv') ? read('summary.csv').trim().split('\n').length - 1 : null;
  return { rows, summary: table, failures };
}
