import type { ParameterConfiguration, SettingConfiguration } from '../config/configuration.ts';
import type { ParameterValue } from '../engine/definition.ts';
import type { Values } from './render.ts';

/** A point of the parameter space before it is rendered. `name` null: it is named by its values. */
export interface Point {
  readonly name: string | null;
  readonly values: Values;
  readonly setting: SettingConfiguration | null;
}

/** How many points a grid has; may be larger than can be counted exactly. */
export function gridSize(parameters: readonly Pick<ParameterConfiguration, 'values'>[]): number {
  return parameters.reduce((product, { values }) => product * values.length, 1);
}

/** All combinations, the last parameter fastest, made one at a time. */
export function* grid(parameters: readonly Pick<ParameterConfiguration, 'values'>[]): Generator<Point> {
  const counters = parameters.map(() => 0);
  for (let left = gridSize(parameters); left > 0; left--) {
    yield {
      name: null,
      values: parameters.map(({ values }, at) => values[counters[at] ?? 0]),
      setting: null,
    };
    for (let at = parameters.length - 1; at >= 0; at--) {
      const next = (counters[at] ?? 0) + 1;
      if (next < (parameters[at]?.values.length ?? 0)) {
        counters[at] = next;
        break;
      }
      counters[at] = 0;
    }
  }
}

/** An explicit list. A parameter that a setting does not name keeps the base command's value. */
export function* listed(
  settings: readonly SettingConfiguration[],
  parameters: readonly ParameterConfiguration[],
): Generator<Point> {
  for (const setting of settings) {
    yield { name: setting.name, values: parameters.map(({ name }) => valueOf(setting, name)), setting };
  }
}

function valueOf({ values }: SettingConfiguration, name: string): ParameterValue | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
