import path from 'node:path';
import type { Goal } from '../core/change/types.ts';
import { type Fault, FaultError } from '../core/fault.ts';
import { shellWord } from '../core/plan/shell.ts';
import type { Promoted } from '../core/promoted.ts';
import { retryAfterMs } from '../core/sweep/retry.ts';
import { trialOf } from '../core/sweep/state.ts';
import { visible } from '../core/visible.ts';
import { decideSweep } from './decide.ts';
import { noteOperator } from './note-operator.ts';
import type { Session } from './session.ts';
import { undrain } from './undrain.ts';
import { waitUnlessAsked } from './wait-unless-asked.ts';

/** The last change of a run: the service is put back into the state that was asked for, through the hold points. */
export async function restore(session: Session): Promise<void> {
  const { configuration } = session.request.stored;
  session.unjournaled_allowed = true;
  const success = session.state.stop === null;
  const kept = success && applied(session);
  const promoted = kept && session.request.stored.promotion !== undefined;
  if (!session.state.touched && !promoted) return ended(session, 'original', true, null);
  if (session.state.abandoned) return ended(session, 'left', false, null);
  if (kept || (success && configuration.restore === 'leave')) return ended(session, 'left', true, null);
  const best = success && configuration.restore === 'best' ? bestGoal(session) : null;
  const failure = await backTo(session, best);
  if (session.state.abandoned) return ended(session, 'left', false, failure);
  await ended(session, best === null ? 'original' : 'best', failure === null, failure);
}

/** What is to be installed for good from now on; undefined: that is left as it is. */
function standingAfter(session: Session): Promoted | null | undefined {
  const { promotion } = session.request.stored;
  if (promotion === undefined || session.state.abandoned) return undefined;
  return session.state.stop === null && applied(session) ? promotion.after : promotion.before;
}

interface Settled {
  readonly fault: Fault | null;
  /** The file of ours that stays under the server; null: nothing of what was installed for trials is left. */
  readonly stays: string | null;
}

/** What was installed for trials does not outlive them. */
async function settle(session: Session): Promise<Settled> {
  const { supervisor } = session.request.ports;
  if (supervisor.settle === undefined) return { fault: null, stays: null };
  const call = { change: session.state.changes, port: 'supervisor', method: 'settle' };
  await session.append({ type: 'intent', ...call, detail: {} });
  const settled = await supervisor.settle(standingAfter(session)).then(
    (stays) => ({ fault: null, stays }),
    (error: unknown) => {
      if (error instanceof FaultError) return { fault: error.fault, stays: null };
      throw error;
    },
  );
  const { fault } = settled;
  const detail = fault === null ? {} : { fault: fault.name, message: fault.message };
  await session.append({ type: 'outcome', ...call, ok: fault === null, detail });
  return settled;
}

/** null: it is back. */
async function backTo(session: Session, best: Goal | null): Promise<Fault | null> {
  try {
    const { promotion } = session.request.stored;
    const standing =
      promotion === undefined ? {} : { standing: { promoted: promotion.before, is_own: false } };
    const original: Goal = { kind: 'original', original: session.wholeOriginal(), ...standing };
    return await attempts(session, best ?? original);
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
}

/** An apply that reached `ready` is kept: that is what was asked for. */
function applied(session: Session): boolean {
  return (
    session.state.command === 'apply' && session.state.trials.every((trial) => trial.status === 'measured')
  );
}

function bestGoal(session: Session): Goal | null {
  const decision = decideSweep(session.state, session.request.stored);
  if (decision.kind !== 'winner' || decision.best === null) return null;
  const trial = trialOf(session.state, decision.best);
  return {
    kind: 'setting',
    definition: trial.planned.definition,
    bare: trial.planned.definition,
    wanted: [],
    capacity: trial.capacity,
  };
}

async function attempts(session: Session, goal: Goal): Promise<Fault | null> {
  for (let attempt = 1; ; attempt += 1) {
    const log_file = path.join(session.request.dir, 'restore', `server-${session.state.changes + 1}.log`);
    const change = await session.change({
      goal,
      trial: null,
      start: null,
      attempt,
      replicate: 1,
      log_file,
      cut_by: ['abandon'],
      watch_traffic: false,
      not_meanwhile: 'nothing new is started or measured',
      on_interrupt: 'Ctrl-C: the server is left as it is, and the exact restore command is printed',
    });
    await noteOperator(session);
    const failure = change.verdict?.fault ?? null;
    if (change.verdict?.outcome === 'ready') return null;
    if (failure === null || session.state.abandoned || attempt > failure.retry.max) return failure;
    await waitUnlessAsked(session.request, retryAfterMs(failure, attempt), ['abandon']);
  }
}

/** The advice of the table with this run's folder, and the command that is left to do. */
function withCommand(failure: Fault, dir: string): Fault {
  const run = shellWord(visible(dir));
  const command = `holdpoint restore ${run}`;
  const advice = failure.hint.replaceAll(/(?<=holdpoint \w+ )RUN\b/g, () => run);
  const hint = advice.includes(command) ? advice : `${advice}; then \`${command}\` puts the original back`;
  return { ...failure, hint };
}

async function ended(
  session: Session,
  to: 'original' | 'best' | 'left',
  reached: boolean,
  why: Fault | null,
): Promise<void> {
  const { fault: remains, stays } = await settle(session);
  const ok = reached && remains === null;
  const reason = why ?? remains;
  const failure = ok || reason === null ? reason : withCommand(reason, session.request.dir);
  if (ok) await undrain(session);
  // one that Holdpoint had started before, by an `apply`, runs by that file and always did
  const found = session.state.original?.ours === true;
  const kept_by = to === 'original' && stays !== null && !found ? { kept_by: stays } : {};
  await session.append({ type: 'restored', restored: { to, ok }, fault: failure, ...kept_by });
  if (ok) await session.clearMark();
  await session.sign_of_life.disarm();
  await session.hooks.run(ok ? 'restored' : 'restore_failed', { to }).catch(() => undefined);
}
