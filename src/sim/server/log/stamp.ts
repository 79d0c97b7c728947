import { type EpochMilliseconds, SECOND } from '../../../core/units.ts';

/** The beginning of a line of SGLang's log: time in whole seconds, and the rank where a rank speaks. */
export function stamp(wall: EpochMilliseconds, rank: number | null): string {
  return `[${textOf(Math.floor(wall / SECOND))}${rank === null ? '' : ` TP${rank}`}]`;
}

/** Many lines come in one second. */
let last = { second: Number.NaN, text: '' };

function textOf(second: number): string {
  if (second !== last.second)
    last = { second, text: new Date(second * SECOND).toISOString().slice(0, 19).replace('T', ' ') };
  return last.text;
}
