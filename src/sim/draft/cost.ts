import type { DraftConfiguration } from './configuration.ts';
import { treeShape } from './configuration.ts';
import type { StepCosts } from './kimi.ts';

/** The sequences of one decode step. */
export interface Batch {
  readonly sequences: number;
  /** Over all sequences. */
  readonly context_tokens: number;
  /** Over all sequences: of each what the draft's window shows. */
  readonly draft_context_tokens: number;
}

/**
 * Milliseconds of one decode step: draft, verification of `budget + 1` tokens for each sequence, acceptance. The
 * verification waits for memory (the experts that any of its tokens chose, and the key-value cache) or for arithmetic,
 * whichever takes longer.
 */
export function stepMilliseconds(configuration: DraftConfiguration, batch: Batch, costs: StepCosts): number {
  const shape = treeShape(configuration);
  const budget = shape?.budget ?? 0;
  const graph = costs.captured_batch_sizes.find((size) => size >= batch.sequences);
  const tokens = (graph ?? batch.sequences) * (budget + 1);
  const memory_ms =
    (expertBytes(tokens, costs) / costs.tensor_parallel +
      batch.context_tokens * costs.cache_bytes_per_token) /
    costs.memory_bytes_per_ms;
  const arithmetic_ms =
    (tokens * costs.flop_per_token) / costs.tensor_parallel / costs.arithmetic_flop_per_ms;
  return (
    costs.base_ms +
    Math.max(memory_ms, arithmetic_ms) +
    reductionMilliseconds(tokens, costs) +
    (shape === null ? 0 : draftMilliseconds(batch, costs)) +
    (configuration.algorithm === 'tree' ? treeMilliseconds(batch.sequences, budget, costs) : 0) +
    (graph === undefined ? costs.eager_ms : 0)
  );
}

/**
 * Expert weights that a step of `tokens` tokens reads, over all devices: the union of what the tokens choose. It grows
 * fast with the first tokens and ends at all experts, which is why large trees lose in small batches.
 */
function expertBytes(tokens: number, costs: StepCosts): number {
  const independent = 1 + costs.expert_independence * (tokens - 1);
  const missed = (1 - costs.experts_per_token / costs.expert_count) ** independent;
  return costs.expert_count * (1 - missed) * costs.expert_layers * costs.expert_bytes;
}

function reductionMilliseconds(tokens: number, costs: StepCosts): number {
  const transfer_ms = (tokens * costs.reduction_bytes_per_token) / costs.link_bytes_per_ms;
  return costs.reductions * (costs.reduction_latency_ms + transfer_ms);
}

function draftMilliseconds(batch: Batch, costs: StepCosts): number {
  const bytes =
    costs.draft_weight_bytes / costs.tensor_parallel +
    batch.draft_context_tokens * costs.draft_cache_bytes_per_token;
  return costs.draft_base_ms + bytes / costs.memory_bytes_per_ms;
}

function treeMilliseconds(sequences: number, budget: number, costs: StepCosts): number {
  return costs.tree_base_ms + costs.tree_ms_per_sequence * sequences * Math.sqrt(budget);
}
