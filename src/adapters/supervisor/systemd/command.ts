import { wordsOf } from './words.ts';
import { type Unwrapped, unwrap } from './wrapper.ts';

/** What stands for itself in a unit: the letters of its specifiers, and its variables. */
export interface Expansions {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
}

export type Command = Unwrapped | { readonly refused: string };

/** The one command of a unit as it is run. */
export function commandOf(lines: readonly string[], expansions: Expansions): Command {
  const [line] = lines;
  if (line === undefined) return { refused: 'the unit has no ExecStart=' };
  if (lines.length > 1) {
    const all = `the unit has ${lines.length} ExecStart= lines`;
    return { refused: `${all}: keep the one that runs the server, and make the others ExecStartPre=` };
  }
  const prefix = /^[-:@+!|]*/.exec(line)?.[0] ?? '';
  const special = [...prefix].find((character) => '@+!|'.includes(character));
  if (special !== undefined)
    return { refused: `ExecStart=${special}... runs its program in a way that is not carried over` };
  const words = wordsOf(line.slice(prefix.length));
  if (words === null)
    return { refused: 'ExecStart= cannot be read: a quote in it is not closed, or an escape is none' };
  if (words.includes(';'))
    return {
      refused: 'ExecStart= has several commands: keep the server, and make the others ExecStartPre=',
    };
  const argv: string[] = [];
  for (const [at, word] of words.entries()) {
    const named = withSpecifiers(word, expansions.specifiers);
    if ('refused' in named) return named;
    const expanded =
      at === 0 || prefix.includes(':') ? [named.text] : withVariables(named.text, expansions.variables);
    if (typeof expanded === 'string') return { refused: expanded };
    argv.push(...expanded);
  }
  return unwrap(argv);
}

/** The words of a command as the manager prints them: what specifiers mean, and variables as they are written. */
export function printedOf(
  line: string,
  specifiers: Readonly<Record<string, string>>,
): readonly string[] | null {
  const words = wordsOf(line.replace(/^[-:@+!|]*/, ''));
  return (
    words?.map((word) => {
      const named = withSpecifiers(word, specifiers);
      return 'text' in named ? named.text : word;
    }) ?? null
  );
}

/** `%n` and its like. */
export function withSpecifiers(
  text: string,
  specifiers: Readonly<Record<string, string>>,
): { readonly text: string } | { readonly refused: string } {
  let unknown: string | null = null;
  const expanded = text.replace(/%(.?)/gs, (all, letter: string) => {
    if (letter === '%') return '%';
    const value = specifiers[letter];
    if (value === undefined) unknown ??= all;
    return value ?? all;
  });
  return unknown === null
    ? { text: expanded }
    : { refused: `the specifier ${unknown} of the unit is not known here: write what it stands for` };
}

/**
 * `$$` is a dollar; `${NAME}` stays in its word; a word `$NAME` becomes as many words as the value has. Whatever else
 * stands behind a dollar at the beginning of a word, systemd takes all of it for a name that nobody has set.
 */
function withVariables(
  word: string,
  variables: Readonly<Record<string, string>>,
): readonly string[] | string {
  const alone = /^\$(?![{$])(.*)$/s.exec(word)?.[1];
  if (alone !== undefined) {
    const value = variables[alone];
    if (value !== undefined)
      return wordsOf(value, 'plain') ?? `the quotes in the value of ${alone} are not closed`;
    return /^\w+$/.test(alone) ? unset(alone) : leftOut(word);
  }
  let missing: string | null = null;
  const text = word.replace(/\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (all, name: string | undefined) => {
    if (name === undefined) return '$';
    const value = variables[name];
    if (value === undefined) missing ??= name;
    return value ?? all;
  });
  return missing === null ? [text] : unset(missing);
}

/** `$HOME/models` and its like. */
function leftOut(word: string): string {
  const right = /^\$\w/.test(word) ? word.replace(/^\$(\w+)/, '$${$1}') : `$${word}`;
  return `ExecStart= uses ${word}, which systemd takes for the name of a variable and leaves out: write ${right}`;
}

function unset(name: string): string {
  return `ExecStart= uses $${name}, which the unit does not set: write it into Environment=, or its value here`;
}
