import { restartedUnderLoad } from '../../core/change/died-under-load.ts';
import { isLasting } from '../../core/change/looks.ts';
import { type Fault, FaultError } from '../../core/fault.ts';
import { deathOf, type MeasureInput } from '../measure.ts';
import type { Ports } from '../ports.ts';

const LOOK_EVERY_MS = 250;

type Watched = Pick<MeasureInput, 'generation' | 'wanted' | 'log_from'>;

/**
 * Looks at a generation until it dies or the watch is ended. Its death, or that it cannot be looked at any more, aborts
 * what goes on beside; `end` says what it was, null: nothing.
 */
export function untilItDies(
  input: Watched,
  ports: Ports,
  abort: AbortController,
): { end(): Promise<Fault | null> } {
  const finished = new AbortController();
  const watching = watch(input, ports, finished.signal).then(
    (fault) => {
      if (fault !== null) abort.abort();
      return fault;
    },
    (error: unknown) => {
      abort.abort();
      if (error instanceof FaultError) return error.fault;
      throw error;
    },
  );
  watching.catch(() => undefined);
  return {
    end() {
      finished.abort();
      return watching;
    },
  };
}

async function watch(input: Watched, ports: Ports, finished: AbortSignal): Promise<Fault | null> {
  let unreadable = 0;
  for (;;) {
    await ports.clock.wait(LOOK_EVERY_MS, finished);
    if (finished.aborted) return null;
    ports.guard?.check();
    const life = await ports.supervisor.life(input.generation).catch((error: unknown) => {
      unreadable += 1;
      // one look that fails is no reason to end an evaluation, and with it the run
      if (error instanceof FaultError && !isLasting(error.fault, unreadable)) return null;
      throw error;
    });
    if (life === null) continue;
    unreadable = 0;
    if (!life.alive) return restartedUnderLoad(life) ?? deathOf(input, ports, life);
  }
}
