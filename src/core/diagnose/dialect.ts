import type { EngineName } from '../engine/definition.ts';
import { level, message as llamacppMessage } from '../engine/llamacpp/log.ts';
import { message as sglangMessage, rank as sglangRank } from '../engine/sglang/log.ts';
import type { LogLine } from '../log-line.ts';
import { LLAMACPP_HARMLESS } from './harmless/llamacpp.ts';
import { SGLANG_HARMLESS } from './harmless/sglang.ts';
import type { HarmlessLine, Signature } from './signature.ts';
import { LLAMACPP } from './signatures/llamacpp.ts';
import { SGLANG } from './signatures/sglang.ts';

/** How an engine writes its log, and what is known of its lines. */
export interface Dialect {
  /** The text of a line without time, level and rank. */
  message(line: LogLine): string;
  /** The engine itself marked the line as an error. */
  marked(line: LogLine): boolean;
  /** Which of several parallel workers wrote it; null: the line names none. */
  rank(line: LogLine): number | null;
  /** May this line count after the server was ready, when it also logs what requests say? */
  trusted(line: LogLine): boolean;
  /** Phases of the engine with which the stage of the arguments is over. */
  readonly load_phases: readonly string[];
  /** Lines that look like an error to a reader who knows nothing. */
  readonly looks_wrong: RegExp;
  /** It ends by SIGKILL to itself after every failure and every stop, so that this signal says nothing. */
  readonly kills_itself: boolean;
  readonly signatures: readonly Signature[];
  readonly harmless: readonly HarmlessLine[];
}

const LOOKS_WRONG =
  /^(?:error|fatal|panic|exception|traceback|terminate called|segmentation fault|illegal instruction)\b/i;

const LLAMACPP_DIALECT: Dialect = {
  message: llamacppMessage,
  marked: (line) => level(line) === 'E',
  rank: () => null,
  trusted: (line) => level(line) === 'E',
  load_phases: ['load', 'tensors'],
  looks_wrong: LOOKS_WRONG,
  kills_itself: false,
  signatures: LLAMACPP,
  harmless: LLAMACPP_HARMLESS,
};

/** Python says what went wrong in the last line of a traceback, and SGLang logs without levels. */
const SGLANG_DIALECT: Dialect = {
  message: sglangMessage,
  marked: () => false,
  rank: sglangRank,
  // with --log-requests a request is one line, in which its line ends are escaped
  trusted: (line) => !/^(?:Receive|Finish): /.test(sglangMessage(line)),
  load_phases: ['distributed', 'weights', 'kv-cache', 'graphs', 'draft'],
  looks_wrong: /^(?:[\w.]{1,80}(?:Error|Exception|Interrupt)(?:: |$)|fatal\b|panic\b|terminate called)/i,
  kills_itself: true,
  signatures: SGLANG,
  harmless: SGLANG_HARMLESS,
};

/** Nothing is known of other engines; their lines are read as they are. */
const PLAIN: Dialect = { ...LLAMACPP_DIALECT, signatures: [], harmless: [] };

const DIALECTS: Readonly<Partial<Record<EngineName, Dialect>>> = {
  llamacpp: LLAMACPP_DIALECT,
  sglang: SGLANG_DIALECT,
};

export function dialectOf(engine: EngineName): Dialect {
  return DIALECTS[engine] ?? PLAIN;
}
