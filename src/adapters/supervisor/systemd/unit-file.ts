import { wordsOf } from './words.ts';

/** What the files of a unit say of how its server is started, before anything is expanded. */
export interface UnitText {
  /** Every `ExecStart=` that counts, as it is written. */
  readonly commands: readonly string[];
  /** Words of `Environment=`, in order. */
  readonly environment: readonly string[];
  /** Paths of `EnvironmentFile=`, each with its leading `-` where it has one. */
  readonly environment_files: readonly string[];
  readonly unset: readonly string[];
  readonly working_folder: string;
  /** `StandardOutput=` and `StandardError=`; empty: not said. */
  readonly output: string;
  readonly error: string;
  /** Assignments that could not be read, as they are written. */
  readonly unreadable: readonly string[];
}

const LISTS = ['ExecStart', 'Environment', 'EnvironmentFile', 'UnsetEnvironment'] as const;

/** The texts of the unit's own file and of its drop-ins, in the order in which systemd applies them. */
export function readUnit(texts: readonly string[]): UnitText {
  const lists = new Map<string, string[]>(LISTS.map((name) => [name, []]));
  const unreadable: string[] = [];
  const last = new Map<string, string>();
  for (const [name, value] of texts.flatMap(serviceAssignments)) {
    last.set(name, value);
    const list = lists.get(name);
    if (list === undefined) continue;
    // An empty assignment takes back all before it.
    if (value === '') list.length = 0;
    else if (name === 'ExecStart' || name === 'EnvironmentFile') list.push(value);
    else {
      const words = wordsOf(value);
      if (words === null) unreadable.push(`${name}=${value}`);
      else list.push(...words);
    }
  }
  return {
    commands: lists.get('ExecStart') ?? [],
    environment: lists.get('Environment') ?? [],
    environment_files: lists.get('EnvironmentFile') ?? [],
    unset: lists.get('UnsetEnvironment') ?? [],
    working_folder: last.get('WorkingDirectory') ?? '',
    output: last.get('StandardOutput') ?? '',
    error: last.get('StandardError') ?? '',
    unreadable,
  };
}

/** Name and value of each assignment below `[Service]`. */
function serviceAssignments(text: string): [string, string][] {
  const found: [string, string][] = [];
  let section = '';
  for (const line of joinedLines(text)) {
    const head = /^\[(.*)\]$/.exec(line);
    if (head !== null) section = head[1] ?? '';
    const equals = line.indexOf('=');
    if (head !== null || section !== 'Service' || equals < 0) continue;
    found.push([line.slice(0, equals).trim(), line.slice(equals + 1).trim()]);
  }
  return found;
}

/** Lines that end with a backslash go on, unless that one is escaped itself; a comment between them is left out. */
function joinedLines(text: string): string[] {
  const lines: string[] = [];
  let open: string | null = null;
  for (const raw of text.split(/\r\n?|\n/)) {
    const line = raw.trimStart();
    if (/^[#;]/.test(line) || (line === '' && open === null)) continue;
    const whole: string = open === null ? line : `${open} ${line}`;
    const goes_on = (/\\*$/.exec(line)?.[0].length ?? 0) % 2 === 1;
    open = goes_on ? whole.slice(0, -1) : null;
    if (open === null) lines.push(whole.trim());
  }
  if (open !== null) lines.push(open.trim());
  return lines;
}
