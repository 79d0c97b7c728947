import { FaultError, fault } from '../../../core/fault.ts';
import type { Definition } from '../../../core/generation.ts';
import type { Host } from '../../../ports/host.ts';
import { type Command, commandOf, printedOf, withSpecifiers } from './command.ts';
import { DROP_IN } from './drop-in.ts';
import { readEnvironmentFile } from './environment-file.ts';
import { specifiersOf } from './specifiers.ts';
import { readUnit } from './unit-file.ts';
import type { UnitState } from './unit-state.ts';
import { refusalOfScript } from './wrapper-refusal.ts';

const LARGEST_FILE = 1024 * 1024;
/** Of the first line of a script. */
const LONGEST_HEAD = 256;

/** What a unit is by its own files: the operator's, without ours. */
export interface OwnUnit {
  readonly command: Command;
  /** The words of the command before its variables are put in; null: they cannot be read. */
  readonly printed: readonly string[] | null;
  /** All that `Environment=` and `EnvironmentFile=` set. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Variables that come from a file: it has the last word over a drop-in of ours. */
  readonly from_files: ReadonlyMap<string, string>;
  /** Words of `UnsetEnvironment=`, a name or NAME=value each: they have the last word of all. */
  readonly unset: ReadonlySet<string>;
}

export interface Surroundings {
  readonly host: Host;
  readonly unit: string;
  readonly scope: 'system' | 'user';
  /** Home of whom the manager belongs to, and its runtime folder: `%h` and `%t`. */
  readonly home: string;
  readonly runtime_folder: string;
}

/**
 * Reads the files that the manager has loaded, but none of the names in `without`. Faults: `definition-rejected`,
 * `permission`.
 */
export async function readOwnUnit(
  surroundings: Surroundings,
  state: UnitState,
  without: readonly string[] = [DROP_IN],
): Promise<OwnUnit> {
  const { host, scope, home } = surroundings;
  const paths = [
    state.file,
    ...state.drop_ins.filter((path) => !without.some((name) => path.endsWith(`/${name}`))),
  ];
  const texts = await Promise.all(paths.map((path) => textOf(host, path)));
  const text = readUnit(texts);
  const specifiers = await specifiersOf(surroundings, texts);
  const set = text.environment.flatMap((word) => assignmentIn(expanded(word, specifiers)));
  const from_files = await variablesOfFiles(host, text.environment_files, specifiers);
  const env: Record<string, string> = {
    ...Object.fromEntries(set),
    ...Object.fromEntries([...from_files].map(([name, { value }]) => [name, value])),
  };
  const unset = text.unset.map((word) => expanded(word, specifiers));
  for (const word of unset) {
    const [[name, value] = [word, env[word]]] = assignmentIn(word);
    if (env[name] === value) delete env[name];
  }
  const folder = text.working_folder.replace(/^-/, '');
  const cwd =
    folder === '' ? (scope === 'system' ? '/' : home) : folder === '~' ? home : expanded(folder, specifiers);
  const [unreadable] = text.unreadable;
  return {
    command:
      unreadable === undefined
        ? await unlessScript(host, commandOf(text.commands, { specifiers, variables: env }), from_files)
        : { refused: `${unreadable} cannot be read` },
    printed: printedOf(text.commands[0] ?? '', specifiers),
    env,
    cwd: (await host.file(cwd))?.real_path ?? cwd,
    from_files: new Map([...from_files].map(([name, { path }]) => [name, path])),
    unset: new Set(unset),
  };
}

/** NAME=value; what is none systemd ignores. */
function assignmentIn(word: string): readonly [string, string][] {
  const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(word) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
}

/** What the unit runs by itself. Fault: `definition-rejected`, in words. */
export function ownDefinition(unit: string, own: OwnUnit): Definition {
  if ('refused' in own.command) throw rejected(`${unit}: ${own.command.refused}`);
  const { argv, wrapper, assigned } = own.command;
  return {
    argv,
    env: { ...own.env, ...assigned },
    cwd: own.cwd,
    env_complete: true,
    ...namesOfFiles(own),
    ...(wrapper.length === 0 ? {} : { wrapper }),
  };
}

/** For a definition: which of its variables the unit's files give. */
export function namesOfFiles({ from_files }: OwnUnit): Pick<Definition, 'from_files'> {
  return from_files.size === 0 ? {} : { from_files: [...from_files.keys()] };
}

export function rejected(
  message: string,
  evidence: readonly { kind: string; text: string }[] = [],
): FaultError {
  return new FaultError(fault('definition-rejected', message, { evidence }));
}

async function textOf(host: Host, path: string): Promise<string> {
  const text = path === '' ? null : await host.readText(path, LARGEST_FILE);
  if (text === null)
    throw rejected(`the file ${path} of the unit is not there any more: systemd was not reloaded`);
  return text;
}

function expanded(text: string, specifiers: Readonly<Record<string, string>>): string {
  const named = withSpecifiers(text, specifiers);
  if ('refused' in named) throw rejected(named.refused);
  return named.text;
}

async function variablesOfFiles(
  host: Host,
  named: readonly string[],
  specifiers: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, { readonly value: string; readonly path: string }>> {
  const found = new Map<string, { value: string; path: string }>();
  for (const entry of named) {
    const path = expanded(entry.replace(/^-/, ''), specifiers);
    if (/[*?[]/.test(path))
      throw rejected(`EnvironmentFile=${entry} names several files: write one line for each`);
    const text = await host.readText(path, LARGEST_FILE);
    if (text === null && !entry.startsWith('-'))
      throw rejected(
        `EnvironmentFile=${path} is not there, so the unit cannot be started: write the file, or EnvironmentFile=-${path} if it may be missing`,
      );
    for (const [name, value] of Object.entries(readEnvironmentFile(text ?? '')))
      found.set(name, { value, path });
  }
  return found;
}

/** A script of a shell is no program whose words are known, and a file has the last word over what `env` set for it. */
async function unlessScript(
  host: Host,
  command: Command,
  files: ReadonlyMap<string, { readonly path: string }>,
): Promise<Command> {
  if ('refused' in command) return command;
  for (const [name, { path }] of files)
    if (command.assigned[name] !== undefined)
      return {
        refused: `${name} is set both in EnvironmentFile=${path} and by \`env\`: leave one of them away`,
      };
  const [program = ''] = command.argv;
  const head = await headOf(host, program);
  const refused = head === null ? null : refusalOfScript(program, head);
  return refused === null ? command : { refused };
}

/** The first bytes of a program; null: there is no such file, or it may only be run and not read. */
async function headOf(host: Host, program: string): Promise<string | null> {
  if (!program.startsWith('/')) return null;
  try {
    const file = await host.file(program);
    return file?.kind === 'file' ? await host.readText(file.real_path, LONGEST_HEAD) : null;
  } catch (error) {
    if (error instanceof FaultError && error.fault.name === 'permission') return null;
    throw error;
  }
}
