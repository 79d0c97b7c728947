import type { HoldPointRecord } from '../documents/sweep.ts';
import type { Fault } from '../fault.ts';
import type { JournalRecord } from '../sweep/records.ts';
import { type Milliseconds, seconds } from '../units.ts';
import { autopsy, autopsyAsks } from './autopsy.ts';
import { type Changing, copyOfFacts, copyOfState } from './copies.ts';
import { isLasting } from './looks.ts';
import { memberRecords } from './members.ts';
import type { LifeFacts } from './observations.ts';
import { holdPoint, holdPointsFor } from './table.ts';
import type {
  Answer,
  Ask,
  ChangeEvent,
  ChangeInput,
  ChangeState,
  CutReason,
  Effect,
  Facts,
  HoldPoint,
  Judgement,
  Transition,
  Verdict,
  View,
} from './types.ts';

/** Shortest time between two probes of one wait, and the watcher's beat. */
export const PROBE_EVERY_MS: Milliseconds = 250;

const NO_FACTS: Facts = {
  present: null,
  port: null,
  devices: [],
  report: null,
  traffic: null,
  floor: {},
  dirty: [],
  objects: [],
  prepared: null,
  old: null,
  generation: null,
  adopted: false,
  loading: false,
  life: null,
  life_at: null,
  log: [],
  log_cursor: 0,
  log_file: null,
  phase: null,
  listener: null,
  probes: [],
  garbage: false,
  effective: {},
  capacity: [],
  version: null,
  model: null,
  peak_bytes: null,
};

/** Shared, since most rounds begin or end with nothing in them. */
const NO_ROUND: ChangeState['round'] = new Map();
const NO_ANSWERS: ChangeState['answers'] = new Map();

export function initialState(input: ChangeInput): ChangeState {
  const goal = input.goal;
  const verify = goal.kind === 'verify' ? { generation: goal.generation, listener: goal.listener } : {};
  return {
    input,
    goal: goal.kind,
    began: 0,
    index: 0,
    since: 0,
    local: null,
    facts: { ...NO_FACTS, floor: input.floor, log_file: input.log_file, ...verify },
    passed: [],
    round: NO_ROUND,
    answers: NO_ANSWERS,
    watch: null,
    watch_at: 0,
    next_id: 1,
    round_at: null,
    blind: 0,
    dying: false,
    cut: null,
    verdict: null,
    durations: { stopped_ms: null, released_ms: null, loaded_ms: null, ready_ms: null },
  };
}

/** Pure. Walks the table of hold points: what they ask becomes effects, what they judge moves the change on. */
export function transition(state: ChangeState, event: ChangeEvent): Transition {
  const step = new Step(state, event.at);
  if (state.verdict === null) step.take(event);
  return step.finish();
}

/** One step's scratch pad over a copy of the state; it lives only inside one call of `transition`. */
class Step {
  private readonly state: Changing<ChangeState>;
  private readonly now: Milliseconds;
  private readonly effects: Effect[] = [];
  private readonly records: JournalRecord[] = [];

  constructor(state: ChangeState, now: Milliseconds) {
    this.state = copyOfState(state);
    this.now = now;
  }

  take(event: ChangeEvent): void {
    switch (event.kind) {
      case 'begin':
        this.state.began = event.at;
        this.enter(0);
        return;
      case 'answer':
        this.answered(event.id, event.answer);
        return;
      case 'cut':
        this.cut(event.reason);
        return;
      case 'time':
        this.time();
    }
  }

  finish(): Transition {
    return { state: this.state, effects: this.effects, records: this.records, wake_at: this.wakeAt() };
  }

  private cut(reason: CutReason): void {
    this.state.cut = reason;
    // an action that is under way decides what exists: its answer is awaited, nothing new is begun
    if (!this.actionUnderWay()) this.end({ outcome: 'interrupted', fault: null });
  }

  private time(): void {
    const { state, now } = this;
    if (state.dying) return;
    if (this.isLate()) return this.fail(this.point().late(this.view(), state.local));
    if (state.round_at !== null && now >= state.round_at) this.ask();
    this.beat();
  }

