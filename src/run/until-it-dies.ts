import { diedUnderLoad, restartedUnderLoad } from '../core/change/died-under-load.ts';
import { isLasting } from '../core/change/looks.ts';
import type { WantedFlag } from '../core/engine/definition.ts';
import { type Fault, FaultError } from '../core/fault.ts';
import type { Generation } from '../core/generation.ts';
import type { Life } from '../ports/supervisor.ts';
import { patiently } from './patiently.ts';
import type { Ports } from './ports.ts';

const LOOK_EVERY_MS = 250;

export interface Watched {
  readonly generation: Generation;
  /** What the setting asks for: the cause of a death may name it. */
  readonly wanted: readonly WantedFlag[];
  /** Where the log ended when the watch was begun. */
  readonly log_from: number;
}

/**
 * Looks at a generation until it dies or the watch is ended. Its death, what `beside` finds, or that one of them cannot be
 * looked at any more, aborts what goes on meanwhile; `end` says what it was, null: nothing. `beside` is asked after each
 * look, with the number of that look.
 */
export function untilItDies(
  watched: Watched,
  ports: Ports,
  abort: AbortController,
  beside: (look: number) => Promise<Fault | null> = async () => null,
): { end(): Promise<Fault | null> } {
  const finished = new AbortController();
  // a watch that fails ends what goes on at once; its error is looked at when that has ended
  const watching = watch(watched, ports, { finished: finished.signal, abort, beside }).catch(
    (error: unknown) => {
      abort.abort();
      return error instanceof FaultError ? error.fault : Promise.reject(error);
    },
  );
  watching.catch(() => undefined);
  return {
    end() {
      finished.abort('measured');
      return watching;
    },
  };
}

interface Watch {
  readonly finished: AbortSignal;
  readonly abort: AbortController;
  readonly beside: (look: number) => Promise<Fault | null>;
}

async function watch(
  watched: Watched,
  ports: Ports,
  { finished, abort, beside }: Watch,
): Promise<Fault | null> {
  let unreadable = 0;
  for (let look = 1; ; look += 1) {
    await ports.clock.wait(LOOK_EVERY_MS, finished);
    if (finished.aborted) return null;
    ports.guard?.check();
    const life = await ports.supervisor.life(watched.generation).catch((error: unknown) => {
      unreadable += 1;
      // one look that fails is no reason to end what is measured, and with it the run
      if (error instanceof FaultError && !isLasting(error.fault, unreadable)) return null;
      throw error;
    });
    if (life === null) continue;
    unreadable = 0;
    if (!life.alive) {
      abort.abort();
      return endOf(watched, ports, life);
    }
    const found = await beside(look);
    if (found !== null) {
      abort.abort();
      return found;
    }
  }
}

/**
 * A look before anything is asked of a generation: what was done since its last witness may have taken long. null: it
 * lives. Faults: those of the look, if it keeps failing.
 */
export async function goneAlready(watched: Watched, ports: Ports): Promise<Fault | null> {
  const life = await patiently(ports.clock, () => ports.supervisor.life(watched.generation));
  return life.alive ? null : endOf(watched, ports, life);
}

/**
 * Why a generation lives no more: restarted by somebody, or dead, with what the log says since the watch began; where
 * nothing can be asked any more, the death is told without it.
 */
async function endOf(watched: Watched, ports: Ports, life: Life): Promise<Fault> {
  const restarted = restartedUnderLoad(life);
  if (restarted !== null) return restarted;
  const { generation, wanted, log_from } = watched;
  const [log, machine] = await Promise.all([
    unlessFault(ports.supervisor.log(generation, log_from)),
    unlessFault(ports.host.identity()),
  ]);
  return diedUnderLoad({ engine: ports.engine_definition.name, generation, life, log, machine, wanted });
}

function unlessFault<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof FaultError) return null;
    throw error;
  });
}
