import path from 'node:path';
import type { Goal } from '../core/change/types.ts';
import type { StartDocument } from '../core/documents/sweep.ts';
import { FaultError, fault } from '../core/fault.ts';
import { END_OF_LOG } from '../core/log-line.ts';
import { recordedStart, startDocument } from '../core/sweep/document.ts';
import { nextStep, type Step } from '../core/sweep/next.ts';
import { type OpenStart, trialOf } from '../core/sweep/state.ts';
import { evaluateStart } from './evaluate/evaluate-start.ts';
import { fingerprint } from './fingerprint.ts';
import { measurePoint } from './measure-point.ts';
import { noteOperator } from './note-operator.ts';
import { restore } from './restore.ts';
import { reusable } from './reuse.ts';
import { isFinal, rulesOf } from './rules.ts';
import type { Session } from './session.ts';
import { waitUnlessAsked } from './wait-unless-asked.ts';

const MEANWHILE = 'nothing else is started, stopped or measured';

/** One step after the other, each decided from the journal alone, until the sweep has ended. */
export async function runSteps(session: Session): Promise<void> {
  const off = session.request.operator.onRequest((request) => {
    // the record is written by the step that sees it; here only the face is told
    session.request.sink({ type: 'operator', text: wordsFor(request) });
  });
  try {
    for (;;) {
      await noteOperator(session);
      const step = nextStep(session.state, surroundings(session));
      if (step.kind === 'end') return;
      await perform(session, step);
    }
  } finally {
    off();
  }
}

function wordsFor(request: 'interrupt' | 'abandon'): string {
  return request === 'interrupt'
    ? 'interrupted: nothing new is begun, the original comes back (again to leave the server as it is)'
    : 'the restore is given up: the server stays as it is';
}

function surroundings(session: Session) {
  const { limits } = session.request.stored.configuration;
  return {
    now: session.request.ports.clock.wall(),
    limit_load_ms: session.request.stored.known_load_ms ?? limits.load_ms ?? 0,
    limit_total_ms: limits.total_ms,
    limit_release_ms: limits.release_ms,
    points: session.state.plan.points,
    evaluates: session.request.stored.suite !== undefined,
    rules: rulesOf(session.request.stored),
  };
}

async function perform(session: Session, step: Exclude<Step, { kind: 'end' }>): Promise<void> {
  switch (step.kind) {
    case 'observe':
      return observe(session);
    case 'start':
      return start(session, step);
    case 'measure':
      return measurePoint(session, step.open, step.point);
    case 'evaluate':
      return evaluateStart(session, step.open, step.pass, common(session));
    case 'verify':
      return verify(session, step.open);
    case 'close':
      return close(session, step.open, step.final);
    case 'skip':
      return skip(session, step.trial);
    case 'give-up':
      return session.append({
        type: 'trial.ended',
        trial: step.trial,
        status: step.status,
        fault: step.fault,
      });
    case 'make-room':
      await session.change({
        goal: { kind: 'stopped' },
        trial: null,
        start: null,
        attempt: 1,
        replicate: 1,
        ...common(session),
      });
      return;
    case 'wait':
      return wait(session, step.until, step.why);
    case 'stop':
      return session.append({ type: 'stopped', reason: step.reason });
    case 'restore':
      return restore(session);
  }
}

function common(session: Session) {
  const { original } = session.state;
  const started =
    original?.definition == null ? 'stop what was started (nothing ran before)' : 'bring the original back';
  const would = original === null ? 'the run ends, nothing was touched' : `Holdpoint would ${started}`;
  return {
    log_file: path.join(session.request.dir, 'unused.log'),
    cut_by: ['interrupt', 'abandon', 'window'] as const,
    watch_traffic: false,
    not_meanwhile: MEANWHILE,
    on_interrupt: `Ctrl-C: nothing new is begun; ${would}`,
  };
}

async function observe(session: Session): Promise<void> {
  const change = await session.change({
    goal: { kind: 'observe' },
    trial: null,
    start: null,
    attempt: 1,
    replicate: 1,
    ...common(session),
    watch_traffic: true,
  });
  if (change.verdict?.outcome !== 'ready') return;
  const present = change.facts.present;
  const original = {
    generation: present?.generation ?? null,
    definition: present?.definition ?? null,
    ours: present?.ours ?? false,
  };
  await session.append({ type: 'original.observed', original: session.keepOriginal(original) });
}

