import type { ParameterValue, WantedFlag } from '../engine/definition.ts';
import { type Aim, targetName } from './targets.ts';

/** One parameter with what its targets have in the base command; everything about a value is made once. */
export interface Span {
  /** The base command's value of the parameter. */
  readonly baseValue: ParameterValue;
  /** One entry for each target; undefined: the base command's value stays. */
  assigned(value: ParameterValue | undefined): readonly (ParameterValue | undefined)[];
  /** What must be read back from the running engine. */
  claims(value: ParameterValue | undefined): readonly WantedFlag[];
}

/** `base`: the base command's values, aligned with the targets of the aim. */
export function spanOf(aim: Aim, base: readonly ParameterValue[]): Span {
  const keep = aim.targets.map(() => undefined);
  return {
    baseValue: baseValue(aim, base),
    assigned: once((value) => (value === undefined ? keep : aim.valuesFor(value))),
    claims: once((value) => claims(aim, value === undefined ? base : aim.valuesFor(value))),
  };
}

function baseValue({ parameter, valuesFor }: Aim, base: readonly ParameterValue[]): ParameterValue {
  if (parameter.kind !== 'linked') return base[0] ?? null;
  const option = parameter.values.find((name) => valuesFor(name).every((value, at) => value === base[at]));
  return option ?? null;
}

function claims({ parameter, targets }: Aim, wanted: readonly ParameterValue[]): readonly WantedFlag[] {
  return targets.map((target, at) => ({
    parameter: parameter.name,
    flag: target.kind === 'env' ? null : targetName(target),
    env: target.kind === 'env' ? target.name : null,
    wanted: wanted[at] ?? null,
    report: parameter.report,
  }));
}

function once<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
