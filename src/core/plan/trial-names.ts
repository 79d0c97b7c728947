import type { ParameterValue } from '../engine/definition.ts';

const LONGEST_VALUE = 24;
const LONGEST_NAME = 96;

/** Names a point of a grid by its values: `budget=8,topk=4,window=null`. Never the same name twice. */
export function trialNamer(parameters: readonly string[]): (values: readonly ParameterValue[]) => string {
  const texts = parameters.map(() => new Map<ParameterValue, string>());
  const used = new Map<string, number>();
  return (values) => {
    let name = '';
    for (let at = 0; at < parameters.length; at++) {
      const value = values[at] ?? null;
      const text = texts[at]?.get(value) ?? `${at === 0 ? '' : ','}${parameters[at]}=${shortened(value)}`;
      texts[at]?.set(value, text);
      name += text;
    }
    if (name.length > LONGEST_NAME) name = name.slice(0, LONGEST_NAME);
    const nth = (used.get(name) ?? 0) + 1;
    used.set(name, nth);
    // Only where values were shortened to the same text.
    return nth === 1 ? name : `${name}~${nth}`;
  };
}

function shortened(value: ParameterValue): string {
  return String(value).replace(/[^A-Za-z0-9._+-]/g, '_').slice(0, LONGEST_VALUE);
}
