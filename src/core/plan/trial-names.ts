import type { ParameterValue } from '../engine/definition.ts';

const LONGEST_VALUE = 24;
const LONGEST_NAME = 96;

/** Names a point of a grid by its values: `budget=8,topk=4,window=null`. Never the same name twice. */
export function trialNamer(parameters: readonly string[]): (values: readonly ParameterValue[]) => string {
  const texts = parameters.map(() => new Map<ParameterValue, string>());
  const used = new Map<string, number>();
  const textOf = (value: ParameterValue, at: number) => {
    const text = texts[at]?.get(value) ?? `${parameters[at]}=${shortened(value)}`;
    texts[at]?.set(value, text);
    return text;
  };
  return (values) => {
    const name = values.map(textOf).join(',').slice(0, LONGEST_NAME);
    const nth = (used.get(name) ?? 0) + 1;
    used.set(name, nth);
    // Only where values were shortened to the same text.
    return nth === 1 ? name : `${name}~${nth}`;
  };
}

function shortened(value: ParameterValue): string {
  return String(value).replace(/[^A-Za-z0-9._+-]/g, '_').slice(0, LONGEST_VALUE);
}
