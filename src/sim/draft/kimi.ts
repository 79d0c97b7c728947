/** What a decode step costs on one machine with one model. */
export interface StepCosts {
  readonly tensor_parallel: number;
  /** Weights outside the experts, launches, sampling: what a step of one token costs beside all below. */
  readonly base_ms: number;
  /** Memory of one device as kernels really reach it. */
  readonly memory_bytes_per_ms: number;
  /** Arithmetic of one device as the expert kernels really reach it. */
  readonly arithmetic_flop_per_ms: number;
  readonly flop_per_token: number;
  readonly expert_count: number;
  readonly experts_per_token: number;
  readonly expert_layers: number;
  readonly expert_bytes: number;
  /** How much of a further token's choice of experts is its own; the rest is shared with its neighbours. */
  readonly expert_independence: number;
  /** Key-value cache of one token, read by every device (latent attention is replicated). */
  readonly cache_bytes_per_token: number;
  readonly reductions: number;
  readonly reduction_latency_ms: number;
  readonly reduction_bytes_per_token: number;
  readonly link_bytes_per_ms: number;
  readonly draft_base_ms: number;
  readonly draft_weight_bytes: number;
  readonly draft_cache_bytes_per_token: number;
  /** Building the tree and its mask and copying the result back, while the devices wait. */
  readonly tree_base_ms: number;
  readonly tree_ms_per_sequence: number;
  /** Batch sizes with a captured CUDA graph, rising; a smaller batch is padded to the next one. */
  readonly captured_batch_sizes: readonly number[];
  /** Without a graph every kernel is launched from the host. */
  readonly eager_ms: number;
}

/**
 * Kimi K2.6 (INT4 experts) on 8 RTX PRO 6000 over PCIe. Known of the model: layers, experts, sizes, latent cache. Known
 * of the machine: link and reduction latency. `base_ms`, `memory_bytes_per_ms` and `arithmetic_flop_per_ms` were free:
 * found by coordinate descent on the fourth powers of the relative differences from the 19 throughputs of a prototype
 * (hit rate 0.80, 1 to 64 requests, contexts of 4096 and 131072 tokens), then rounded; the worst differs by 2.0 %.
 * Memory at 1.22 of its nominal 1.79 TB/s is what scattered experts leave.
 */
export const KIMI_K26_ON_8_RTX_PRO_6000: StepCosts = {
  tensor_parallel: 8,
  base_ms: 11,
  memory_bytes_per_ms: 1.216e9,
  arithmetic_flop_per_ms: 1.73e11,
  flop_per_token: 64e9,
  expert_count: 384,
  experts_per_token: 8,
  expert_layers: 60,
  expert_bytes: 24.8e6,
  expert_independence: 0.66,
  cache_bytes_per_token: 70_300,
  reductions: 122,
  reduction_latency_ms: 0.018,
  reduction_bytes_per_token: 14_336,
  link_bytes_per_ms: 28e6,
  draft_base_ms: 1.2,
  draft_weight_bytes: 6.5e9,
  draft_cache_bytes_per_token: 12_000,
  tree_base_ms: 0.6,
  tree_ms_per_sequence: 0.02,
  captured_batch_sizes: [1, 2, 4, 8, 12, 16, 24, 32, 40, 48, 56, 64],
  eager_ms: 12,
};
