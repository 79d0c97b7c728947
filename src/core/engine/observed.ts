import type { ParameterValue, ReadBackSource } from './definition.ts';

/** What the engine says, and where. */
export interface Observed {
  readonly value: ParameterValue;
  readonly source: ReadBackSource;
  readonly evidence: string;
}
