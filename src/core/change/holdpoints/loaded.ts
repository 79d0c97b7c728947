import { type Evidence, type Fault, fault } from '../../fault.ts';
import { note, probe, value } from '../answers.ts';
import { describeBytes } from '../describe.ts';
import { shortAtLoad } from '../memory-facts.ts';
import type { EngineStateFacts, LifeFacts, LogChunkFacts, PortFacts } from '../observations.ts';
import { beginProgress, observeProgress, type Progress } from '../progress.ts';
import { SUSPECT } from '../suspect.ts';
import type { HoldPoint, Judgement, View } from '../types.ts';
import { listenerOf } from './identified.ts';

interface Local {
  readonly progress: Progress;
  /** What was said by whoever is ready, while it is asked who that is. */
  readonly claim: readonly Evidence[] | null;
  /** A stranger said it: nothing is known of our own load. */
  readonly stranger: Fault | null;
}

/**
 * Hold point 6: the engine says that it has loaded. Until then "still loading" is a state: whatever moves (log, phase,
 * memory, I/O, CPU time) extends the deadline, and only silence that could be seen is a stall. What a stranger says on
 * the port says nothing of our load: that one goes on, finds the port taken and ends. (An engine that binds before it
 * loads has lost its port already when a stranger answers there, which `identified` tells.)
 */
export const loaded: HoldPoint<Local> = {
  name: 'loaded',
  watches_life: true,
  applies: (view) => !view.facts.adopted || view.facts.loading,
  begin: (view) => ({ progress: beginProgress(view.now), claim: null, stranger: null }),

  ask(view, local) {
    const { generation, log_cursor } = view.facts;
    const { address, port } = view.input.endpoint;
    if (local.claim !== null)
      return [probe('port', 'host', 'port', address, port), probe('life', 'supervisor', 'life', generation)];
    return [probe('state', 'engine', 'state'), probe('log', 'supervisor', 'log', generation, log_cursor)];
  },

  judge(view, local, answers): Judgement<Local> {
    if (local.claim !== null)
      return claimed(
        local,
        local.claim,
        value<PortFacts>(answers, 'port'),
        value<LifeFacts>(answers, 'life'),
      );
    const state = value<EngineStateFacts>(answers, 'state');
    const chunk = value<LogChunkFacts>(answers, 'log');
    const lines = chunk?.lines ?? [];
    const phases = lines.map((line) => view.input.engine.phase(line)).filter((phase) => phase !== null);
    const phase = phases.at(-1) ?? view.facts.phase;
    const facts = {
      log: lines.length === 0 ? view.facts.log : [...view.facts.log, ...lines],
      log_cursor: chunk?.cursor ?? view.facts.log_cursor,
      phase,
      peak_bytes: Math.max(view.facts.peak_bytes ?? 0, view.facts.life?.rss_bytes ?? 0) || null,
    };
    const progress = observeProgress(local.progress, {
      now: view.now,
      life: view.facts.life,
      life_at: view.facts.life_at,
      lines,
      phase,
    });
    if (state?.answer !== 'ready' && state?.answer !== 'unauthorised')
      return { verdict: 'again', facts, local: { progress, claim: null, stranger: null } };
    const waited = Math.round((view.now - view.since) / 100) / 10;
    const evidence = [note('claim', `health answered ${state.status} after ${waited} s: ${state.text}`)];
    if (phase !== null) evidence.push(note('phase', `last phase in the log: ${phase}`));
    evidence.push(note('memory', `resident memory ${describeBytes(facts.peak_bytes)}`));
    const short = shortAtLoad(view, facts.log);
    if (short !== null) evidence.push(note(SUSPECT, short));
    if (view.input.engine.binds_before_load) return { verdict: 'pass', facts, evidence };
    return { verdict: 'on', facts, local: { progress, claim: evidence, stranger: local.stranger } };
  },

  deadline(view, local) {
    const cap = view.since + view.input.limits.load_ms;
    const { readable, life_at, moved_at } = local.progress;
    const silent = readable && life_at !== null && life_at - moved_at >= view.input.limits.quiet_ms;
    return silent ? Math.min(cap, view.now) : cap;
  },

  late(view, local) {
    if (local.stranger !== null) return local.stranger;
    const quiet_s = Math.round((view.now - local.progress.moved_at) / 1000);
    const phase = view.facts.phase;
    const last = view.facts.log.at(-1);
    const file = view.facts.log_file;
    const place = { line: last?.line ?? 0, offset: last?.offset ?? 0, ...(file === null ? {} : { file }) };
    const evidence = last === undefined ? [] : [note('log', last.text, place)];
    if (view.now >= view.since + view.input.limits.load_ms) {
      const moving = view.now - local.progress.moved_at < view.input.limits.quiet_ms;
      const message = `not loaded after ${Math.round((view.now - view.since) / 1000)} s, ${moving ? 'still moving' : `quiet for ${quiet_s} s`}`;
      return fault('load-timeout', message, { evidence, data: { moving, phase } });
    }
    const message = `nothing moved for ${quiet_s} s (log, memory, I/O, CPU time) in phase ${phase ?? 'unknown'}`;
    return fault('load-stalled', message, { evidence, data: { phase, quiet: quiet_s } });
  },

  waiting(view, local) {
    const phase = view.facts.phase === null ? '' : `phase ${view.facts.phase}${usualShare(view)}, `;
    const quiet = Math.round((view.now - local.progress.moved_at) / 1000);
    return `the server to load (${phase}${describeBytes(view.facts.life?.rss_bytes ?? null)} resident, last moved ${quiet} s ago)`;
  },
};

/** How much of a load this phase usually is: whether a long wait in it is a surprise. */
function usualShare({ facts: { phase }, input: { engine } }: View): string {
  const share = engine.phase_shares?.[phase ?? ''];
  return share === undefined ? '' : `, usually about ${Math.round(share * 100)} % of the load`;
}

/** Who says that it is ready: a stranger's word is none, and what cannot be read now is asked again. */
function claimed(
  local: Local,
  claim: readonly Evidence[],
  port: PortFacts | null,
  life: LifeFacts | null,
): Judgement<Local> {
  if (port === null || life === null) return { verdict: 'again', local: { ...local, claim: null } };
  const who = listenerOf(port, life);
  if ('name' in who && who.name === 'wrong-listener')
    return { verdict: 'again', local: { ...local, claim: null, stranger: who } };
  return { verdict: 'pass', evidence: claim };
}
