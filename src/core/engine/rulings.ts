import type { AsTaken, ParameterValue, PlanContext } from './definition.ts';
import type { Finding, RuledCommand, RuleSource, StaticRule } from './static-rule.ts';
import { numeric } from './values.ts';

/** A command that an engine has taken apart. */
export type TakenApart = Pick<RuledCommand, 'argv' | 'names' | 'asked'>;

const NO_PLAN: PlanContext = { concurrency: [], varied: new Set() };

/** Why an engine would refuse a command, by its rules in their order, with the source; null: nothing is known. */
export function refusalBy(rules: readonly StaticRule[], apart: TakenApart): string | null {
  const command = ruledCommand(apart, NO_PLAN);
  for (const rule of rules) {
    const found = rule.kind === 'refused' ? rule.judge(command) : null;
    if (found !== null) return withSource(found, rule.source);
  }
  return null;
}

/**
 * What an engine makes of a command that it does not refuse. Rules that rewrite come in their order, each sees what
 * those before it have changed; warnings see the result.
 */
export function asTakenBy(
  rules: readonly StaticRule[],
  apart: TakenApart,
  context: PlanContext = NO_PLAN,
): AsTaken {
  const original = ruledCommand(apart, context);
  const changes: Record<string, ParameterValue> = {};
  const rewrites: string[] = [];
  const ignored: string[] = [];
  let command = original;
  for (const rule of rules) {
    const found = rule.kind === 'rewritten' ? rule.judge(command) : null;
    if (found === null) continue;
    const text = withSource(found, rule.source);
    rewrites.push(text);
    if (overrules(found, original)) ignored.push(text);
    Object.assign(changes, found.becomes);
    command = changed(original, { ...changes });
  }
  const warnings = rules.flatMap((rule) => {
    const found = rule.kind === 'warned' ? rule.judge(command) : null;
    return found === null ? [] : [withSource(found, rule.source)];
  });
  const flags = [...new Set([...apart.names, ...Object.keys(changes)])].sort();
  const values = flags.flatMap((flag) => {
    const value = comparable(command.asked(flag));
    return value === null ? [] : [[flag, value]];
  });
  const same = JSON.stringify([wordsOutside(apart.argv), values]);
  return { same, rewrites, warnings: [...ignored, ...warnings] };
}

function ruledCommand(apart: TakenApart, context: PlanContext): RuledCommand {
  return { ...context, ...apart, number: (flag) => numeric(apart.asked(flag)) };
}

function changed(command: RuledCommand, changes: Readonly<Record<string, ParameterValue>>): RuledCommand {
  const asked: RuledCommand['asked'] = (flag) => {
    const value = Object.hasOwn(changes, flag) ? (changes[flag] ?? null) : command.asked(flag);
    return typeof value === 'number' ? String(value) : value;
  };
  return { ...command, asked, number: (flag) => numeric(asked(flag)) };
}

/** Does it put another value in place of one that a setting asks for? */
function overrules({ becomes = {} }: Finding, command: RuledCommand): boolean {
  return Object.entries(becomes).some(([flag, value]) => {
    const said = comparable(command.asked(flag));
    return command.varied.has(flag) && said !== null && said !== comparable(value);
  });
}

function withSource({ text }: Finding, { where, wording }: RuleSource): string {
  return wording === null ? `${text} (${where})` : `${text} (${where}: "${wording}")`;
}

/** A switch that is off is the same as one that is absent, and numbers are the same as numbers. */
function comparable(value: ParameterValue): ParameterValue {
  if (value === false || value === null) return null;
  return numeric(value) ?? value;
}

/** The program and the words before the first flag: what no flag says. */
function wordsOutside(argv: readonly string[]): readonly string[] {
  const first = argv.findIndex((word, at) => at > 0 && /^--?[A-Za-z]/.test(word));
  return first < 0 ? argv : argv.slice(0, first);
}
