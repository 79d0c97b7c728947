import { FaultError, fault } from '../../../core/fault.ts';
import type { Definition } from '../../../core/generation.ts';
import type { Host } from '../../../ports/host.ts';
import { type Command, commandOf, printedOf, withSpecifiers } from './command.ts';
import { DROP_IN } from './drop-in.ts';
import { readEnvironmentFile } from './environment-file.ts';
import { readUnit } from './unit-file.ts';
import type { UnitState } from './unit-state.ts';

const LARGEST_FILE = 1024 * 1024;

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
}

export interface Surroundings {
  readonly host: Host;
  readonly unit: string;
  readonly scope: 'system' | 'user';
  /** Home of whom the manager belongs to, and its runtime folder: `%h` and `%t`. */
  readonly home: string;
  readonly runtime_folder: string;
}

/** Reads the files that the manager has loaded. Faults: `definition-rejected`, `permission`. */
export async function readOwnUnit(surroundings: Surroundings, state: UnitState): Promise<OwnUnit> {
  const { host, scope, home } = surroundings;
  const paths = [state.file, ...state.drop_ins.filter((path) => !path.endsWith(`/${DROP_IN}`))];
  const texts = await Promise.all(paths.map((path) => textOf(host, path)));
  const text = readUnit(texts);
  const specifiers = specifiersOf(surroundings);
  const set: [string, string][] = text.environment.map((word) => {
    const equals = word.indexOf('=');
    return [word.slice(0, equals), expanded(word.slice(equals + 1), specifiers)];
  });
  const from_files = await variablesOfFiles(host, text.environment_files, specifiers);
  const env: Record<string, string> = {
    ...Object.fromEntries(set),
    ...Object.fromEntries([...from_files].map(([name, { value }]) => [name, value])),
  };
  for (const name of text.unset) delete env[name.split('=')[0] ?? ''];
  const folder = text.working_folder.replace(/^-/, '');
  const cwd =
    folder === '' ? (scope === 'system' ? '/' : home) : folder === '~' ? home : expanded(folder, specifiers);
  const [unreadable] = text.unreadable;
  return {
    command:
      unreadable === undefined
        ? commandOf(text.commands, { specifiers, variables: env })
        : { refused: `${unreadable} cannot be read` },
    printed: printedOf(text.commands[0] ?? '', specifiers),
    env,
    cwd: (await host.file(cwd))?.real_path ?? cwd,
    from_files: new Map([...from_files].map(([name, { path }]) => [name, path])),
  };
}

/** What the unit runs by itself. Fault: `definition-rejected`, in words. */
export function ownDefinition(unit: string, own: OwnUnit): Definition {
  if ('refused' in own.command) throw rejected(`${unit}: ${own.command.refused}`);
  return { argv: own.command.argv, env: own.env, cwd: own.cwd, env_complete: true, ...namesOfFiles(own) };
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

function specifiersOf({ unit, scope, home, runtime_folder }: Surroundings): Readonly<Record<string, string>> {
  const name = unit.replace(/\.service$/, '');
  const [prefix = '', instance = ''] = name.split(/@(.*)/s);
  return {
    n: unit,
    N: name,
    p: prefix,
    i: instance,
    h: home,
    t: scope === 'system' ? '/run' : runtime_folder,
  };
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
    if (/[*?[]/.test(path)) throw rejected(`EnvironmentFile=${entry} names several files`);
    const text = await host.readText(path, LARGEST_FILE);
    for (const [name, value] of Object.entries(readEnvironmentFile(text ?? '')))
      found.set(name, { value, path });
  }
  return found;
}
