import type { LoadDialect, LoadTarget, RequestSource } from './load.ts';

/** Least and most, both included. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** The requests of one measurement, before they are made. */
export interface WantedRequests {
  readonly target: LoadTarget;
  readonly dialect: LoadDialect;
  /** `builtin:...`, a path, `sharegpt:PATH` or `custom:PATH`. */
  readonly prompts: string;
  /** Of the measured requests; null: nobody knows yet. */
  readonly requests: number | null;
  readonly warmup_requests: number;
  readonly seed: number;
  /** Distinct for each measurement in one server's life. */
  readonly replicate: number;
  /** Of the prompts of `builtin:random`, as the server tokenises them, without a chat template; null: other prompts. */
  readonly input_tokens: TokenRange | null;
  /** Most tokens of an answer; a data set that names a length of its own goes before. */
  readonly output_tokens: TokenRange;
  /** null: the server's own default. */
  readonly temperature: number | null;
  readonly ignore_eos: boolean;
  /** More keys for the body of every request. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Text of its own at the head of each prompt, so that no prefix cache answers for the model. */
  readonly salt: boolean;
  /** Share of each prompt that all have in common at their head, 0 to 0.99. */
  readonly prefix_share: number;
}

export interface PreparedRequests {
  readonly source: RequestSource;
  /** What could not be built as asked, and what a reader must know of the prompts. */
  readonly notes: readonly string[];
}

/** Reads or builds prompts before a load begins. Faults: `configuration` (a broken file), `usage`. */
export type PrepareRequests = (wanted: WantedRequests) => Promise<PreparedRequests>;
