import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { TRACE_REMEDY, traceTimes } from '../../core/trace-times.ts';
import type { Milliseconds } from '../../core/units.ts';
import type { Context } from '../context.ts';
import { usage } from '../usage.ts';

/** Times of a trace, from its first one. Lengths that it names are not replayed. Fault: `usage`, with the line. */
export async function replayTimes(context: Context, file: string): Promise<readonly Milliseconds[]> {
  const text = await readFile(resolve(context.cwd, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usage(`--replay: ${file} cannot be read (${error.code})`, TRACE_REMEDY);
  });
  const trace = traceTimes(text);
  if (trace.ok) return trace.at_ms;
  const place = trace.line === null ? file : `${file}:${trace.line}`;
  throw usage(`--replay: ${place}: ${trace.message}`, TRACE_REMEDY);
}
