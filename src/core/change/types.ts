import type { HoldPointName, HoldPointRecord } from '../documents/sweep.ts';
import type { Capacity, Effective, EngineDefinition, WantedFlag } from '../engine/definition.ts';
import type { Evidence, Fault } from '../fault.ts';
import type { Definition, Generation, Member } from '../generation.ts';
import type { LogLine } from '../log-line.ts';
import type { Standing } from '../promoted.ts';
import type { GoalKind, JournalRecord, Original } from '../sweep/records.ts';
import type { Bytes, Milliseconds } from '../units.ts';
import type {
  DeviceFacts,
  EngineReportFacts,
  LifeFacts,
  PortFacts,
  PreparedFacts,
  PresentFacts,
  ProbeFacts,
  TrafficFacts,
} from './observations.ts';

/** Where a change leads. `wanted` and `definition` of a setting include the engine's instrumentation. */
export type Goal =
  | { readonly kind: 'observe' }
  | {
      readonly kind: 'setting';
      readonly definition: Definition;
      /** Without the instrumentation: a server that runs like this has the setting too, and is adopted as it is. */
      readonly bare: Definition;
      readonly wanted: readonly WantedFlag[];
      /** What the last good start of this setting could hold; null: no earlier one. */
      readonly capacity: readonly Capacity[] | null;
      /** What makes the setting the service's own; absent: it is not made so. */
      readonly standing?: Standing;
    }
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'original';
      readonly original: Original;
      /** What was installed for good before the run; absent: that has not changed. */
      readonly standing?: Standing;
    }
  | {
      readonly kind: 'verify';
      readonly generation: Generation;
      readonly listener: Listener;
      readonly wanted: readonly WantedFlag[];
      /** Where its log ended when the last measurement was begun. */
      readonly log_from: number;
    };

export interface Listener {
  readonly pid: number;
  readonly inode: string;
}

export interface ChangeLimits {
  readonly load_ms: Milliseconds;
  readonly quiet_ms: Milliseconds;
  readonly stop_ms: Milliseconds;
  readonly release_ms: Milliseconds;
  readonly drain_ms: Milliseconds;
}

/** Everything that a change knows at its beginning. */
export interface ChangeInput {
  readonly change: number;
  readonly goal: Goal;
  readonly trial: string | null;
  readonly start: number | null;
  readonly attempt: number;
  readonly endpoint: { readonly address: string; readonly port: number };
  readonly limits: ChangeLimits;
  readonly engine: EngineDefinition;
  readonly api: 'completions' | 'chat';
  readonly log_file: string;
  readonly cores: number;
  /** Generations of this run that may still live, newest first. */
  readonly ours: readonly Generation[];
  /** Generations on which a start has failed: the next start is a new one, even where the definition is the same. */
  readonly spent: readonly Generation[];
  /** Watch the traffic before the first stop of a generation that Holdpoint did not start. */
  readonly watch_traffic: boolean;
  readonly under_traffic: boolean;
  readonly drain: boolean;
  readonly has_drain_hook: boolean;
  readonly has_before_stop_hook: boolean;
  /** Memory in use per device when nothing of the service lives; empty where the memory is shared. */
  readonly floor: Readonly<Record<string, Bytes>>;
  /** Devices whose floor the operator gave. */
  readonly floor_given: readonly string[];
  /** The others were derived while a server of ours ran, and no release has passed since. */
  readonly floor_derived: boolean;
  /** Members of this run's earlier generations, living or not: a device that still lists one of them is not released. */
  readonly members: readonly Member[];
  /** Largest resident memory of earlier starts; null: unknown. */
  readonly peak_bytes: Bytes | null;
  /** The original answers garbage too: then garbage is no fault. */
  readonly garbage_is_normal: boolean;
}

/** What has been witnessed so far in this change. */
export interface Facts {
  readonly present: PresentFacts | null;
  readonly port: PortFacts | null;
  readonly devices: readonly DeviceFacts[];
  readonly report: EngineReportFacts | null;
  readonly traffic: TrafficFacts | null;
  readonly floor: Readonly<Record<string, Bytes>>;
  /** Why earlier starts are suspect: floors that were dirty. */
  readonly dirty: readonly string[];
  readonly objects: readonly string[];
  readonly prepared: PreparedFacts | null;
  /** The generation that is being stopped, and that which is being brought up. */
  readonly old: Generation | null;
  readonly generation: Generation | null;
  readonly adopted: boolean;
  /** The adopted server is still on its way: its load is waited for, never interrupted. */
  readonly loading: boolean;
  readonly life: LifeFacts | null;
  /** When `life` was read: an old reading is no evidence of silence. */
  readonly life_at: Milliseconds | null;
  readonly log: readonly LogLine[];
  readonly log_cursor: number;
  readonly log_file: string | null;
  readonly phase: string | null;
  readonly listener: Listener | null;
  readonly probes: readonly ProbeFacts[];
  readonly garbage: boolean;
  readonly effective: Readonly<Record<string, Effective>>;
  readonly capacity: readonly Capacity[];
  readonly version: string | null;
  readonly model: string | null;
  readonly peak_bytes: Bytes | null;
}

