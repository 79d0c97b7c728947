import { type Evidence, type Fault, fault } from '../../fault.ts';
import type { Member } from '../../generation.ts';
import { action, faultOf, firstFault, note, probe, value } from '../answers.ts';
import { describeGeneration } from '../describe.ts';
import type { LifeFacts, SignalFacts } from '../observations.ts';
import type { HoldPoint, Judgement, View } from '../types.ts';

/** After the last resort nothing more can be done; what is still there then sits in the kernel or cannot be signalled. */
const AFTER_KILL_MS = 30_000;
const KILL_EVERY_MS = 2_000;

interface Local {
  readonly stage: 'hook' | 'look' | 'signal';
  readonly members: readonly Member[];
  readonly leader_gone: boolean;
  readonly terms: number;
  readonly kills: number;
  readonly signalled_at: number | null;
  readonly killing_since: number | null;
  readonly refused: readonly { readonly pid: number; readonly error: string }[];
}

/**
 * Hold point 3: every process of the old generation is gone. TERM goes to the leader; it may be lost or wait for a
 * client, so it is repeated; what outlives `limits.stop` is killed, member by member.
 */
export const stopped: HoldPoint<Local> = {
  name: 'stopped',
  watches_life: false,
  applies: (view) => !view.facts.adopted && view.facts.old !== null,
  begin: (view) => ({
    stage: view.input.has_before_stop_hook ? 'hook' : 'look',
    members: [],
    leader_gone: false,
    terms: 0,
    kills: 0,
    signalled_at: null,
    killing_since: null,
    refused: [],
  }),

  ask(view, local) {
    const old = view.facts.old;
    if (old === null) return [];
    if (local.stage === 'hook')
      return [action('hook', 'hooks', 'run', ['before_stop'], { hook: 'before_stop' })];
    if (local.stage === 'look') return [probe('life', 'supervisor', 'life', old)];
    const signal = local.killing_since === null ? 'TERM' : 'KILL';
    const targets = targetsOf(local, old.pid, signal);
    return [
      action('signal', 'supervisor', 'signal', [old, targets, signal], {
        signal,
        pids: targets.map((member) => member.pid),
      }),
    ];
  },

  judge(view, local, answers): Judgement<Local> {
    const blinded = faultOf(answers, 'life');
    if (blinded !== null) return blind(local, blinded);
    const failed = firstFault(answers);
    if (failed !== null) return { verdict: 'fail', fault: failed };
    if (local.stage === 'hook') return { verdict: 'on', local: { ...local, stage: 'look' } };
    if (local.stage === 'signal') return signalled(view, local, value<SignalFacts>(answers, 'signal'));
    return looked(view, local, value<LifeFacts>(answers, 'life'));
  },

  deadline: (_view, local) => (local.killing_since === null ? null : local.killing_since + AFTER_KILL_MS),

  late(_view, local) {
    const stuck = local.members.find((member) => member.state === 'D');
    const survivors = local.members.map(({ pid, state, user, command }) => ({ pid, state, user, command }));
    const evidence = evidenceOf(local);
    if (stuck !== undefined) {
      const message = `pid ${stuck.pid} does not die: it sits in the kernel (state D)`;
      return fault('unkillable', message, { evidence, data: { pid: stuck.pid, state: stuck.state } });
    }
    const message = `${survivors.length} process${survivors.length === 1 ? '' : 'es'} left after ${local.terms} TERM and ${local.kills} KILL`;
    return fault('stop-timeout', message, { evidence, data: { survivors, refused: local.refused } });
  },

  waiting(_view, local) {
    const asked = local.kills > 0 ? `KILL sent ${times(local.kills)}` : `TERM sent ${times(local.terms)}`;
    return `the old server to end (${local.members.length} processes left, ${asked})`;
  },
};

/** Nothing is killed unseen, and who cannot be looked at cannot be waited for either. */
function blind(local: Local, unreadable: Fault): Judgement<Local> {
  const evidence = [...unreadable.evidence, ...evidenceOf(local)];
  return { verdict: 'blind', local, fault: { ...unreadable, evidence } };
}

function evidenceOf(local: Local): readonly Evidence[] {
  return local.members.map((m) =>
    note('process', `pid ${m.pid} (state ${m.state}, user ${m.user}): ${m.command}`),
  );
}

function times(n: number): string {
  return n === 1 ? 'once' : `${n} times`;
}

/** A lost or waiting TERM is repeated often enough to matter and seldom enough not to look like a second request. */
export function repeatEveryMs(stopLimitMs: number): number {
  return Math.max(1_000, Math.min(10_000, stopLimitMs / 6));
}

function targetsOf(local: Local, leader: number, signal: 'TERM' | 'KILL'): readonly Member[] {
  if (signal === 'KILL' || local.leader_gone) return local.members;
  return local.members.filter((member) => member.pid === leader);
}

function looked(view: View, local: Local, life: LifeFacts | null): Judgement<Local> {
  if (life === null) return { verdict: 'again', local };
  const old = view.facts.old;
  const members = life.members.filter((member) => member.state !== 'Z');
  // a manager that is about to start it again is stopped too, though nothing lives at this moment
  const returns = life.returning === true || ((life.restarts ?? 0) > 0 && local.signalled_at === null);
  if (members.length === 0 && !life.alive && !returns) return gone(view, local, life);
  const seen: Local = { ...local, members, leader_gone: !life.alive };
  const { stop_ms } = view.input.limits;
  if (local.signalled_at === null) return { verdict: 'on', local: { ...seen, stage: 'signal' } };
  const since = view.now - local.signalled_at;
  if (local.killing_since === null && view.now - view.since >= stop_ms) {
    return { verdict: 'on', local: { ...seen, stage: 'signal', killing_since: view.now } };
  }
  const every = local.killing_since === null ? repeatEveryMs(stop_ms) : KILL_EVERY_MS;
  const orphaned = seen.leader_gone && !local.leader_gone && old !== null && since >= 1_000;
  if (since >= every || orphaned) return { verdict: 'on', local: { ...seen, stage: 'signal' } };
  return { verdict: 'again', local: seen };
}

function signalled(view: View, local: Local, report: SignalFacts | null): Judgement<Local> {
  const killed = report?.signal === 'KILL';
  const refused = report?.refused ?? [];
  const denied = refused.find((r) => r.error === 'EPERM');
  if (denied !== undefined) {
    const message = `the server cannot be signalled: pid ${denied.pid} belongs to another user`;
    return { verdict: 'fail', fault: fault('permission', message, { data: { pid: denied.pid } }) };
  }
  return {
    verdict: 'again',
    local: {
      ...local,
      stage: 'look',
      terms: local.terms + (killed ? 0 : 1),
      kills: local.kills + (killed ? 1 : 0),
      signalled_at: view.now,
      refused,
    },
  };
}

function gone(view: View, local: Local, life: LifeFacts): Judgement<Local> {
  const old = view.facts.old;
  const how =
    local.terms + local.kills === 0
      ? 'it was already gone'
      : `after ${local.terms} TERM${local.terms === 1 ? '' : 's'}${local.kills > 0 ? ` and ${local.kills} KILL` : ''}`;
  const exit =
    life.exit === null
      ? 'exit status not ours to collect'
      : `exit code ${life.exit.code ?? '-'}, signal ${life.exit.signal ?? '-'}`;
  return {
    verdict: 'pass',
    evidence: [
      note(
        'process',
        `every process of ${old === null ? 'the old generation' : describeGeneration(old)} is gone ${how}; ${exit}`,
      ),
    ],
  };
}
