import type { Milliseconds } from '../../../core/units.ts';
import type { Host } from '../../../ports/host.ts';
import { withSpecifiers } from './command.ts';
import { DROP_IN } from './drop-in.ts';
import type { JournalEntry } from './journal.ts';
import type { Surroundings } from './own-unit.ts';
import { specifiersOf } from './specifiers.ts';
import { readUnit } from './unit-file.ts';
import type { UnitState } from './unit-state.ts';

const LARGEST_FILE = 1024 * 1024;
const READ_MS: Milliseconds = 20_000;

/** Where the whole output of a unit goes. */
export interface OutputPlace {
  readonly path: string;
  /** Each start begins it anew (`truncate:`), so that nothing in it was there before. */
  readonly emptied: boolean;
}

/** A file that takes the whole output of a generation, and how many lines of it were there before. */
export interface OutputFile {
  readonly path: string;
  readonly before: number;
}

/**
 * The file that takes the unit's whole output, by its own files; null: it goes elsewhere. One that is written
 * over from its beginning (`file:`) keeps lines of earlier generations behind the new ones, so it is none.
 */
export async function outputPath(surroundings: Surroundings, state: UnitState): Promise<OutputPlace | null> {
  const { host } = surroundings;
  const paths = [state.file, ...state.drop_ins.filter((path) => !path.endsWith(`/${DROP_IN}`))];
  const texts = await Promise.all(paths.map((path) => host.readText(path, LARGEST_FILE)));
  const known = texts.filter((text) => text !== null);
  const { output, error } = readUnit(known);
  const [, how, path] = /^(append|truncate):(\/.*)$/.exec(output) ?? [];
  if (path === undefined || (error !== '' && error !== 'inherit' && error !== output)) return null;
  const named = withSpecifiers(path, await specifiersOf(surroundings, known));
  return 'text' in named ? { path: named.text, emptied: how === 'truncate' } : null;
}

/** What the file holds right before a start; null: it cannot be told. */
export async function outputBefore(host: Host, { path, emptied }: OutputPlace): Promise<OutputFile | null> {
  if (emptied || (await host.file(path)) === null) return { path, before: 0 };
  const { code, stdout } = await host.run(['/usr/bin/wc', '-l', '--', path], { timeout_ms: READ_MS });
  const lines = /^(\d+) /.exec(stdout)?.[1];
  return code === 0 && lines !== undefined ? { path, before: Number(lines) } : null;
}

/** Whole lines behind the first `taken` of this generation. null: unreadable. Fault: there are too many at once. */
export async function outputBehind(
  host: Host,
  { path, before }: OutputFile,
  taken: number,
): Promise<readonly JournalEntry[] | null> {
  const tail = ['/usr/bin/tail', `--lines=+${before + taken + 1}`, '--', path];
  const { code, stdout } = await host.run(tail, { timeout_ms: READ_MS });
  if (code !== 0) return null;
  return stdout.split('\n').slice(0, -1).map(asEntry);
}

function asEntry(message: string): JournalEntry {
  return {
    cursor: '',
    message,
    of_manager: false,
    priority: null,
    invocation: null,
    writer: { invocation: null, unit: null, pid: null },
    at_us: null,
    taken_us: null,
    command: null,
    dropped: null,
  };
}