  private answered(id: number, answer: Answer): void {
    if (id === this.state.watch) return this.watched(answer);
    const ask = this.state.round.get(id);
    if (ask === undefined) return; // late answer of a round that is over
    if (ask.action) this.records.push(outcome(this.state, ask, answer));
    this.state.round = without(this.state.round, id);
    this.state.answers = new Map(this.state.answers).set(ask.tag, answer);
    if (this.state.round.size > 0) return;
    if (this.state.dying) return this.fail(autopsy(this.view(), this.state.answers));
    this.judge();
  }

  private watched(answer: Answer): void {
    this.state.watch = null;
    this.state.watch_at = this.now + Math.max(PROBE_EVERY_MS, 3 * answer.took_ms);
    // an unreadable look is no death: the hold point's own deadline covers a host that stays unreadable
    if (!answer.ok) return;
    const life = answer.value as LifeFacts;
    this.learn({ life, life_at: this.now });
    if (!life.alive && this.point().watches_life) {
      this.state.dying = true;
      this.issue(autopsyAsks(this.view()));
    }
  }

  /** The watcher looks at the generation beside whatever is being asked. */
  private beat(): void {
    const { state, now } = this;
    const generation = state.facts.generation;
    if (state.verdict !== null || state.dying || state.watch !== null || generation === null) return;
    if (!this.point().watches_life || now < state.watch_at) return;
    const id = this.emit({
      tag: 'life',
      port: 'supervisor',
      method: 'life',
      args: [generation],
      action: false,
    });
    this.state.watch = id;
  }

  private enter(from: number): void {
    const names = holdPointsFor(this.state.input.goal);
    for (let index = from; index < names.length; index += 1) {
      const name = names[index];
      if (name === undefined) break;
      this.state.index = index;
      this.state.since = this.now;
      this.newRound(NO_ROUND);
      const point = holdPoint(name);
      if (point.applies(this.view())) {
        this.state.local = point.begin(this.view());
        return this.ask();
      }
      this.record({ name, state: 'skipped', waited_s: 0, evidence: [] });
    }
    this.state.index = names.length;
    this.state.durations = { ...this.state.durations, ready_ms: this.sinceBegan() };
    this.end({ outcome: 'ready', fault: null });
  }

  private ask(): void {
    const asks = this.point().ask(this.view(), this.state.local);
    this.issue(asks);
    if (asks.length === 0) this.judge();
    else this.beat();
  }

  private issue(asks: readonly Ask[]): void {
    const round = new Map<number, Ask>();
    for (const ask of asks) round.set(this.emit(ask), ask);
    this.newRound(round);
  }

  private emit(ask: Ask): number {
    const id = this.state.next_id;
    this.state.next_id = id + 1;
    if (ask.action) this.records.push(intent(this.state, ask));
    this.effects.push({ id, port: ask.port, method: ask.method, args: ask.args });
    return id;
  }

  private judge(): void {
    const { answers, local } = this.state;
    const judgement: Judgement<unknown> = this.point().judge(this.view(), local, answers);
    if (judgement.facts !== undefined) this.learn(judgement.facts);
    if (judgement.verdict !== 'fail') this.records.push(...(judgement.records ?? []));
    if (judgement.verdict === 'fail') return this.fail(judgement.fault);
    this.state.blind = judgement.verdict === 'blind' ? this.state.blind + 1 : 0;
    if (judgement.verdict === 'blind' && isLasting(judgement.fault, this.state.blind))
      return this.fail(judgement.fault);
    if (judgement.verdict === 'pass') return this.pass(judgement.evidence);
    this.state.local = judgement.local;
    if (this.state.cut !== null) return this.end({ outcome: 'interrupted', fault: null });
    if (judgement.verdict === 'on') return this.ask();
    if (this.isLate()) return this.fail(this.point().late(this.view(), judgement.local));
    let took = 0;
    for (const answer of answers.values()) took = Math.max(took, answer.took_ms);
    this.state.round_at = this.now + Math.max(PROBE_EVERY_MS, 3 * took);
    this.beat();
  }

