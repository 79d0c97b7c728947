import type { Milliseconds } from '../../core/units.ts';
import type { LoadShape } from '../../ports/load.ts';
import { type LoadRun, mayStart } from './load-run.ts';
import { until } from './until.ts';

type ClosedShape = Extract<LoadShape, { readonly kind: 'closed' }>;

/** Apart by this, one request's way to the server is not in the way of the next one's. */
const STAGGER_MS = 2;

/** How long it takes until every slot has sent its first request. */
export function startsOver({ concurrency, starts_over_ms }: ClosedShape): Milliseconds {
  return starts_over_ms ?? STAGGER_MS * (concurrency - 1);
}

/**
 * Each slot sends its next request when its last one has ended, so that as many requests as there are slots are in
 * flight all the time. A request is intended for the moment at which its slot is free. None starts after the signal.
 */
export async function closedLoop(shape: ClosedShape, run: LoadRun): Promise<void> {
  const { clock, begin, signal, extent } = run;
  const slots = Math.min(shape.concurrency, extent.requests ?? shape.concurrency);
  const apart = shape.concurrency > 1 ? startsOver(shape) / (shape.concurrency - 1) : 0;
  let next = 0;
  const work = async (slot: number) => {
    let free = begin + slot * apart;
    await until(clock, free, signal);
    while (mayStart(run, next)) {
      free = await run.send(next++, slot, free);
    }
  };
  await Promise.all(Array.from({ length: slots }, (_, slot) => work(slot)));
}