async function start(session: Session, step: Extract<Step, { kind: 'start' }>): Promise<void> {
  const { visit, attempt } = step;
  const trial = trialOf(session.state, visit.trial);
  const fresh = isFinal(session.request.stored, visit.replicate);
  if (session.state.open === null && attempt === 1 && !fresh) {
    const known = await reusable(session, visit);
    if (known !== null) return reuse(session, visit.trial, known);
  }
  const { promotion } = session.request.stored;
  const { definition, wanted } = trial.planned;
  const goal: Goal = {
    kind: 'setting',
    // what stays carries nothing that only a trial needs
    definition: promotion === undefined ? session.instrumented(definition) : definition,
    bare: definition,
    wanted,
    capacity: trial.capacity,
    ...(promotion === undefined ? {} : { standing: { promoted: promotion.after, is_own: true } }),
  };
  // after a crash the same start may need a second server: each generation has a log of its own
  const again = session.state.open === null ? '' : `-${session.state.changes + 1}`;
  const log_file = path.join(session.trialFolder(trial.planned, step.start), `server${again}.log`);
  session.loaded = await fingerprint(definition, session.request.ports);
  const change = await session.change({
    goal,
    trial: visit.trial,
    start: step.start,
    attempt,
    replicate: visit.replicate,
    ...common(session),
    log_file,
  });
  if (change.verdict?.outcome === 'ready') await afterReady(session, visit.trial);
  if (change.verdict?.outcome === 'failed')
    await session.hooks
      .run('fault', { trial: visit.trial, fault: change.verdict.fault })
      .catch(() => undefined);
}

async function afterReady(session: Session, trial: string): Promise<void> {
  if (!session.hooks.has('after_ready')) return;
  try {
    await session.hooks.run('after_ready', { trial });
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    await session.append({ type: 'stopped', reason: error.fault.message });
  }
}

async function verify(session: Session, open: OpenStart): Promise<void> {
  const { generation, listener } = open.result ?? {};
  if (generation == null || listener == null)
    throw new Error('a measured start has a generation and a listener');
  const { wanted } = trialOf(session.state, open.trial).planned;
  const goal: Goal = { kind: 'verify', generation, listener, wanted, log_from: session.log_from };
  await session.change({
    goal,
    trial: open.trial,
    start: open.start,
    attempt: open.attempt,
    replicate: open.replicate,
    ...common(session),
  });
}

async function close(
  session: Session,
  open: OpenStart,
  final: 'measured' | 'failed' | 'void' | null,
): Promise<void> {
  await readLogToItsEnd(session, open);
  const verified = session.state.command === 'apply' ? { ...open, verified: true } : open;
  const broken =
    final === 'void' && open.fault === null ? { ...verified, fault: open.voids.at(-1) ?? null } : verified;
  const interrupted = final === null && open.fault === null;
  const why = session.state.stop?.fault ?? fault('interrupted', 'interrupted before it was measured');
  const document: StartDocument = startDocument(
    interrupted ? { ...broken, verified: false, fault: why } : broken,
  );
  await session.append({ type: 'start.ended', trial: open.trial, start: recordedStart(document) });
  if (final === null) return;
  if (open.replicate > 1) {
    // the first reading has decided what became of the trial; the second one only adds a number
    if (final === 'measured') return;
    return session.append({
      type: 'note',
      text: `reading ${open.replicate} of ${open.trial} failed: ${document.fault?.message ?? 'unknown'}`,
    });
  }
  await session.append({ type: 'trial.ended', trial: open.trial, status: final, fault: document.fault });
}

/** The log of a unit is kept only as far as it was read: what was said last, as by a crash, must not be missing. */
async function readLogToItsEnd({ request }: Session, open: OpenStart): Promise<void> {
  const generation = open.result?.generation;
  if (generation?.kind !== 'systemd') return;
  await request.ports.supervisor.log(generation, END_OF_LOG).catch(() => undefined);
}

async function skip(session: Session, name: string): Promise<void> {
  const { planned } = trialOf(session.state, name);
  await session.append({ type: 'trial.ended', trial: name, status: 'skipped', fault: planned.rejected });
}

async function reuse(
  session: Session,
  trial: string,
  known: NonNullable<Awaited<ReturnType<typeof reusable>>>,
): Promise<void> {
  const document: StartDocument = {
    ...known.start,
    start: trialOf(session.state, trial).starts.length + 1,
    reused_from: known.run_id,
  };
  await session.append({ type: 'start.ended', trial, start: document });
  if (document.measurements.every((m) => m.replicate === 1))
    await session.append({ type: 'trial.ended', trial, status: 'measured', fault: null });
}

async function wait(session: Session, until: number, why: string): Promise<void> {
  const left = until - session.request.ports.clock.wall();
  session.waiting(
    { hold_point: 'retry', waiting_for: why, elapsed_s: 0, limit_s: Math.round(left / 1000) },
    { ...common(session), trial: null },
  );
  await waitUnlessAsked(session.request, left, ['interrupt', 'abandon']);
}
