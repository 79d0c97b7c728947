import type { Position } from './position.ts';

export type Path = readonly (string | number)[];

/** Something wrong with the value at a path, before it is known where in the text that stands. */
export interface Finding {
  readonly path: Path;
  /** Point at the key (it should not be there, or lacks something) or at the value. */
  readonly at: 'key' | 'value';
  /** Columns to the right of where the value's text begins, for a place inside a text. */
  readonly inside?: number;
  readonly message: string;
  readonly remedy: string;
}

/** Something wrong with the text itself. */
export interface TextProblem {
  readonly position: Position | null;
  readonly message: string;
  readonly remedy: string;
}

export function atValue(path: Path, message: string, remedy: string): Finding {
  return { path, at: 'value', message, remedy };
}

export function atKey(path: Path, message: string, remedy: string): Finding {
  return { path, at: 'key', message, remedy };
}
