import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Milliseconds } from '../../core/units.ts';
import type { Context } from '../context.ts';
import { usage } from '../usage.ts';

const HINT = 'one JSON object a line, in order of time: {"timestamp": 27482}, in ms';

/** Times of a trace, from its first one. Lengths that it names are not replayed. Fault: `usage`, with the line. */
export async function replayTimes(context: Context, file: string): Promise<readonly Milliseconds[]> {
  const text = await readFile(resolve(context.cwd, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usage(`--replay: ${file} cannot be read (${error.code})`, HINT);
  });
  const times: number[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const time = timeIn(line);
    if (time === null) throw usage(`--replay: ${file}:${at + 1}: no "timestamp"`, HINT);
    if (time < (times.at(-1) ?? 0))
      throw usage(`--replay: ${file}:${at + 1}: earlier than the line before`, HINT);
    times.push(time);
  }
  const [first] = times;
  if (first === undefined) throw usage(`--replay: ${file} holds no request`, HINT);
  return times.map((time) => time - first);
}

function timeIn(line: string): number | null {
  try {
    const time = (JSON.parse(line) as { readonly timestamp?: unknown } | null)?.timestamp;
    return typeof time === 'number' && Number.isFinite(time) && time >= 0 ? time : null;
  } catch {
    return null;
  }
}
