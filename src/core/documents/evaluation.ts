import type { Comparison } from '../evaluate/compare.ts';
import type { Losslessness } from '../evaluate/losslessness.ts';
import type { Level } from '../evaluate/problem.ts';
import type { Verdict } from '../evaluate/verdict.ts';

/** One problem as it was judged. Answers, notes and outputs are foreign text. */
export interface JudgedProblem {
  readonly id: string;
  readonly level: Level | null;
  readonly verdict: Verdict;
  /** null: none came. */
  readonly answer: string | null;
  /** What must be known of the answer: why there is none, that it was cut off; "" where all is well. */
  readonly note: string;
  /** What the program printed that judged it. */
  readonly output: string;
}

/** The same problems asked again after the load, of the same generation. */
export interface AfterLoad {
  readonly passed: number;
  readonly pass_rate: number;
  /** Ids that the baseline passes before and after the load and this one neither time, and the reverse. */
  readonly confirmed_lost: readonly string[];
  readonly confirmed_gained: readonly string[];
  /** Problems whose verdict or answer is another than before the load. */
  readonly changed: readonly JudgedProblem[];
}

/** The `evaluation` document; in a trial of a sweep it is the one before the load. */
export interface EvaluationDocument {
  readonly url: string;
  readonly model: string | null;
  /** `builtin:coding`, or the absolute path of a file. */
  readonly suite: string;
  /** Of its text: what has another hash is another suite. */
  readonly suite_hash: string;
  readonly concurrency: number;
  readonly max_tokens: number;
  /** Absolute path of the folder that holds this document, or of the run. */
  readonly dir: string;
  readonly problems: number;
  readonly passed: number;
  readonly pass_rate: number;
  /** 95 % interval of the pass rate (Clopper and Pearson 1934). */
  readonly interval: { readonly low: number; readonly high: number };
  readonly judged: readonly JudgedProblem[];
  /** null: nothing to compare with. */
  readonly comparison:
    | (Comparison & {
        readonly baseline: string;
        readonly baseline_pass_rate: number;
        readonly suspect: boolean;
      })
    | null;
  readonly losslessness: Losslessness | null;
  /** null: nothing was required. */
  readonly required: { readonly condition: string; readonly holds: boolean } | null;
  /** Absent: there was no load. `required` holds only where it holds before and after. */
  readonly after_load?: AfterLoad;
  /** Seconds of asking and judging, before and after the load together. Absent: not known. */
  readonly took_s?: number;
}
