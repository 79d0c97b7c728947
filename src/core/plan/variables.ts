import type { ParameterValue } from '../engine/definition.ts';
import type { Assigned } from './slot.ts';
import type { NumberedTarget } from './slots.ts';
import { printed } from './values.ts';

type Environment = Readonly<Record<string, string>>;

/** A variable of the base command as a value: one of `known` that it means, else its text; null: not set. */
export function variableValue(
  base: Environment,
  name: string,
  known: readonly ParameterValue[],
): ParameterValue {
  if (!Object.hasOwn(base, name)) return null;
  const text = base[name] ?? '';
  return known.find((value) => value !== null && printed(value) === text) ?? text;
}

/** The environment of a setting: the base's own object where nothing changes, so that equal environments are one. */
export function environmentOf(
  base: Environment,
  targets: readonly NumberedTarget[],
  assigned: Assigned,
): Environment {
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
