import type { Milliseconds } from '../../core/units.ts';
import type { Context } from '../context.ts';
import { intervalMs } from './interval.ts';

/** sleep(1) on the clock of the context. */
export async function sleep(context: Context, words: readonly string[]): Promise<void> {
  if (words.length === 0) return refuse(context, 'missing operand');
  let total: Milliseconds = 0;
  for (const word of words) {
    const interval = intervalMs(word);
    if (interval === null) return refuse(context, `invalid time interval '${word}'`);
    total += interval;
  }
  await context.clock.wait(total);
}

function refuse(context: Context, message: string): void {
  context.stderr.write(`sleep: ${message}\n`);
  context.setExitCode(1);
}
