import { cacheRam, cacheTypeK, cacheTypeV, flashAttention } from './attention.ts';
import { batch, ubatch } from './batch.ts';
import { context } from './context.ts';
import { gpuLayers } from './offload.ts';
import type { Rule } from './rule.ts';
import { SERVER_RULES } from './server.ts';
import { slots, unified } from './slots.ts';
import { SPECULATION_RULES } from './speculation.ts';
import { threads, threadsBatch, threadsHttp } from './threads.ts';

/** Rule by common name of the flag. A flag that is not here is read back from argv. */
export const RULES: Readonly<Record<string, Rule>> = {
  '--ctx-size': context,
  '--parallel': slots,
  '--kv-unified': unified,
  '--batch-size': batch,
  '--ubatch-size': ubatch,
  '--threads': threads,
  '--threads-batch': threadsBatch,
  '--threads-http': threadsHttp,
  '--flash-attn': flashAttention,
  '--cache-type-k': cacheTypeK,
  '--cache-type-v': cacheTypeV,
  '--cache-ram': cacheRam,
  '--n-gpu-layers': gpuLayers,
  ...SERVER_RULES,
  ...SPECULATION_RULES,
};
