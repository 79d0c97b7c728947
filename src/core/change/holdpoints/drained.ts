import { fault } from '../../fault.ts';
import { action, faultOf, note, probe, value } from '../answers.ts';
import type { TrafficFacts } from '../observations.ts';
import type { HoldPoint } from '../types.ts';

interface Local {
  readonly hooked: boolean;
  readonly open: number | null;
}

/** Hold point 2, if asked: the drain hook succeeded and no request of others is in flight. */
export const drained: HoldPoint<Local> = {
  name: 'drained',
  watches_life: false,
  applies: (view) => view.input.drain && !view.facts.adopted && view.facts.present?.generation != null,
  begin: () => ({ hooked: false, open: null }),

  ask(view, local) {
    if (!local.hooked && view.input.has_drain_hook)
      return [action('hook', 'hooks', 'run', ['drain'], { hook: 'drain' })];
    return [probe('traffic', 'engine', 'traffic')];
  },

  judge(_view, local, answers) {
    const failed = faultOf(answers, 'hook');
    if (failed !== null) return { verdict: 'fail', fault: failed };
    if (answers.has('hook')) return { verdict: 'on', local: { ...local, hooked: true } };
    const traffic = value<TrafficFacts>(answers, 'traffic');
    const open = traffic === null ? null : traffic.running + traffic.waiting;
    if (open === 0)
      return {
        verdict: 'pass',
        facts: { traffic },
        evidence: [note('traffic', `${traffic?.source}: no request in flight`)],
      };
    return { verdict: 'again', local: { ...local, open } };
  },

  deadline: (view) => view.since + view.input.limits.drain_ms,

  late(_view, local) {
    const open =
      local.open === null
        ? 'the engine does not say how many requests are in flight'
        : `${local.open} requests still in flight`;
    return fault('drain-timeout', open, { data: { running: local.open } });
  },

  waiting: (_view, local) => `requests of others to end (${local.open ?? 'unknown'} in flight)`,
};
