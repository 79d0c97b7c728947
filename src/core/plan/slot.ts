import type { ParameterValue } from '../engine/definition.ts';

/** A value by target number; undefined: the base command's value stays. */
export type Assigned = readonly (ParameterValue | undefined)[];

/** The place of one flag in a command: where the base command has it, or at the end. */
export interface Slot {
  /** Number of the base command's piece that is replaced; null: appended. */
  readonly piece: number | null;
  /** The base command's words there; empty: it does not have the flag. */
  readonly base: readonly string[];
  /** Exactly the words that stand there in a setting. */
  words(assigned: Assigned): readonly string[];
  /** The base command's value for a target of this slot. */
  baseValue(target: number): ParameterValue;
}

/** Why the base command cannot be varied as asked. `words`: numbers of the argv words in question. */
export interface RenderProblem {
  readonly parameter: string;
  readonly message: string;
  readonly remedy: string;
  readonly words: readonly number[];
}
