import { FLAGS, type Flag, spellings } from './flags.ts';

export type Value = string | number | boolean;

/** What stood on the command line, by key of server_args; what did not stand there is absent. */
export type Given = Readonly<Record<string, Value>>;

export type Parsed =
  | { readonly ok: true; readonly given: Given; readonly warnings: readonly string[] }
  /** argparse's message; the server prints it below its usage and exits with 2. */
  | { readonly ok: false; readonly message: string };

const BY_NAME = new Map(FLAGS.flatMap((flag) => spellings(flag).map((name) => [name, flag] as const)));

/**
 * Reads the words after the program as Python's argparse does: `--flag value` and `--flag=value`, unambiguous
 * beginnings of a flag, the last of several wins; unknown words are collected and named together.
 */
export function parseArguments(words: readonly string[]): Parsed {
  const given: Record<string, Value> = {};
  const warnings: string[] = [];
  const unknown: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [name = '', ...rest] = word.split('=');
    const flag = name.startsWith('--') ? find(name) : null;
    if (typeof flag === 'string') return { ok: false, message: flag };
    if (flag === null) {
      unknown.push(word);
      continue;
    }
    if (flag.deprecated?.includes(name) === true)
      warnings.push(`${name} is deprecated; use ${flag.names[0]} instead.`);
    const value = flag.kind === 'switch' ? true : rest.length > 0 ? rest.join('=') : words[++at];
    const read = value === undefined || value === true ? value : convert(flag, value);
    if (read === undefined || (rest.length === 0 && typeof value === 'string' && value.startsWith('--')))
      return { ok: false, message: `argument ${flag.names.join('/')}: expected one argument` };
    if (typeof read === 'object') return { ok: false, message: read.message };
    given[flag.key] = read;
  }
  if (given['model_path'] === undefined)
    return { ok: false, message: 'the following arguments are required: --model-path/--model' };
  if (unknown.length > 0) return { ok: false, message: `unrecognized arguments: ${unknown.join(' ')}` };
  return { ok: true, given, warnings };
}

/** The flag; null: unknown; text: argparse's complaint about a beginning that fits several. */
function find(name: string): Flag | string | null {
  const exact = BY_NAME.get(name);
  if (exact !== undefined) return exact;
  const near = [...BY_NAME.keys()].filter((known) => known.startsWith(name));
  const flags = new Set(near.map((known) => BY_NAME.get(known)));
  if (flags.size > 1) return `ambiguous option: ${name} could match ${near.join(', ')}`;
  return [...flags][0] ?? null;
}

function convert(flag: Flag, value: string): Value | { readonly message: string } {
  const argument = `argument ${flag.names.join('/')}`;
  if (flag.choices !== undefined && !flag.choices.includes(value)) {
    const choices = flag.choices.map((choice) => `'${choice}'`).join(', ');
    return { message: `${argument}: invalid choice: '${value}' (choose from ${choices})` };
  }
  if (flag.kind === 'text') return value;
  const pattern = flag.kind === 'integer' ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
  const python = flag.kind === 'integer' ? 'int' : 'float';
  return pattern.test(value)
    ? Number(value)
    : { message: `${argument}: invalid ${python} value: '${value}'` };
}