  private pass(evidence: HoldPointRecord['evidence']): void {
    const { name } = this.point();
    this.record({ name, state: 'passed', waited_s: seconds(this.now - this.state.since), evidence });
    const reached = this.sinceBegan();
    const durations = { ...this.state.durations };
    if (name === 'stopped') durations.stopped_ms = reached;
    if (name === 'released') durations.released_ms = reached;
    if (name === 'loaded') durations.loaded_ms = reached;
    this.state.durations = durations;
    if (this.state.cut !== null) return this.end({ outcome: 'interrupted', fault: null });
    this.enter(this.state.index + 1);
  }

  private fail(fault: Fault): void {
    const waited_s = seconds(this.now - this.state.since);
    this.record({ name: this.point().name, state: 'failed', waited_s, evidence: fault.evidence });
    this.end({ outcome: 'failed', fault });
  }

  private end(verdict: Verdict): void {
    this.state.verdict = verdict;
    this.state.watch = null;
    this.state.round = NO_ROUND;
    this.state.round_at = null;
  }

  private record(result: HoldPointRecord): void {
    this.state.passed = [...this.state.passed, result];
    this.records.push({ type: 'holdpoint', change: this.state.input.change, result });
  }

  private learn(facts: Partial<Facts>): void {
    const before = this.state.facts;
    this.state.facts = Object.assign(copyOfFacts(before), facts);
    this.records.push(...memberRecords(before, this.state.facts));
  }

  private isLate(): boolean {
    // an action under way is never abandoned: what it did must be known before anything else happens
    if (this.actionUnderWay()) return false;
    const deadline = this.point().deadline(this.view(), this.state.local);
    return deadline !== null && this.now >= deadline;
  }

  private wakeAt(): Milliseconds | null {
    const { state } = this;
    if (state.verdict !== null || state.dying) return null;
    const point = this.point();
    const deadline = this.actionUnderWay() ? null : point.deadline(this.view(), state.local);
    const watches = state.facts.generation !== null && point.watches_life && state.watch === null;
    return earliest(earliest(state.round_at, deadline), watches ? state.watch_at : null);
  }

  private actionUnderWay(): boolean {
    for (const ask of this.state.round.values()) if (ask.action) return true;
    return false;
  }

  private sinceBegan(): Milliseconds {
    return this.now - this.state.began;
  }

  private point(): HoldPoint {
    const names = holdPointsFor(this.state.input.goal);
    const name = names[Math.min(this.state.index, names.length - 1)];
    if (name === undefined) throw new Error('a goal without hold points');
    return holdPoint(name);
  }

  private view(): View {
    return { input: this.state.input, facts: this.state.facts, now: this.now, since: this.state.since };
  }

  private newRound(round: ChangeState['round']): void {
    this.state.round = round;
    this.state.answers = NO_ANSWERS;
    this.state.round_at = null;
  }
}

function without(round: ChangeState['round'], id: number): ChangeState['round'] {
  if (round.size === 1) return NO_ROUND;
  const left = new Map(round);
  left.delete(id);
  return left;
}

/** null: never. */
function earliest(one: Milliseconds | null, other: Milliseconds | null): Milliseconds | null {
  if (one === null) return other;
  return other === null || one < other ? one : other;
}

function intent(state: ChangeState, ask: Ask): JournalRecord {
  const { change } = state.input;
  return { type: 'intent', change, port: ask.port, method: ask.method, detail: ask.detail ?? {} };
}

function outcome(state: ChangeState, ask: Ask, answer: Answer): JournalRecord {
  const { change } = state.input;
  const detail = answer.ok ? (ask.detail ?? {}) : { fault: answer.fault.name, message: answer.fault.message };
  return { type: 'outcome', change, port: ask.port, method: ask.method, ok: answer.ok, detail };
}

/** What a waiting line says about the present hold point; null when the change is over. */
export function waitingFor(
  state: ChangeState,
  now: Milliseconds,
): { name: HoldPointRecord['name']; text: string; deadline: Milliseconds | null } | null {
  const names = holdPointsFor(state.input.goal);
  const name = names[state.index];
  if (name === undefined || state.verdict !== null) return null;
  const view: View = { input: state.input, facts: state.facts, now, since: state.since };
  const point = holdPoint(name);
  return { name, text: point.waiting(view, state.local), deadline: point.deadline(view, state.local) };
}
