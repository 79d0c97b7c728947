import { type Bytes, GiB, MiB } from '../../core/units.ts';
import type { DraftConfiguration } from '../draft/configuration.ts';
import { KIMI_K26_ON_8_RTX_PRO_6000 } from '../draft/kimi.ts';

/** What each of the eight ranks takes of its device, in the order in which it is taken. */
export const CONTEXT_BYTES: Bytes = 0.52 * GiB;
export const COMMUNICATION_BYTES: Bytes = 1.41 * GiB;
/** Of the 548 GB checkpoint, with what the Marlin kernels add while they repack it. */
const WEIGHT_BYTES: Bytes = 548e9;
/** Of the draft's 6.5 GB. */
const DRAFT_BYTES: Bytes = KIMI_K26_ON_8_RTX_PRO_6000.draft_weight_bytes;
/** Request table and the draft's own part of the pool. */
export const POOL_OVERHEAD_BYTES: Bytes = 0.95 * GiB;
const GRAPH_BASE_BYTES: Bytes = 512 * MiB;
const GRAPH_BYTES_PER_TOKEN: Bytes = 6e6;
/** Without --mem-fraction-static this much of a large device stays out of the static share. */
export const AUTO_MEMORY_RESERVE_BYTES: Bytes = 11 * GiB;

const CAPTURED_UP_TO = 48;

export function weightBytes(tp_size: number): Bytes {
  return WEIGHT_BYTES / tp_size;
}

export function draftBytes(tp_size: number): Bytes {
  return DRAFT_BYTES / tp_size;
}

/** Key-value cache of one token on each rank (latent attention is replicated). */
export const CACHE_BYTES_PER_TOKEN: Bytes = KIMI_K26_ON_8_RTX_PRO_6000.cache_bytes_per_token;

/**
 * Tokens that the pool takes, as SGLang profiles it: `rest = available after the load - available before * (1 -
 * mem_fraction_static)`, both the least over all ranks; `before` is read at the start, so memory that somebody else
 * still holds then makes the pool smaller, without any error. 0 or less: nothing is left.
 */
export function cacheTokens(input: {
  readonly available_before: Bytes;
  readonly available_after: Bytes;
  readonly mem_fraction_static: number;
}): number {
  const rest = input.available_after - input.available_before * (1 - input.mem_fraction_static);
  return Math.floor(rest / CACHE_BYTES_PER_TOKEN);
}

/** Tokens of each sequence that one target forward verifies: the tree and its root, or the block, or one. */
export function verifiedTokens(draft: DraftConfiguration): number {
  if (draft.algorithm === 'none') return 1;
  return draft.algorithm === 'chain' ? draft.block : draft.budget + 1;
}

/** Batch sizes with a CUDA graph, as the log lists them. */
export function capturedBatchSizes(max_running_requests: number): readonly number[] {
  const largest = Math.min(CAPTURED_UP_TO, max_running_requests);
  return KIMI_K26_ON_8_RTX_PRO_6000.captured_batch_sizes.filter((size) => size <= largest);
}

/** The graphs share one pool, so the largest batch decides: 0.5 GiB and 6 MB for each token that it verifies. */
export function graphBytes(batch_sizes: readonly number[], draft: DraftConfiguration): Bytes {
  const largest = batch_sizes.at(-1) ?? 0;
  return largest === 0 ? 0 : GRAPH_BASE_BYTES + largest * verifiedTokens(draft) * GRAPH_BYTES_PER_TOKEN;
}

/** As SGLang prints memory: GiB under the name GB, two decimals. */
export function gigabytes(bytes: Bytes): string {
  return (bytes / GiB).toFixed(2);
}
