import { FaultError, fault } from '../core/fault.ts';
import type { RunRequest } from './api.ts';
import { CONTROLLER_FILE, type ControlledBy, type Controller, ourselves } from './controller.ts';

/**
 * Begins this process's turn at the run, under its lock: the fencing number is raised, and from now on everything that
 * this process does asks first whether it is still the highest. Returns it; null: nobody could tell us from others.
 *
 * A process that hung while another took the run over finds a higher number when it wakes, and ends without a touch:
 * `lock-held`. A number that cannot be read stops nobody, since whoever took over must have written one, and an original
 * must come back also where the run folder is lost.
 */
export async function takeTurn(request: RunRequest, by: ControlledBy): Promise<number | null> {
  const { ports, dir, stored } = request;
  const me = await ourselves(request);
  if (me === null) return null;
  const read = (): Controller | null => ports.readDocument<Controller>(dir, CONTROLLER_FILE);
  const fence = (read()?.fence ?? 0) + 1;
  const since = new Date(ports.clock.wall()).toISOString();
  ports.writeDocument(dir, CONTROLLER_FILE, { ...me, fence, by, since } satisfies Controller);
  if (ports.guard !== undefined) {
    ports.guard.check = () => {
      const now = read();
      if (now !== null && (now.fence ?? 0) > fence) throw takenOver(stored.id, now);
    };
  }
  return fence;
}

function takenOver(id: string, holder: Controller): FaultError {
  const { pid, by, since = 'an unknown time' } = holder;
  const who = by === 'dead-man' ? `the dead-man timer (pid ${pid})` : `process ${pid}`;
  const message = `run ${id} was taken over by ${who} at ${since}; this process touches nothing any more`;
  const hint = `\`holdpoint attach ${id}\` shows what became of it`;
  return new FaultError(fault('lock-held', message, { hint, data: { ...holder } }));
}
