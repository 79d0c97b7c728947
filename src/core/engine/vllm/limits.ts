/** Limits of a number: a value below `least`, not above `above`, or beyond `most` is refused. */
export interface Limits {
  readonly least?: number;
  readonly above?: number;
  readonly most?: number;
  readonly below?: number;
}

const POSITIVE: Limits = { least: 1 };
const ABOVE_ZERO: Limits = { above: 0 };
const NOT_NEGATIVE: Limits = { least: 0 };

/** What the classes of config/ of 0.32.0 demand of single numbers (`Field(ge=..., gt=..., le=..., lt=...)`). */
export const LIMITS: Readonly<Record<string, Limits>> = {
  '--gpu-memory-utilization': { above: 0, most: 1 },
  '--block-size': ABOVE_ZERO,
  '--prefix-match-unit': ABOVE_ZERO,
  '--mamba-block-size': ABOVE_ZERO,
  '--replayssm-buffer-len': ABOVE_ZERO,
  '--prefix-cache-retention-interval': NOT_NEGATIVE,
  '--cpu-offload-gb': NOT_NEGATIVE,
  '--offload-group-size': NOT_NEGATIVE,
  '--offload-num-in-group': POSITIVE,
  '--offload-prefetch-step': NOT_NEGATIVE,
  '--max-model-len': { least: -1 },
  '--max-logprobs': { least: -1 },
  '--max-num-batched-tokens': POSITIVE,
  '--max-num-scheduled-tokens': POSITIVE,
  '--max-num-seqs': POSITIVE,
  '--max-num-active-seqs': POSITIVE,
  '--max-num-queued-reqs': NOT_NEGATIVE,
  '--max-num-queued-tokens': NOT_NEGATIVE,
  '--long-prefill-token-threshold': NOT_NEGATIVE,
  '--prefill-schedule-interval': POSITIVE,
  '--stream-interval': POSITIVE,
  '--watermark': { least: 0, below: 1 },
  '--tensor-parallel-size': POSITIVE,
  '--pipeline-parallel-size': POSITIVE,
  '--data-parallel-size': POSITIVE,
  '--decode-context-parallel-size': POSITIVE,
  '--prefill-context-parallel-size': POSITIVE,
  '--nnodes': POSITIVE,
  '--node-rank': NOT_NEGATIVE,
  '--max-parallel-loading-workers': POSITIVE,
  '--ubatch-size': NOT_NEGATIVE,
  '--dbo-decode-token-threshold': NOT_NEGATIVE,
  '--dbo-prefill-token-threshold': NOT_NEGATIVE,
  '--dp-sync-interval': POSITIVE,
  '--max-loras': POSITIVE,
  '--spec-tokens': ABOVE_ZERO,
};

/** Words that a flag takes, by the same files; only of flags whose words have been the same for many releases. */
export const CHOICES: Readonly<Record<string, readonly string[]>> = {
  '--scheduling-policy': ['fcfs', 'priority'],
  '--performance-mode': ['balanced', 'interactivity', 'throughput'],
  '--optimization-level': ['0', '1', '2', '3'],
};
