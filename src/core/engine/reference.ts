import type { FlagEntry } from './flag-table.ts';
import type { StaticRule } from './static-rule.ts';

/** How one flag is read back, in words. */
export interface ReadBackEntry {
  /** Common name of the flag. */
  readonly flag: string;
  /** Where the engine says what it has, the strongest place first. */
  readonly from: string;
  /** When that agrees with what was asked. */
  readonly rule: string;
}

/** What the page of an engine in the reference is made of. */
export interface EngineReference {
  /** Where the table of flags comes from. */
  readonly known_from: string;
  readonly flags: readonly FlagEntry[];
  readonly rules: readonly StaticRule[];
  readonly read_back: readonly ReadBackEntry[];
  /** Where a flag is read back that has no entry of its own. */
  readonly otherwise: string;
}