/** A port call as data. `action`: it changes the world, so an intent is journaled before and an outcome after it. */
export interface Ask {
  readonly tag: string;
  readonly port: 'supervisor' | 'host' | 'accelerator' | 'engine' | 'hooks';
  readonly method: string;
  readonly args: readonly unknown[];
  readonly action: boolean;
  /** What the journal says about an action: no environment, no secret. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface Effect extends Pick<Ask, 'port' | 'method' | 'args'> {
  readonly id: number;
}

export type Answer =
  | { readonly ok: true; readonly value: unknown; readonly took_ms: Milliseconds }
  | { readonly ok: false; readonly fault: Fault; readonly took_ms: Milliseconds };

export type CutReason = 'interrupt' | 'abandon' | 'window' | 'total';

export type ChangeEvent =
  | { readonly kind: 'begin'; readonly at: Milliseconds }
  | { readonly kind: 'answer'; readonly at: Milliseconds; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'time'; readonly at: Milliseconds }
  | { readonly kind: 'cut'; readonly at: Milliseconds; readonly reason: CutReason };

/** Read-only view that hold points get: the input, the facts, and the time. */
export interface View {
  readonly input: ChangeInput;
  readonly facts: Facts;
  readonly now: Milliseconds;
  /** When the present hold point was entered. */
  readonly since: Milliseconds;
}

export type Answers = ReadonlyMap<string, Answer>;

/** What a hold point makes of the answers. `again` waits for the next probe, `on` asks at once. */
export type Judgement<L> =
  | {
      readonly verdict: 'again' | 'on';
      readonly local: L;
      readonly facts?: Partial<Facts>;
      readonly records?: readonly JournalRecord[];
    }
  | {
      readonly verdict: 'pass';
      readonly evidence: readonly Evidence[];
      readonly facts?: Partial<Facts>;
      readonly records?: readonly JournalRecord[];
    }
  | { readonly verdict: 'fail'; readonly fault: Fault; readonly facts?: Partial<Facts> }
  /** The round could not be read: it is asked again, unless the fault lasts or comes too often in a row. */
  | {
      readonly verdict: 'blind';
      readonly fault: Fault;
      readonly local: L;
      readonly facts?: Partial<Facts>;
      readonly records?: readonly JournalRecord[];
    };

/**
 * One hold point: a predicate over observations with its evidence, its deadline policy and its faults. It asks in
 * rounds: `ask` names the port calls of the next round, `judge` sees all their answers. It never waits by itself.
 */
export interface HoldPoint<L = unknown> {
  readonly name: HoldPointName;
  /** False: recorded as skipped. */
  applies(view: View): boolean;
  begin(view: View): L;
  ask(view: View, local: L): readonly Ask[];
  judge(view: View, local: L, answers: Answers): Judgement<L>;
  /** Absolute time at which waiting ends; null: each round is bounded by its port calls alone. */
  deadline(view: View, local: L): Milliseconds | null;
  /** The fault when the deadline passes. */
  late(view: View, local: L): Fault;
  /** Present tense, for the waiting line. */
  waiting(view: View, local: L): string;
  /** The death of the generation ends this hold point within a second, whatever else is being asked. */
  readonly watches_life: boolean;
}

export interface Verdict {
  readonly outcome: 'ready' | 'failed' | 'interrupted';
  readonly fault: Fault | null;
}

export interface ChangeState {
  readonly input: ChangeInput;
  readonly goal: GoalKind;
  readonly began: Milliseconds;
  /** Position in the table of hold points. */
  readonly index: number;
  readonly since: Milliseconds;
  readonly local: unknown;
  readonly facts: Facts;
  readonly passed: readonly HoldPointRecord[];
  /** Calls of the present round, by id; answered ones move to `answers`. */
  readonly round: ReadonlyMap<number, Ask>;
  readonly answers: Answers;
  /** The watcher's own call, beside the round. */
  readonly watch: number | null;
  readonly watch_at: Milliseconds;
  readonly next_id: number;
  readonly round_at: Milliseconds | null;
  /** Rounds in a row that could not be read. */
  readonly blind: number;
  /** Set while the log of a dead generation is read to its end. */
  readonly dying: boolean;
  readonly cut: CutReason | null;
  readonly verdict: Verdict | null;
  readonly durations: {
    readonly stopped_ms: Milliseconds | null;
    readonly released_ms: Milliseconds | null;
    readonly loaded_ms: Milliseconds | null;
    readonly ready_ms: Milliseconds | null;
  };
}

export interface Transition {
  readonly state: ChangeState;
  readonly effects: readonly Effect[];
  /** Appended to the journal, in order, before any effect runs. */
  readonly records: readonly JournalRecord[];
  /** When to send `time` if nothing else happens; null: only answers are awaited. */
  readonly wake_at: Milliseconds | null;
}
