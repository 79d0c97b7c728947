import type { LogLine } from '../../log-line.ts';

/** `M.SS.mmm.uuu L ` in front of a line: time since the start and level. Both can be switched off. */
const PREFIX = /^(?:\d+\.\d\d\.\d{3}\.\d{3} )?(?:([IWED]) )?/;

/** The text of a line without time and level: `srv    load_model: loading model '…'`. */
export function message(line: LogLine): string {
  return line.text.replace(PREFIX, '');
}

/** I, W, E or D; null: the line has none. */
export function level(line: LogLine): string | null {
  return PREFIX.exec(line.text)?.[1] ?? null;
}

const LOAD_BEGINS = /^srv +load_model: loading model '/;
const DRAFT_BEGINS = /^common_speculative_init_result: loading draft model '/;
const LOAD_ENDS = /^srv +\w+: (?:model loaded|listening on |server is listening)/;

/**
 * The parts of a log that may be trusted for read-back. Requests are logged after the load, and their text can look
 * like anything; nothing after `ready` is therefore read.
 */
export interface LogSections {
  /** From the beginning to the last load: arguments, threads, port. */
  readonly setup: readonly LogLine[];
  /** The last load up to the draft model: its last lines count, earlier ones may be a trial fit. */
  readonly target: readonly LogLine[];
  /** The whole of the last load. */
  readonly load: readonly LogLine[];
}

export function sections(log: readonly LogLine[]): LogSections {
  const begin = log.findLastIndex((line) => LOAD_BEGINS.test(message(line)));
  if (begin < 0) return { setup: [], target: [], load: [] };
  const rest = log.slice(begin);
  const end = rest.findIndex((line) => LOAD_ENDS.test(message(line)));
  const load = end < 0 ? rest : rest.slice(0, end);
  const draft = load.findIndex((line) => DRAFT_BEGINS.test(message(line)));
  return { setup: log.slice(0, begin), load, target: draft < 0 ? load : load.slice(0, draft) };
}

export interface LogMatch {
  readonly line: LogLine;
  readonly groups: readonly string[];
}

/** The last line whose text matches, with its groups (an unused group is empty). */
export function lastMatch(lines: readonly LogLine[], pattern: RegExp): LogMatch | null {
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at];
    const found = line === undefined ? null : pattern.exec(message(line));
    if (line !== undefined && found !== null) return { line, groups: found.slice(1).map((g) => g ?? '') };
  }
  return null;
}

/** How a line is quoted as evidence. */
export function quoted(line: LogLine): string {
  return `log line ${line.line}: ${message(line)}`;
}
