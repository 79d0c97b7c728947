import type { ChangeState, Facts } from './types.ts';

export type Changing<T> = { -readonly [K in keyof T]: T[K] };

// Field by field: every event of a change makes these copies, and a spread of that many fields takes twenty times as long.

export function copyOfState(state: ChangeState): Changing<ChangeState> {
  return {
    input: state.input,
    goal: state.goal,
    began: state.began,
    index: state.index,
    since: state.since,
    local: state.local,
    facts: state.facts,
    passed: state.passed,
    round: state.round,
    answers: state.answers,
    watch: state.watch,
    watch_at: state.watch_at,
    next_id: state.next_id,
    round_at: state.round_at,
    blind: state.blind,
    dying: state.dying,
    cut: state.cut,
    verdict: state.verdict,
    durations: state.durations,
  };
}

export function copyOfFacts(facts: Facts): Changing<Facts> {
  return {
    present: facts.present,
    port: facts.port,
    devices: facts.devices,
    report: facts.report,
    traffic: facts.traffic,
    floor: facts.floor,
    dirty: facts.dirty,
    objects: facts.objects,
    prepared: facts.prepared,
    old: facts.old,
    generation: facts.generation,
    adopted: facts.adopted,
    loading: facts.loading,
    life: facts.life,
    life_at: facts.life_at,
    log: facts.log,
    log_cursor: facts.log_cursor,
    log_file: facts.log_file,
    phase: facts.phase,
    listener: facts.listener,
    probes: facts.probes,
    garbage: facts.garbage,
    effective: facts.effective,
    capacity: facts.capacity,
    version: facts.version,
    model: facts.model,
    peak_bytes: facts.peak_bytes,
  };
}
