import { type Evidence, fault } from '../../fault.ts';
import { type Milliseconds, seconds } from '../../units.ts';
import { action, faultOf, note } from '../answers.ts';
import {
  askTraffic,
  countOf,
  inFlight,
  inWords,
  peersSeen,
  type Seen,
  seenIn,
  stillOpen,
  trafficEvidence,
  UNSEEN,
} from '../traffic.ts';
import type { HoldPoint, View } from '../types.ts';

interface Local {
  /** When the hook had done its part, or there is none; null: it is still to run. */
  readonly hooked_at: Milliseconds | null;
  readonly seen: Seen;
}

/**
 * Hold point 2, if asked: the drain hook succeeded and no request of others is in flight. A hook may return before the
 * last request has ended, so what is left has `limits.drain` from then on; one look is always taken.
 */
export const drained: HoldPoint<Local> = {
  name: 'drained',
  watches_life: false,
  applies: (view) => view.input.drain,
  begin: (view) => ({ hooked_at: view.input.has_drain_hook ? null : view.now, seen: UNSEEN }),

  ask(view, local) {
    if (local.hooked_at === null) return [action('hook', 'hooks', 'run', ['drain'], { hook: 'drain' })];
    return askTraffic(view.input);
  },

  judge(view, local, answers) {
    const failed = faultOf(answers, 'hook');
    if (failed !== null) return { verdict: 'fail', fault: failed };
    if (answers.has('hook')) return { verdict: 'on', local: { ...local, hooked_at: view.now } };
    // what moved before has been let go of: only what is open now counts
    const seen = seenIn(stillOpen(local.seen), answers);
    const facts = { traffic: seen.traffic };
    if (isEmpty(view, seen))
      return { verdict: 'pass', facts, evidence: [...hookEvidence(view), ...trafficEvidence(seen)] };
    if (view.input.under_traffic && view.now >= endOf(view, local)) {
      const goes_on = note('traffic', `${leftOpen(seen)} after ${limitOf(view)}: --under-traffic goes on`);
      return { verdict: 'pass', facts, evidence: [...hookEvidence(view), goes_on, ...trafficEvidence(seen)] };
    }
    return { verdict: 'again', local: { ...local, seen } };
  },

  deadline(view, local) {
    return view.input.under_traffic || local.seen.looks === 0 ? null : endOf(view, local);
  },

  late(view, { seen }) {
    const { traffic } = seen;
    const data = {
      running: traffic?.running ?? null,
      waiting: traffic?.waiting ?? null,
      peers: peersSeen(seen),
    };
    const message = `${leftOpen(seen)} after ${limitOf(view)} (limits.drain)`;
    return fault('drain-timeout', message, { data, evidence: trafficEvidence(seen) });
  },

  waiting(_view, { hooked_at, seen }) {
    if (hooked_at === null) return 'the drain hook';
    return `requests of others to end (${countOf(seen) ?? 'unknown'} in flight)`;
  },
};

/** Where nothing can be seen, a connection that stands still is not taken for an answered one before its time is over. */
function isEmpty(view: View, seen: Seen): boolean {
  return view.facts.present?.generation == null || inFlight(seen) === 'none';
}

function endOf(view: View, { hooked_at }: Local): Milliseconds {
  return (hooked_at ?? view.now) + view.input.limits.drain_ms;
}

function limitOf(view: View): string {
  return `${seconds(view.input.limits.drain_ms)} s`;
}

function leftOpen(seen: Seen): string {
  return inFlight(seen) === 'some'
    ? inWords(seen)
    : 'whether requests of others are still in flight is not known';
}

function hookEvidence(view: View): readonly Evidence[] {
  return view.input.has_drain_hook ? [note('hook', 'the drain hook has succeeded')] : [];
}
