import { resolve } from 'node:path';
import { FaultError, fault } from '../../core/fault.ts';
import { redactor } from '../../core/secrets.ts';
import { KiB } from '../../core/units.ts';
import { visible } from '../../core/visible.ts';
import { openRun, readSecrets } from '../../run/store.ts';
import type { CommandFunction } from '../command.ts';
import type { Context } from '../context.ts';
import { printEnvelope } from '../envelope.ts';
import { chosenRun } from '../runs-folder.ts';
import { Tail } from '../tail.ts';
import { trialLog } from '../trial-log.ts';

const LONGEST_LINE = 64 * KiB;
const LOOK_EVERY_MS = 250;

export const log: CommandFunction = async (context, { operands, options }) => {
  const dir = chosenRun(context, options, operands[0]);
  const { trial, start, file } = trialLog(dir, openRun(dir), operands[1], options.start);
  const tail = new Tail(file, LONGEST_LINE);
  // A server that still runs writes its log itself, with whatever it says of its own key.
  const { text } = redactor(readSecrets(dir));
  const shown = (line: string): string => visible(text(line));
  if (options.json) {
    const lines: string[] = [];
    await print(tail, (line) => lines.push(shown(line)));
    printEnvelope(context, { command: 'log', data: { trial, start, file: resolve(file), lines } });
    return;
  }
  const write = (line: string): void => context.stdout.write(`${shown(line)}\n`);
  if (options.follow) return follow(context, tail, write);
  if ((await print(tail, write)) === 0)
    throw new FaultError(fault('usage', `the log ${file} is empty or cannot be read`));
};

async function print(tail: Tail, write: (line: string) => void): Promise<number> {
  let count = 0;
  for await (const line of tail.lines()) {
    write(line);
    count += 1;
  }
  if (tail.unfinished !== '') write(tail.unfinished);
  return tail.unfinished === '' ? count : count + 1;
}

async function follow(context: Context, tail: Tail, write: (line: string) => void): Promise<void> {
  const left = new AbortController();
  const off = context.onInterrupt(() => left.abort());
  while (!left.signal.aborted) {
    for await (const line of tail.lines()) write(line);
    await context.clock.wait(LOOK_EVERY_MS, left.signal);
  }
  off();
}
