import { expandSpecifiers, type SpecifierValues } from './specifiers.ts';
import { splitWords, type Word } from './words.ts';

/** One command of ExecStart=, before variables are put in. */
export interface Command {
  readonly path: string;
  readonly argv: readonly string[];
  /** Prefix `-`: failure counts as success. */
  readonly ignore_errors: boolean;
  /** Prefix `:`: variables stay as they are. */
  readonly verbatim: boolean;
}

export type ParsedCommands =
  | { readonly ok: true; readonly commands: readonly Command[] }
  | { readonly ok: false; readonly remark: string };

/** Parses the value of ExecStart= (systemd.service(5), "Command lines"). Several commands stand between lone `;`. */
export function parseCommands(value: string, values: SpecifierValues): ParsedCommands {
  const words = splitWords(value);
  if (words === null) return { ok: false, remark: `Unbalanced quoting, ignoring: "${value}"` };
  const commands: Command[] = [];
  for (const group of splitAtSemicolons(words)) {
    const parsed = parseCommand(group, values);
    if (typeof parsed === 'string') return { ok: false, remark: parsed };
    commands.push(parsed);
  }
  return { ok: true, commands };
}

function splitAtSemicolons(words: readonly Word[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let group: string[] = [];
  for (const { raw, text } of words) {
    if (raw !== ';') {
      group.push(raw === '\\;' ? ';' : text);
      continue;
    }
    if (group.length > 0) groups.push(group);
    group = [];
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

function parseCommand(words: readonly string[], values: SpecifierValues): Command | string {
  const { rest, seen } = readPrefixes(words[0] ?? '');
  const path = expandSpecifiers(rest, values);
  if (path === null) return unresolved(rest);
  const absolute = path.startsWith('/');
  if (path === '' || (!absolute && (path.includes('/') || path.startsWith('-'))))
    return `Neither a valid executable name nor an absolute path, ignoring: ${path}`;
  const argv: string[] = seen.has('@') ? [] : [path];
  for (const word of words.slice(1)) {
    const expanded = expandSpecifiers(word, values);
    if (expanded === null) return unresolved(word);
    argv.push(expanded);
  }
  if (argv.length === 0) argv.push(path);
  return { path, argv, ignore_errors: seen.has('-'), verbatim: seen.has(':') };
}

/** Each of `- @ : +` once; `!` and `!!` in place of `+`. What is repeated belongs to the path, and spoils it. */
function readPrefixes(word: string): { readonly rest: string; readonly seen: ReadonlySet<string> } {
  const seen = new Set<string>();
  let at = 0;
  for (; at < word.length; at += 1) {
    const character = word.charAt(at);
    const privilege = '+!'.includes(character);
    const again = character === '!' ? seen.has('+') || seen.has('!!') : seen.has(character);
    if (!'-@:+!'.includes(character) || again || (character === '+' && seen.has('!'))) break;
    seen.add(privilege && seen.has(character) ? character + character : character);
  }
  return { rest: word.slice(at), seen };
}

function unresolved(word: string): string {
  return `Failed to resolve unit specifiers in ${word}: Invalid slot`;
}
