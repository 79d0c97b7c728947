import type { ParameterConfiguration } from '../config/configuration.ts';
import type { ParameterValue } from '../engine/definition.ts';

const LONGEST_VALUE = 24;
const LONGEST_NAME = 96;

type Named = Pick<ParameterConfiguration, 'name' | 'values'>;

/** Names a point of a grid by its values: `budget=8,topk=4,window=null`. Never the same name twice. */
export function trialNamer(parameters: readonly Named[]): (values: readonly ParameterValue[]) => string {
  const texts = parameters.map(
    ({ name, values }) =>
      new Map<ParameterValue, string>(values.map((value) => [value, `${name}=${shortened(value)}`])),
  );
  const textOf = (value: ParameterValue, at: number) =>
    texts[at]?.get(value) ?? `${parameters[at]?.name}=${shortened(value)}`;
  const nameOf = (values: readonly ParameterValue[]) => values.map(textOf).join(',').slice(0, LONGEST_NAME);
  return areDistinct(parameters, texts) ? nameOf : numbered(nameOf);
}

/** Only where values were shortened to the same text can two points have the same name. */
function areDistinct(
  parameters: readonly Named[],
  texts: readonly ReadonlyMap<ParameterValue, string>[],
): boolean {
  const longest = texts.reduce(
    (sum, known) => sum + 1 + Math.max(0, ...[...known.values()].map((text) => text.length)),
    0,
  );
  return (
    longest <= LONGEST_NAME &&
    texts.every((known, at) => new Set(known.values()).size === parameters[at]?.values.length)
  );
}

function numbered(
  nameOf: (values: readonly ParameterValue[]) => string,
): (values: readonly ParameterValue[]) => string {
  const used = new Map<string, number>();
  return (values) => {
    const name = nameOf(values);
    const nth = (used.get(name) ?? 0) + 1;
    used.set(name, nth);
    return nth === 1 ? name : `${name}~${nth}`;
  };
}

function shortened(value: ParameterValue): string {
  return String(value)
    .replace(/[^A-Za-z0-9._+-]/g, '_')
    .slice(0, LONGEST_VALUE);
}
