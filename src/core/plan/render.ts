import type { ParameterConfiguration, SettingConfiguration } from '../config/configuration.ts';
import type { EngineDefinition, ParameterValue, WantedFlag } from '../engine/definition.ts';
import type { Definition } from '../generation.ts';
import { absenceProblems } from './absent.ts';
import { assembler, flat } from './assemble.ts';
import { differ } from './diff.ts';
import { hiddenProblems } from './hidden.ts';
import { canonicalJson } from './measurement-key.ts';
import { flagKnowledge, splitArgv } from './pieces.ts';
import type { RenderProblem } from './slot.ts';
import { findSlots, type NumberedTarget } from './slots.ts';
import { type Span, spanOf } from './spans.ts';
import { type Aim, aimOf } from './targets.ts';
import { environmentOf, variableValue } from './variables.ts';

/** One value for each parameter, in their order; undefined: the base command's value stays. */
export type Values = readonly (ParameterValue | undefined)[];

export interface Rendered {
  readonly definition: Definition;
  readonly wanted: readonly WantedFlag[];
  readonly diff: readonly string[];
}

/** Renders settings over one base command. What a setting does not touch is exactly as in the base. */
export interface Renderer {
  /** The base command's value of each parameter; null: absent, or for linked flags none of the options. */
  readonly baseValues: readonly ParameterValue[];
  readonly problems: readonly RenderProblem[];
  /** Common names of the flags that settings differ in. */
  readonly varied: ReadonlySet<string>;
  render(values: Values): Rendered;
  /** Equal exactly where argv and environment are, and cheap: a setting of a large grid is rarely asked for more. */
  key(values: Values): string;
}

/** Values of settings tell, beside those of parameters, whether a flag that the engine does not know takes one. */
export type ListedValues = readonly Pick<SettingConfiguration, 'values'>[];

/**
 * A flag that the base command has is replaced in place, in its spelling and form; null removes it; any other is
 * appended as two words. Nothing passes a shell. With `problems` the renderer must not be used.
 */
export function createRenderer(
  base: Definition,
  engine: EngineDefinition,
  parameters: readonly ParameterConfiguration[],
  listed: ListedValues = [],
): Renderer {
  const aims = parameters.map((parameter) => aimOf(parameter, engine));
  const targets = numberedTargets(aims, listed);
  const pieces = splitArgv(base.argv, flagKnowledge(engine, sweptArity(targets)));
  const { slots, ofTarget, problems } = findSlots(targets, pieces, engine);
  const baseOf = ({ number, target, known }: NumberedTarget) =>
    target.kind === 'env'
      ? variableValue(base.env, target.name, known)
      : (ofTarget.get(number)?.baseValue(number) ?? null);
  const spans = spansOf(aims, targets.map(baseOf));
  const assembly = assembler(pieces, slots);
  const environmentText = textsOfEnvironments();
  const diff = differ(slots, base.env);
  const swept = base.from_files === undefined ? {} : { swept_env: variablesOf(targets) };

  const assignedBy = (values: Values) => flat(spans.map((span, at) => span.assigned(values[at])));

  return {
    baseValues: spans.map((span) => span.baseValue),
    problems: [...problems, ...hiddenProblems(targets, base, engine), ...absenceProblems(targets, engine)],
    varied: flagsOf(targets),
    render(values) {
      const assigned = assignedBy(values);
      const wanted = flat(spans.map((span, at) => span.claims(values[at])));
      const env = environmentOf(base.env, targets, assigned);
      const definition = { ...base, ...swept, argv: assembly.argv(assigned), env };
      return { definition, wanted, diff: diff(assigned, env) };
    },
    key(values) {
      const assigned = assignedBy(values);
      return `${assembly.text(assigned)} ${environmentText(environmentOf(base.env, targets, assigned))}`;
    },
  };
}

/** The canonical text of an environment; one that nothing changes is the same object in every setting. */
function textsOfEnvironments(): (env: Definition['env']) => string {
  const texts = new WeakMap<object, string>();
  return (env) => {
    const text = texts.get(env) ?? canonicalJson(env);
    texts.set(env, text);
    return text;
  };
}

function variablesOf(targets: readonly NumberedTarget[]): readonly string[] {
  return targets.flatMap(({ target }) => (target.kind === 'env' ? [target.name] : []));
}

function flagsOf(targets: readonly NumberedTarget[]): ReadonlySet<string> {
  return new Set(targets.flatMap(({ target }) => (target.kind === 'env' ? [] : [target.canonical])));
}

function numberedTargets(aims: readonly Aim[], listed: ListedValues): readonly NumberedTarget[] {
  return aims
    .flatMap((aim) => {
      const { name, values } = aim.parameter;
      const further = listed.flatMap((setting) =>
        Object.hasOwn(setting.values, name) ? [setting.values[name] ?? null] : [],
      );
      const all = [...values, ...further].map((value) => aim.valuesFor(value));
      return aim.targets.map((target, at) => ({
        target,
        parameter: name,
        known: all.map((of) => of[at] ?? null),
      }));
    })
    .map((entry, number) => ({ ...entry, number }));
}

function spansOf(aims: readonly Aim[], base: readonly ParameterValue[]): readonly Span[] {
  let from = 0;
  return aims.map((aim) => {
    const own = base.slice(from, from + aim.targets.length);
    from += aim.targets.length;
    return spanOf(aim, own);
  });
}

/** Does a varied flag take a value, as far as its values say? */
function sweptArity(targets: readonly NumberedTarget[]): ReadonlyMap<string, boolean> {
  return new Map(
    targets.flatMap(({ target, known }) => {
      const set = known.filter((value) => value !== null);
      if (target.kind === 'env' || set.length === 0) return [];
      const takes = target.kind === 'json' || set.some((value) => typeof value !== 'boolean');
      return [[target.canonical, takes] as const];
    }),
  );
}
