import type { ParameterValue } from './definition.ts';

/** A command as rules look at it: taken apart once for all of them. */
export interface RuledCommand {
  readonly argv: readonly string[];
  /** Every flag of the command, by its common name. */
  readonly names: readonly string[];
  /** What it asks for under this common name; null: nothing. */
  asked(flag: string): string | boolean | null;
  /** `asked` as a number; null: not asked, or no number. */
  number(flag: string): number | null;
  /** Requests at once at which the setting is to be measured. */
  readonly concurrency: readonly number[];
  /** Common names of the flags in which settings differ. */
  readonly varied: ReadonlySet<string>;
}

/** From where a rule is known. */
export interface RuleSource {
  /** Engine, version and place: `SGLang 0.5.23, arg_groups/speculative_hook.py`. */
  readonly where: string;
  /** The engine's own words; null: it says nothing, the rule follows from what it does. */
  readonly wording: string | null;
}

/** What a rule says of one command. */
export interface Finding {
  readonly text: string;
  /** For `rewritten`: what the engine runs with instead, by common name; null: as if the flag were absent. */
  readonly becomes?: Readonly<Record<string, ParameterValue>>;
}

/**
 * One check of an engine that needs nothing but the command.
 *
 * `refused`: the engine would not start. `rewritten`: it starts with another value, or does the same as with another
 * one, so that two settings can be one. `warned`: it starts, but not everything means what it seems to.
 */
export interface StaticRule {
  readonly kind: 'refused' | 'rewritten' | 'warned';
  /** Common names of the flags that it is about; the first is the one that is judged. */
  readonly flags: readonly string[];
  /** The rule itself, for the reference. */
  readonly says: string;
  readonly source: RuleSource;
  judge(command: RuledCommand): Finding | null;
}

type Made = Pick<StaticRule, 'flags' | 'says' | 'source'>;

/** A rule by which the engine refuses to start. `why` null: it does not, or it depends on what is not in the command. */
export function refused(about: Made, why: (command: RuledCommand) => string | null): StaticRule {
  return { ...about, kind: 'refused', judge: textual(why) };
}

export function warned(about: Made, why: (command: RuledCommand) => string | null): StaticRule {
  return { ...about, kind: 'warned', judge: textual(why) };
}

export function rewritten(about: Made, judge: StaticRule['judge']): StaticRule {
  return { ...about, kind: 'rewritten', judge };
}

function textual(why: (command: RuledCommand) => string | null): StaticRule['judge'] {
  return (command) => {
    const text = why(command);
    return text === null ? null : { text };
  };
}
