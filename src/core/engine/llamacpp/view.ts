import { type ArgvFlag, flagsOf, valueIn } from '../argv.ts';
import type { ReadBackSources } from '../definition.ts';
import type { TakenApart } from '../rulings.ts';
import { arity, canonicalFlag, type Flag, findFlag } from './flags.ts';
import { type LogSections, sections } from './log.ts';

/** What the rules look at: the sources, cut and parsed once. */
export interface View {
  readonly sources: ReadBackSources;
  readonly log: LogSections;
  readonly flags: readonly ArgvFlag[];
}

export function viewOf(sources: ReadBackSources): View {
  return { sources, log: sections(sources.log), flags: canonicalFlags(sources.argv) };
}

/** The flags of a command line under their common names. */
export function canonicalFlags(argv: readonly string[]): readonly ArgvFlag[] {
  return flagsOf(argv, arity).map(({ flag, values }) => ({ flag: canonicalFlag(flag), values }));
}

/** Names of a flag after `canonicalFlags`. */
export function namesOf(flag: Flag): { readonly on: readonly string[]; readonly off: readonly string[] } {
  return { on: [flag.name], off: flag.negations.slice(0, 1) };
}

/** What was asked for: the flag on the command line, else its variable; null: neither. */
export function asked(view: View, name: string): string | boolean | null {
  const flag = findFlag(name);
  if (flag === null) return null;
  return (
    valueIn(view.flags, namesOf(flag)) ?? (flag.env === null ? null : (view.sources.env[flag.env] ?? null))
  );
}

/** `asked` as a whole number; null: not asked, or no number. */
export function askedNumber(view: View, name: string): number | null {
  const value = asked(view, name);
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : null;
}

/** A command for the static rules. A variable counts where its flag is not given. */
export function takenApart(argv: readonly string[], env: Readonly<Record<string, string>> = {}): TakenApart {
  const said = new Map<string, string | boolean>();
  for (const { flag: word, values } of flagsOf(argv, arity)) {
    const flag = findFlag(word);
    const off = flag?.negations.includes(canonicalFlag(word)) === true;
    said.set(flag?.name ?? word, off ? false : values.length === 0 ? true : values.join(' '));
  }
  return {
    argv,
    names: [...said.keys()],
    asked(name) {
      const given = said.get(name);
      if (given !== undefined) return given;
      const variable = findFlag(name)?.env ?? null;
      return variable === null ? null : (env[variable] ?? null);
    },
  };
}
