import type { EvaluationProblem } from './problem.ts';

/** Suites that come with Holdpoint. */
export const BUILTIN_SUITES: readonly string[] = ['builtin:coding'];

/** Problems that were read once; a run keeps them, so that a file that changes meanwhile changes nothing. */
export interface Suite {
  /** `builtin:coding`, or the absolute path of a file. */
  readonly name: string;
  /** Of its text: what has another hash is another suite. */
  readonly hash: string;
  readonly problems: readonly EvaluationProblem[];
}
