import { fault } from '../../fault.ts';
import { note, probe, value } from '../answers.ts';
import { describeBytes } from '../describe.ts';
import type { EngineStateFacts, LogChunkFacts } from '../observations.ts';
import { type Progress, beginProgress, observeProgress } from '../progress.ts';
import type { HoldPoint, Judgement } from '../types.ts';

interface Local {
  readonly progress: Progress;
  readonly state: EngineStateFacts | null;
  readonly log_readable: boolean;
}

/**
 * Hold point 6: the engine says that it has loaded. Until then "still loading" is a state: whatever moves (log, phase,
 * memory, I/O, CPU time) extends the deadline, and only silence that could be seen is a stall.
 */
export const loaded: HoldPoint<Local> = {
  name: 'loaded',
  watches_life: true,
  applies: (view) => !view.facts.adopted || view.facts.loading,
  begin: (view) => ({ progress: beginProgress(view.now), state: null, log_readable: false }),

  ask(view) {
    const { generation, log_cursor } = view.facts;
    return [probe('state', 'engine', 'state'), probe('log', 'supervisor', 'log', generation, log_cursor)];
  },

  judge(view, local, answers): Judgement<Local> {
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
    if (state?.answer === 'ready' || state?.answer === 'unauthorised') {
      const waited = Math.round((view.now - view.since) / 100) / 10;
      const evidence = [note('claim', `health answered ${state.status} after ${waited} s: ${state.text}`)];
      if (phase !== null) evidence.push(note('phase', `last phase in the log: ${phase}`));
      evidence.push(note('memory', `resident memory ${describeBytes(facts.peak_bytes)}`));
      return { verdict: 'pass', facts, evidence };
    }
    const progress = observeProgress(local.progress, { now: view.now, life: view.facts.life, life_at: view.facts.life_at, lines, phase });
    return { verdict: 'again', facts, local: { progress, state, log_readable: chunk?.readable ?? false } };
  },

  deadline(view, local) {
    const cap = view.since + view.input.limits.load_ms;
    const { readable, life_at, moved_at } = local.progress;
    const silent = readable && life_at !== null && life_at - moved_at >= view.input.limits.quiet_ms;
    return silent ? Math.min(cap, view.now) : cap;
  },

  late(view, local) {
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
    const phase = view.facts.phase === null ? '' : `phase ${view.facts.phase}, `;
    const quiet = Math.round((view.now - local.progress.moved_at) / 1000);
    return `the server to load (${phase}${describeBytes(view.facts.life?.rss_bytes ?? null)} resident, last moved ${quiet} s ago)`;
  },
};
