import { FaultError, fault } from '../core/fault.ts';
import type { Generation } from '../core/generation.ts';
import { recordedStart, startDocument } from '../core/sweep/document.ts';
import { floorTold, replay } from '../core/sweep/replay.ts';
import type { RunRequest, RunResult } from './api.ts';
import type { ControlledBy, Controller } from './controller.ts';
import { takeTurn } from './fence.ts';
import { serviceKey } from './service-key.ts';
import { Session } from './session.ts';
import { toTheEnd, withLock } from './sweep.ts';

export interface ResumeRequest extends RunRequest {
  readonly mode: 'resume' | 'restore';
  /** Absent: the operator. */
  readonly by?: ControlledBy;
  /** The process that holds the run, lives, and gives no sign of life: the run is taken from it. */
  readonly over?: Controller | null;
}

/**
 * The open start goes on if its server still lives; else it is closed, and the setting gets a new one. A server that
 * cannot be looked at keeps its start open: the next change finds out, and measurements count only for its generation.
 */
async function closeLostStart(session: Session): Promise<void> {
  const { open } = session.state;
  if (open === null) return;
  const alive = open.generation !== null && (await mayLive(session, open.generation));
  if (alive && session.state.stop === null) return;
  const start = {
    ...startDocument({ ...open, verified: false }),
    fault: fault('interrupted', 'interrupted before it was measured'),
  };
  await session.append({ type: 'start.ended', trial: open.trial, start: recordedStart(start) });
}

async function mayLive(session: Session, generation: Generation): Promise<boolean> {
  try {
    return (await session.request.ports.supervisor.life(generation)).alive;
  } catch (error) {
    if (error instanceof FaultError) return true;
    throw error;
  }
}

/** Which devices the service had is told by the floors that were recorded, also while nothing of it lives. */
async function rememberDevices({ dir, ports }: RunRequest): Promise<void> {
  if (ports.accelerator.remember === undefined) return;
  ports.accelerator.remember(Object.keys(floorTold(await ports.readJournal(dir))));
}

/**
 * Goes on with a run from its journal alone: replays it, looks at the host, then adopts or redoes. `restore` only puts
 * the original back. A run that has ended well is only told again.
 */
export async function resumeRun(request: ResumeRequest): Promise<RunResult> {
  await rememberDevices(request);
  return withLock(request, () => goOn(request), request.over ?? undefined);
}

/** Its settings cannot be started as they were meant. Fault: `usage`; nothing is touched. */
function refuseSealed({ stored }: RunRequest): void {
  if (stored.sealed !== true) return;
  const message = `run ${stored.id} has put the original back, and since then keeps not all that its settings need (secrets, whole environments)`;
  const hint = 'begin it anew: what this run has measured is reused by a new `sweep`';
  throw new FaultError(fault('usage', message, { hint }));
}

/** A disk that is full keeps no original from coming back, unless somebody who lives would not hear that it was taken over. */
async function turnOf(request: ResumeRequest): Promise<number | null> {
  const { mode, by = 'operator', over = null } = request;
  try {
    return await takeTurn(request, by);
  } catch (error) {
    const unwritten = error instanceof FaultError && error.fault.name === 'journal-failed';
    if (unwritten && mode === 'restore' && over === null) return null;
    throw error;
  }
}

async function goOn(request: ResumeRequest): Promise<RunResult> {
  const { stored, ports, mode, by = 'operator', over = null } = request;
  // before the journal is read: from here on a process that hangs adds nothing to it
  const fence = await turnOf(request);
  const { journal, lines } = await ports.openJournal(request.dir, { apart: over !== null });
  const before = replay(stored, lines);
  const session = new Session(request, journal, before, serviceKey(stored.configuration));
  session.fence = fence;
  try {
    // a run that is over is told once more; what it may not have written after its last record is written now
    const ended = before.ended === 'done' || (before.ended !== null && mode === 'restore');
    if (ended && before.restored?.ok === true) return await toTheEnd(session);
    if (before.ended !== null && before.restored?.ok === true) refuseSealed(request);
    for (const own of before.generations)
      await ports.supervisor.follow(own.generation, own.log_file, own.members);
    const closed = before.until_ms !== null && ports.clock.wall() >= before.until_ms;
    await session.append({
      type: 'resumed',
      only_restore: mode === 'restore' || closed,
      by,
      ...(fence === null ? {} : { fence }),
      took_over: over?.pid ?? null,
    });
    if (session.state.touched) await session.watched();
    await closeLostStart(session);
    return await toTheEnd(session);
  } finally {
    session.sign_of_life.end();
    await journal.close();
  }
}
