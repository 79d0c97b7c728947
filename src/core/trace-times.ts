import type { Milliseconds } from './units.ts';

/** Times of a trace from its first one, or the first line that is wrong (null: the whole of it) and why. */
export type TraceTimes =
  | { readonly ok: true; readonly at_ms: readonly Milliseconds[] }
  | { readonly ok: false; readonly line: number | null; readonly message: string };

/** What a line of a trace looks like. */
export const TRACE_REMEDY = 'one JSON object a line, in order of time: {"timestamp": 27482}, in ms';

/** JSON lines with `timestamp` in milliseconds. What else a line has, lengths above all, is not read. */
export function traceTimes(text: string): TraceTimes {
  const times: number[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const time = timeIn(line);
    if (time === null) return { ok: false, line: at + 1, message: 'no "timestamp"' };
    if (time < (times.at(-1) ?? 0))
      return { ok: false, line: at + 1, message: 'earlier than the line before' };
    times.push(time);
  }
  const [first] = times;
  if (first === undefined) return { ok: false, line: null, message: 'it holds no request' };
  return { ok: true, at_ms: times.map((time) => time - first) };
}

function timeIn(line: string): number | null {
  try {
    const time = (JSON.parse(line) as { readonly timestamp?: unknown } | null)?.timestamp;
    return typeof time === 'number' && Number.isFinite(time) && time >= 0 ? time : null;
  } catch {
    return null;
  }
}
