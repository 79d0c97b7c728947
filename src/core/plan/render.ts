import type { ParameterConfiguration } from '../config/configuration.ts';
import type { EngineDefinition, ParameterValue, WantedFlag } from '../engine/definition.ts';
import type { Definition } from '../generation.ts';
import { differ } from './diff.ts';
import { flagKnowledge, splitArgv } from './pieces.ts';
import { assembler } from './assemble.ts';
import type { Assigned, RenderProblem } from './slot.ts';
import { findSlots, type NumberedTarget } from './slots.ts';
import { type Aim, aimOf, targetName } from './targets.ts';
import { printed } from './values.ts';

/** One value for each parameter, in their order; undefined: the base command's value stays. */
export type Values = readonly (ParameterValue | undefined)[];

export interface Rendered {
  readonly definition: Definition;
  /** The JSON of `definition.argv`, which the identity is made from. */
  readonly argv_json: string;
  readonly wanted: readonly WantedFlag[];
  readonly diff: readonly string[];
}

/** Renders settings over one base command. What a setting does not touch is exactly as in the base. */
export interface Renderer {
  /** The base command's value of each parameter; null: absent, or for linked flags none of the options. */
  readonly baseValues: readonly ParameterValue[];
  readonly problems: readonly RenderProblem[];
  render(values: Values): Rendered;
}

/**
 * A flag that the base command has is replaced in place, in its spelling and form; null removes it; any other is
 * appended as two words. Nothing passes a shell. With `problems` the renderer must not be used.
 */
export function createRenderer(base: Definition, engine: EngineDefinition, parameters: readonly ParameterConfiguration[]): Renderer {
  const aims = parameters.map((parameter) => aimOf(parameter, engine));
  const targets = aims.flatMap((aim) => aim.targets.map((target, index) => ({ target, parameter: aim.parameter.name, known: knownValues(aim, index) })));
  const numbered: readonly NumberedTarget[] = targets.map((entry, number) => ({ ...entry, number }));
  const pieces = splitArgv(base.argv, flagKnowledge(engine, sweptArity(numbered)));
  const { slots, ofTarget, problems } = findSlots(numbered, pieces, engine);

  const baseOf = ({ number, target, known }: NumberedTarget): ParameterValue =>
    target.kind === 'env' ? baseVariable(base, target.name, known) : (ofTarget.get(number)?.baseValue(number) ?? null);
  const targetBase = numbered.map(baseOf);
  let offset = 0;
  const spans = aims.map((aim) => {
    const from = offset;
    offset += aim.targets.length;
    return spanOf(aim, targetBase.slice(from, offset));
  });

  const assemble = assembler(pieces, slots);
  const diff = differ(slots, base.env);

  return {
    baseValues: spans.map((span) => baseValue(span)),
    problems,
    render(values) {
      // Plain loops and shared parts: a plan may hold a hundred thousand settings.
      const assigned: (ParameterValue | undefined)[] = [];
      const wanted: WantedFlag[] = [];
      for (let at = 0; at < spans.length; at++) {
        const span = spans[at];
        const value = values[at];
        if (span === undefined) continue;
        for (const one of value === undefined ? span.keep : span.valuesFor(value)) assigned.push(one);
        for (const claim of span.claims(value)) wanted.push(claim);
      }
      const { argv, json } = assemble(assigned);
      const env = environment(base.env, numbered, assigned);
      return { definition: { argv, env, cwd: base.cwd, env_complete: base.env_complete }, argv_json: json, wanted, diff: diff(assigned, env) };
    },
  };
}

/** One parameter with its stretch of the targets; everything about a value is made once. */
interface Span {
  readonly aim: Aim;
  readonly base: readonly ParameterValue[];
  readonly keep: readonly undefined[];
  valuesFor(value: ParameterValue): readonly ParameterValue[];
  claims(value: ParameterValue | undefined): readonly WantedFlag[];
}

function spanOf(aim: Aim, base: readonly ParameterValue[]): Span {
  return {
    aim,
    base,
    keep: aim.targets.map(() => undefined),
    valuesFor: once((value) => aim.valuesFor(value)),
    claims: once((value) => claims(aim, value === undefined ? base : aim.valuesFor(value))),
  };
}

function once<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

function baseValue({ aim, base }: Span): ParameterValue {
  if (aim.parameter.kind !== 'linked') return base[0] ?? null;
  return aim.parameter.values.find((name) => aim.valuesFor(name).every((value, at) => value === base[at])) ?? null;
}

/** What must be read back. */
function claims({ parameter, targets }: Aim, wanted: readonly ParameterValue[]): readonly WantedFlag[] {
  return targets.map((target, at) => ({
    parameter: parameter.name,
    flag: target.kind === 'env' ? null : targetName(target),
    env: target.kind === 'env' ? target.name : null,
    wanted: wanted[at] ?? null,
    report: parameter.report,
  }));
}

function knownValues(aim: Aim, index: number): readonly ParameterValue[] {
  return aim.parameter.values.map((value) => aim.valuesFor(value)[index] ?? null);
}

/** Does a varied flag take a value, as far as its values in the configuration say? */
function sweptArity(targets: readonly NumberedTarget[]): ReadonlyMap<string, boolean> {
  return new Map(
    targets.flatMap(({ target, known }) => {
      const set = known.filter((value) => value !== null);
      if (target.kind === 'env' || set.length === 0) return [];
      return [[target.canonical, target.kind === 'json' || set.some((value) => typeof value !== 'boolean')] as const];
    }),
  );
}

function baseVariable(base: Definition, name: string, known: readonly ParameterValue[]): ParameterValue {
  const text = base.env[name];
  if (text === undefined) return null;
  return known.find((value) => value !== null && printed(value) === text) ?? text;
}

/** The base's own object where nothing changes, so that equal environments are one. */
function environment(base: Definition['env'], targets: readonly NumberedTarget[], assigned: Assigned): Definition['env'] {
  let env: Record<string, string> | null = null;
  for (const { target, number } of targets) {
    const value = assigned[number];
    if (target.kind !== 'env' || value === undefined) continue;
    const text = value === null ? undefined : printed(value);
    if ((env ?? base)[target.name] === text) continue;
    env ??= { ...base };
    if (text === undefined) delete env[target.name];
    else env[target.name] = text;
  }
  return env ?? base;
}
