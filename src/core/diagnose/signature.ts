import type { FaultCause } from '../fault.ts';

/** Where in a life a line may stand: later, request text could imitate it. */
export type Stage = 'arguments' | 'load' | 'any';

/**
 * `root` explains a failure by itself. `echo` is what other ranks say when one has failed: it is the root only where
 * nothing else explains. `wrapper` only says that something failed further up. `note` is worth telling and explains
 * nothing.
 */
export type Role = 'root' | 'echo' | 'wrapper' | 'note';

/**
 * One known line, as data: whoever adds one adds its sample and its sources, and nothing else. The pattern is matched
 * against the line without time, level and rank. It begins with `^`, repeats nothing that repeats, and contains a
 * literal of four characters or more, by which its lines are found in large logs. Its group `value` holds what the line
 * blames, its group `flag` the flag. Of several that match, the first in the list decides.
 */
export interface Signature {
  /** Unique within what is known of one engine. */
  readonly id: string;
  readonly role: Role;
  /** Row of the table in core/fault.ts, which also gives class, scope and retry. */
  readonly cause: FaultCause;
  readonly stage: Stage;
  readonly pattern: RegExp;
  /** The pattern may also begin behind `SomeError: `, up to three times: what a traceback and its wrappers put in front. */
  readonly raised?: boolean;
  /** Any message of its kind fits, known ones too: a line that the log ends within does not count. */
  readonly general?: boolean;
  /** True: if `value` is the value of a swept parameter, then the setting is at fault and not the machine. */
  readonly may_name_setting?: boolean;
  /** Counts only for a process that ended by this signal, once it was ready: then request text could imitate it. */
  readonly signal?: string;
  /** For an out-of-memory: what the line itself says about memory that others held. */
  readonly leftover?: 'confirmed' | 'suspected';
  /** Better advice than the cause has. */
  readonly hint?: string;
  /** Where the line was seen or is written: repository with file or issue. */
  readonly sources: readonly string[];
  /** A minimal made log, which ends with this line or with what follows it. */
  readonly sample: string;
}

/** A line that looks like a failure and is none. */
export interface HarmlessLine {
  readonly id: string;
  readonly pattern: RegExp;
  readonly why: string;
  /** It goes on, but with less than was asked for: told in the notes. */
  readonly degraded?: boolean;
  readonly sources: readonly string[];
  readonly sample: string;
}
