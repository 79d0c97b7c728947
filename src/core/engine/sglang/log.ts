import type { LogLine } from '../../log-line.ts';
import { startupLog } from '../startup-log.ts';

/** `[2026-07-20 08:31:20 TP2] `, also with milliseconds, with `DP0 TP3` or without a rank (the main process). */
const PREFIX = /\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?((?: [A-Z]{2,4}\d{1,4}){0,6})\] /;
/** How the HTTP server marks its lines; the engine itself logs without a level. */
const LEVEL = /^(?:INFO|WARNING|ERROR): {1,8}/;
/** Libraries name the rank in a way of their own: `[rank3]: torch.OutOfMemoryError: ...`. */
const LIBRARY_RANK = /^\[rank(\d{1,4})\]: ?/;
/** Writers that do not end their line: the next line of another one is then glued to it. */
const UNENDED = /\d+\/\d+ \[|^\[Gloo\] /;

/** The server's own claim that it is ready. It also stands in the log of one that lost its port to another server. */
export const READY = /^The server is fired up and ready to roll!/;

interface Parts {
  readonly ranks: string;
  readonly text: string;
}

function partsOf(line: LogLine): Parts {
  // a progress bar redraws itself with carriage returns, which a journal keeps in one line
  const last = line.text.slice(line.text.lastIndexOf('\r') + 1);
  const prefix = PREFIX.exec(last);
  if (prefix === null || (prefix.index > 0 && !UNENDED.test(last.slice(0, prefix.index))))
    return { ranks: '', text: last };
  return {
    ranks: prefix[1] ?? '',
    text: last.slice(prefix.index + prefix[0].length).replace(LEVEL, ''),
  };
}

/** The text of a line without time, rank and level. */
export function message(line: LogLine): string {
  return partsOf(line).text.replace(LIBRARY_RANK, '');
}

/** The tensor-parallel rank that wrote the line; null: the main process, or the line names none. */
export function rank(line: LogLine): number | null {
  const { ranks, text } = partsOf(line);
  const found = / TP(\d+)/.exec(ranks)?.[1] ?? LIBRARY_RANK.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

export const { startup, lastLine, quoted } = startupLog(message, READY);
