export const LEVELS = ['easy', 'medium', 'hard'] as const;
export type Level = (typeof LEVELS)[number];

interface Asked {
  readonly id: string;
  readonly level: Level | null;
  /** What the model is asked, whole. */
  readonly prompt: string;
}

/** Answered in Python, judged by hidden tests. */
export interface CodeProblem extends Asked {
  readonly kind: 'code';
  /** The function that the tests call; null: they say themselves what they call. */
  readonly entry_point: string | null;
  /** Code that a bare function body continues (the HumanEval shape); null: an answer stands by itself. */
  readonly beginning: string | null;
  /** Statements that raise where the answer is wrong. */
  readonly tests: string;
}

/** Answered in words; compared without regard to case and space around. */
export interface ExactProblem extends Asked {
  readonly kind: 'exact';
  readonly answer: string;
}

/** Answered with a number: the last one of the answer counts. */
export interface NumericProblem extends Asked {
  readonly kind: 'numeric';
  readonly answer: number;
  /** Largest difference that still passes, absolute. */
  readonly tolerance: number;
}

export type EvaluationProblem = CodeProblem | ExactProblem | NumericProblem;
