import type { DecisionDocument, SweepDocument } from '../core/documents/sweep.ts';
import { exitCodeOf, type Fault, FaultError, fault } from '../core/fault.ts';
import { sweepDocument } from '../core/sweep/document.ts';
import { emptyState, type SweepState } from '../core/sweep/state.ts';
import { HOLDPOINT_VERSION } from '../core/version.ts';
import type { Taken } from '../ports/lock.ts';
import type { RunRequest, RunResult } from './api.ts';
import { decideSweep } from './decide.ts';
import { deviceLocks } from './device-locks.ts';
import { followEarlier } from './earlier.ts';
import { takeTurn } from './fence.ts';
import { serviceKey } from './service-key.ts';
import { Session } from './session.ts';
import { runSteps } from './steps.ts';
import { refuseUnrestored } from './unrestored.ts';
import { windowEnd } from './window.ts';

/** Runs a sweep (or an apply) from its first record to its last. Faults before the first record: `lock-held`, `journal-failed`. */
export function runSweep(request: RunRequest): Promise<RunResult> {
  return withLock(request, async () => {
    const { journal, lines } = await request.ports.openJournal(request.dir);
    if (lines.length > 0)
      throw new FaultError(fault('usage', `run ${request.stored.id} has begun already: resume it`));
    await followEarlier(request.stored.configuration, request.runs_dir, request.ports);
    const session = new Session(
      request,
      journal,
      emptyState(request.stored.id, request.stored.command, request.stored.plan),
      serviceKey(request.stored.configuration),
    );
    session.fence = await takeTurn(request, 'operator');
    const { clock, host } = request.ports;
    try {
      await session.append({
        type: 'sweep.begun',
        run_id: request.stored.id,
        plan_id: request.stored.plan.plan_id,
        command: request.stored.command,
        holdpoint_version: HOLDPOINT_VERSION,
        simulated: host.simulated,
        seed: request.stored.options.seed,
        until_ms: windowEnd(request.stored.configuration.window, clock.wall()),
      });
      return await toTheEnd(session);
    } finally {
      session.sign_of_life.end();
      await journal.close();
    }
  });
}

/**
 * The locks of the service and of its devices for the time of the run; an unrestored run of somebody else blocks it.
 * `over`: the process of this run that hangs and whose locks are taken from it.
 */
export async function withLock(
  request: RunRequest,
  body: () => Promise<RunResult>,
  over?: Taken,
): Promise<RunResult> {
  const { lock } = request.ports;
  const key = serviceKey(request.stored.configuration);
  await refuseUnrestored(lock, key, request.stored.id);
  const lease = await lock.acquire([key, ...(await deviceLocks(request.ports))], request.dir, over);
  try {
    return await body();
  } finally {
    await lease.release();
  }
}

/** Goes on from whatever the state says until nothing is left to do. */
export async function toTheEnd(session: Session): Promise<RunResult> {
  await stepsOrRestore(session);
  const decision = decideSweep(session.state, session.request.stored);
  const state = session.state.stop?.state ?? 'done';
  if (session.state.ended === null) {
    await session.append({ type: 'sweep.ended', state, decision, faults: session.state.faults });
    await session.hooks.run('end', { state }).catch(() => undefined);
  }
  const document = session.redact(sweepDocument(session.state, session.request.dir, decision));
  if (session.journal_fault === null)
    session.request.ports.writeDocument(session.request.dir, 'summary.json', document);
  const sealed =
    session.journal_fault === null && session.state.restored?.ok === true
      ? session.seal()
      : session.request.stored.sealed === true;
  const ending = session.state.restore_fault ?? session.journal_fault ?? session.state.stop?.fault ?? null;
  return {
    document,
    sealed,
    fault: ending,
    exit_code: exitCode(session.state, document, ending, session.journal_fault),
  };
}

/** A journal that cannot be written ends the sweep; the restore goes on without it. */
async function stepsOrRestore(session: Session): Promise<void> {
  try {
    await runSteps(session);
  } catch (error) {
    if (
      !(error instanceof FaultError) ||
      error.fault.name !== 'journal-failed' ||
      session.unjournaled_allowed
    )
      throw error;
    session.unjournaled_allowed = true;
    await session.append({ type: 'stopped', reason: error.fault.message });
    await runSteps(session);
  }
}

function exitCode(
  state: SweepState,
  document: SweepDocument,
  ending: Fault | null,
  journal: Fault | null,
): number {
  if (state.restored !== null && (!state.restored.ok || (state.abandoned && state.touched))) return 23;
  if (journal !== null) return state.touched ? 12 : exitCodeOf(journal);
  if (state.stop?.state === 'interrupted') return 130;
  if (state.stop !== null) return ending !== null && !state.touched ? exitCodeOf(ending) : 12;
  const failed = document.trials.find((trial) => trial.status === 'failed' || trial.status === 'void');
  if (failed === undefined) return 0;
  return state.command === 'apply' && failed.fault !== null ? exitCodeOf(failed.fault) : 10;
}

export type { DecisionDocument };
