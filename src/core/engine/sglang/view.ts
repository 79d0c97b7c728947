import type { LogLine } from '../../log-line.ts';
import { type ArgvFlag, flagsOf, valueIn } from '../argv.ts';
import type { ReadBackSources } from '../definition.ts';
import type { TakenApart } from '../rulings.ts';
import { arity, canonicalFlag, namesOf, positiveOf } from './flags.ts';
import { startup } from './log.ts';

/** What the reading looks at: the sources, cut and parsed once. */
export interface View {
  readonly sources: ReadBackSources;
  /** The log up to `ready`. */
  readonly startup: readonly LogLine[];
  readonly flags: readonly ArgvFlag[];
}

export function viewOf(sources: ReadBackSources): View {
  return { sources, startup: startup(sources.log), flags: canonicalFlags(sources.argv) };
}

/** The flags of a command line under their common names. */
export function canonicalFlags(argv: readonly string[]): readonly ArgvFlag[] {
  return flagsOf(argv, arity).map(({ flag, values }) => ({ flag: canonicalFlag(flag), values }));
}

/** What the command line asks for under this common name; null: nothing. */
export function asked(flags: readonly ArgvFlag[], flag: string): string | boolean | null {
  return valueIn(flags, namesOf(flag));
}

/** A command for the static rules, which ask many questions about it. */
export function takenApart(argv: readonly string[]): TakenApart {
  const said = new Map<string, string | boolean>();
  for (const { flag, values } of canonicalFlags(argv)) {
    const name = positiveOf(flag);
    said.set(name, name === flag ? (values.length === 0 ? true : values.join(' ')) : false);
  }
  return { argv, names: [...said.keys()], asked: (flag) => said.get(flag) ?? null };
}
