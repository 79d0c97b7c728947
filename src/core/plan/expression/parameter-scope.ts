import type { ParameterConfiguration } from '../../config/configuration.ts';
import type { ParameterValue } from '../../engine/definition.ts';
import type { Scope, Type } from './check.ts';

/** The names that a constraint may use: parameters, with the type that all their values have, if they have one. */
export function parameterScope(
  parameters: readonly Pick<ParameterConfiguration, 'name' | 'values'>[],
): Scope {
  return new Map(parameters.map(({ name, values }) => [name, typeOfAll(values)]));
}

function typeOfAll(values: readonly ParameterValue[]): Type {
  const types = new Set(values.filter((value) => value !== null).map(typeOfValue));
  const [only] = types;
  return types.size === 1 && only !== undefined ? only : 'any';
}

function typeOfValue(value: string | number | boolean): Type {
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' ? 'text' : 'boolean';
}
