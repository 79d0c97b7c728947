import type { LogLine } from '../log-line.ts';
import type { HarmlessLine, Signature } from './signature.ts';

/**
 * May a line count once the server is ready, when it also logs what requests say? `server`: written by the process that
 * talks to clients, whose errors may be those of a request. `raw`: without the engine's own prefix, as the rest of a
 * traceback is. Both explain a failure only after something else has told of one.
 */
export type Trust = 'always' | 'server' | 'raw' | 'never';

/**
 * What a line tells about the process. `end`: it has failed and is going. `over`: it is going, for whatever reason.
 * `stop`: it was asked to go.
 */
export interface Mark {
  readonly tells: 'end' | 'over' | 'stop';
  readonly pattern: RegExp;
  /** `load`: only before the server was ready. */
  readonly stage: 'load' | 'any';
}

/** How an engine writes its log, and what is known of its lines. */
export interface Dialect {
  readonly engine: string;
  /** The text of a line without time, level and rank. */
  message(line: LogLine): string;
  /** The engine itself marked the line as an error. */
  marked(line: LogLine): boolean;
  /** Which of several parallel workers wrote it; null: the line names none. */
  rank(line: LogLine): number | null;
  trust(line: LogLine): Trust;
  /** The log is so verbose that it shows requests as they are, over several lines: then no line under load counts. */
  verbose(line: LogLine): boolean;
  /** The phase of which this line tells; null: none. `ready` is the server's own claim. */
  phase(line: LogLine): string | null;
  /** One of them stands in each line that tells of a phase, or has `verbose` or `marked` say yes. */
  readonly words: readonly string[];
  /** One of them stands in each line that only a server at work writes. */
  readonly alive: readonly string[];
  /** Phases of the engine with which the stage of the arguments is over. The first of them comes once in a life. */
  readonly load_phases: readonly string[];
  /** Lines that look like an error to a reader who knows nothing. */
  readonly looks_wrong: RegExp;
  /** It ends by SIGKILL to itself after every failure and every stop, so that this signal says nothing. */
  readonly kills_itself: boolean;
  readonly marks: readonly Mark[];
  /** The line with which a life begins, with all that is in front. Its group `life`, if any, differs from life to life. */
  readonly begins: RegExp | null;
  readonly version: RegExp | null;
  readonly signatures: readonly Signature[];
  readonly harmless: readonly HarmlessLine[];
}
