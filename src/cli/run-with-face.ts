import { setFlagsFromString } from 'node:v8';
import { FaultError, fault } from '../core/fault.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunRequest, RunResult } from '../run/api.ts';
import type { EventSink } from '../run/events.ts';
import type { Context } from './context.ts';
import { type Finished, finish } from './finish.ts';
import type { Options } from './options.ts';
import { faceFor } from './watch.ts';

/** Fault: `usage` where two things were asked for on one stdout. */
export function oneAnswer(options: Options): void {
  if (options.json && options.events)
    throw new FaultError(fault('usage', '--json prints one document, --events a stream: take one of them'));
}

/**
 * Room for new objects that stays as it is: left alone it grows by 30 MB, which a process that waits for hours beside a
 * server under measurement does not need, and a longer collection is a pause in what is measured.
 */
function keepSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** How a run is told, where it is not told as a sweep is. */
export interface Telling {
  /** The run's own clock. */
  readonly clock?: Clock;
  readonly finish?: (finished: Finished) => Promise<void>;
}

/**
 * Runs with a face on stderr and signals for requests, then answers. The face is closed before anything is printed, so
 * that the terminal has one owner at a time.
 */
export async function runWithFace(
  context: Context,
  options: Options,
  command: string,
  request: Omit<RunRequest, 'sink' | 'operator'>,
  run: (request: RunRequest) => Promise<RunResult>,
  { clock = context.clock, finish: answer = (finished) => finish(context, options, finished) }: Telling = {},
): Promise<void> {
  oneAnswer(options);
  keepSmall();
  const operator = await context.services.operator(options.onHangup === 'restore' ? 'restore' : 'continue');
  const face = faceFor(context, request.stored, clock);
  const sink: EventSink = (event) => {
    face.sink(event);
    if (options.events && event.type === 'journal') context.stdout.write(`${JSON.stringify(event.line)}\n`);
  };
  try {
    const result = await run({ ...request, sink, operator });
    face.close();
    await answer({ command, ...request, result });
  } finally {
    face.close();
    operator.dispose();
  }
}
