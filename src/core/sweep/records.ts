import type { EvaluationDocument, JudgedProblem } from '../documents/evaluation.ts';
import type { Measurement } from '../documents/measurement.ts';
import type {
  DecisionDocument,
  Durations,
  HoldPointRecord,
  RestoredDocument,
  StartDocument,
} from '../documents/sweep.ts';
import type { Capacity, Effective } from '../engine/definition.ts';
import type { Fault } from '../fault.ts';
import type { Definition, Generation, Member } from '../generation.ts';

/** The service as it was found. `definition` null: nothing ran. */
export interface Original {
  readonly generation: Generation | null;
  readonly definition: Definition | null;
  readonly ours: boolean;
}

export type GoalKind = 'observe' | 'setting' | 'stopped' | 'original' | 'verify';

/**
 * A start as its last record carries it. Hold points stand in records of their own before it, and would be a third of a
 * journal; only a start that was taken over from another run brings them along.
 */
export type RecordedStart = Omit<StartDocument, 'hold_points'> & Partial<Pick<StartDocument, 'hold_points'>>;

/** What a change witnessed, as far as it came. */
export interface ChangeResult {
  readonly generation: Generation | null;
  readonly adopted: boolean;
  readonly listener: { readonly pid: number; readonly inode: string } | null;
  readonly effective: Readonly<Record<string, Effective>>;
  readonly capacity: readonly Capacity[];
  readonly durations: Durations;
  readonly garbage: boolean;
  readonly peak_bytes: number | null;
  readonly version: string | null;
  readonly model: string | null;
  readonly floor: Readonly<Record<string, number>>;
  /** Why starts before this change are suspect: floors that were dirty. */
  readonly dirty: readonly string[];
}

/** Every problem is asked before the load and after it. */
export type Pass = 'before' | 'after';

interface PassOf {
  readonly trial: string;
  readonly start: number;
  readonly pass: Pass;
}

/** How the problems are asked, the same for every setting of a run. */
export interface EvaluationAbout
  extends Pick<EvaluationDocument, 'url' | 'model' | 'suite' | 'suite_hash' | 'concurrency' | 'max_tokens'> {
  /** null: nothing is required. */
  readonly require: string | null;
}

/**
 * One record of the journal. Every field is JSON; secrets were replaced before it came here. Kinds:
 * an intent is written before an action, an outcome after it.
 */
export type JournalRecord =
  | {
      readonly type: 'sweep.begun';
      readonly run_id: string;
      readonly plan_id: string;
      readonly command: 'sweep' | 'apply';
      readonly holdpoint_version: string;
      readonly simulated: boolean;
      readonly seed: number;
      readonly until_ms: number | null;
    }
  | { readonly type: 'original.observed'; readonly original: Original }
  | {
      readonly type: 'change.begun';
      readonly change: number;
      readonly goal: GoalKind;
      readonly trial: string | null;
      readonly start: number | null;
      readonly attempt: number;
      readonly replicate: number;
    }
  | { readonly type: 'holdpoint'; readonly change: number; readonly result: HoldPointRecord }
  | {
      readonly type: 'intent';
      readonly change: number;
      readonly port: string;
      readonly method: string;
      readonly detail: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: 'outcome';
      readonly change: number;
      readonly port: string;
      readonly method: string;
      readonly ok: boolean;
      readonly detail: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: 'generation';
      readonly change: number;
      readonly generation: Generation;
      readonly definition: Definition;
      readonly log_file: string;
    }
  | { readonly type: 'members'; readonly generation: Generation; readonly members: readonly Member[] }
  | {
      readonly type: 'change.ended';
      readonly change: number;
      readonly outcome: 'ready' | 'failed' | 'interrupted';
      readonly fault: Fault | null;
      readonly result: ChangeResult;
    }
  | {
      readonly type: 'measurement.begun';
      readonly trial: string;
      readonly start: number;
      readonly measurement_key: string;
    }
  | {
      readonly type: 'measurement.ended';
      readonly trial: string;
      readonly start: number;
      readonly measurement: Measurement;
      readonly void: Fault | null;
    }
  | (PassOf & { readonly type: 'evaluation.begun'; readonly about: EvaluationAbout })
  | (PassOf & { readonly type: 'problem.judged'; readonly judged: JudgedProblem })
  | (PassOf & {
      readonly type: 'evaluation.ended';
      /** null: a process before this one has asked a part. */
      readonly took_s: number | null;
      readonly fault: Fault | null;
    })
  | { readonly type: 'start.ended'; readonly trial: string; readonly start: RecordedStart }
  | {
      readonly type: 'trial.ended';
      readonly trial: string;
      readonly status: 'measured' | 'failed' | 'skipped' | 'void';
      readonly fault: Fault | null;
    }
  | { readonly type: 'operator'; readonly request: 'interrupt' | 'abandon' }
  | { readonly type: 'stopped'; readonly reason: string }
  | {
      readonly type: 'resumed';
      readonly only_restore: boolean;
      /** Absent in journals of earlier versions. */
      readonly by?: 'operator' | 'dead-man';
      /** The number of this turn; absent: the process could not be told from others. */
      readonly fence?: number;
      /** Pid of the process that hung and lost the run; null: none held it. */
      readonly took_over?: number | null;
    }
  | { readonly type: 'note'; readonly text: string }
  | {
      readonly type: 'restored';
      readonly restored: RestoredDocument;
      readonly fault: Fault | null;
      /** The file of ours with which the original runs, as the service itself would run something else by now. */
      readonly kept_by?: string;
    }
  | {
      readonly type: 'sweep.ended';
      readonly state: 'done' | 'interrupted' | 'stopped';
      readonly decision: DecisionDocument;
      readonly faults: readonly Fault[];
    };

/** A record and when it was made: all that the state of a sweep is folded from. */
export interface TimedRecord {
  /** Wall clock, ISO 8601. */
  readonly wall: string;
  readonly record: JournalRecord;
}

/** How a record stands in events.jsonl: sequence number, clocks and a checksum over the rest. */
export interface JournalLine extends TimedRecord {
  readonly seq: number;
  readonly mono_ms: number;
  readonly boot_id: string;
  /** crc-32 (8 hex digits) of the JSON of [seq, wall, mono_ms, boot_id, record]. */
  readonly sum: string;
}
