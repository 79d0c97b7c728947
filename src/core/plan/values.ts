import type { ParameterValue } from '../engine/definition.ts';

/** A value as it stands in a command: numbers in their shortest exact form. */
export function printed(value: string | number | boolean): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** A process takes neither NUL nor an unpaired surrogate: what cannot be passed exactly is not passed at all. */
export function isPassable(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}

/** Does the text of a command mean this value? Numbers agree as numbers (`0.50` is 0.5), all else as text. */
export function means(text: string, value: ParameterValue): boolean {
  if (value === null || typeof value === 'boolean') return false;
  if (text === printed(value)) return true;
  return (
    typeof value === 'number' &&
    /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) &&
    Number(text) === value
  );
}

/** The text of a command as a value: one of `known` that it means, a number if it is one exactly, else itself. */
export function valueOfText(text: string, known: readonly ParameterValue[]): ParameterValue {
  const meant = known.find((value) => means(text, value));
  if (meant !== undefined) return meant;
  return text !== '' && String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;
}
