/** One flag of an engine, as its help text and its source give it. */
export interface FlagEntry {
  /** The name under which all aliases are known here. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** Aliases that mean its opposite; the first one is their common name. */
  readonly negations?: readonly string[];
  readonly type: string;
  /** null: none, or it depends on the model, the device or another flag. */
  readonly default: string | null;
  /** Variable that sets the same; a flag beats it. */
  readonly env?: string | null;
}

/** What a line of a table of flags says, its last column as it stands. */
export interface FlagRow {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly negations: readonly string[];
  readonly type: string;
  readonly default: string | null;
  readonly last: string;
}

/** Lines of the form `--name -alias !--negation | type | default | last`; trailing columns may be missing. */
export function flagRows(tables: readonly string[]): readonly FlagRow[] {
  return tables.flatMap((table) => table.trim().split('\n').map(row));
}

function row(line: string): FlagRow {
  const [names = '', type = '', preset = '', last = ''] = line.split('|').map((cell) => cell.trim());
  const all = names.split(' ');
  const aliases = all.filter((name) => !name.startsWith('!'));
  return {
    name: aliases[0] ?? '',
    aliases,
    negations: all.filter((name) => name.startsWith('!')).map((name) => name.slice(1)),
    type,
    default: preset === '' ? null : preset,
    last,
  };
}
