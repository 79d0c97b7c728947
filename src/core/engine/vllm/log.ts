import type { LogLine } from '../../log-line.ts';
import { startupLog } from '../startup-log.ts';

/** `(Worker_TP3 pid=433) INFO 05-20 10:12:44 [core.py:115] `; the HTTP server's own lines only have a level. */
const PREFIX =
  /^(?:\(([^()]{1,80})\) ?)?(?:(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) \d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})? (?:\[[^\]]{1,120}\] ?)?|(?:INFO|WARNING|ERROR): {1,8})?/;
/** Colours of a terminal. */
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]{0,20}m`, 'g');
/** Progress bars redraw themselves and end no line: the next writer is then glued to the last one. */
const GLUED = /^.*?\d+\/\d+ \[[^\]]*\](?=\((?:APIServer|ApiServer|EngineCore|Worker|VllmWorker))/;

/** The HTTP server's claim that it takes requests; it begins to listen only now. */
export const READY = /^Application startup complete\./;

function plain(line: LogLine): string {
  // a progress bar redraws itself with carriage returns, which a journal keeps in one line
  const text = line.text.replace(COLOUR, '');
  return text.slice(text.lastIndexOf('\r') + 1).replace(GLUED, '');
}

/** The text of a line without process, level, time and place in the source. */
export function message(line: LogLine): string {
  return plain(line).replace(PREFIX, '');
}

/** The process that wrote the line (`EngineCore pid=411`, `Worker_TP0 pid=512`); null: it has no name in front. */
export function processOf(line: LogLine): string | null {
  return PREFIX.exec(plain(line))?.[1] ?? null;
}

/** The tensor-parallel rank that wrote the line; null: it is no worker's, or the only worker's. */
export function rank(line: LogLine): number | null {
  const found = /(?:TP|VllmWorker-)(\d{1,4})/.exec(processOf(line) ?? '')?.[1];
  return found === undefined ? null : Number(found);
}

export const { startup, lastLine, quoted } = startupLog(message, READY);
