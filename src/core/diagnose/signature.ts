import type { FaultCause } from '../fault.ts';

/** Where in a life a line may stand: later, request text could imitate it. */
export type Stage = 'arguments' | 'load' | 'any';

/**
 * One known line. `root` explains a failure by itself; `wrapper` only says that something failed further up. The
 * pattern is matched against the line without time and level and must be linear: no nested repetition. Its group
 * `value` holds what the line blames, its group `flag` the flag.
 */
export interface Signature {
  readonly id: string;
  readonly role: 'root' | 'wrapper';
  readonly cause: FaultCause;
  readonly stage: Stage;
  readonly pattern: RegExp;
  /** True: if `value` is the value of a swept parameter, then the setting is at fault and not the machine. */
  readonly may_name_setting: boolean;
  /** Counts only for a process that ended by this signal. */
  readonly signal?: string;
}

/** A line that looks like a failure and is none. */
export interface HarmlessLine {
  readonly id: string;
  readonly pattern: RegExp;
  readonly why: string;
}
