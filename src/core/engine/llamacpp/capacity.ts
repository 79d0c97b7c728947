import type { Capacity, ReadBackSources } from '../definition.ts';
import { contextFacts } from './rules/context.ts';
import { offload } from './rules/offload.ts';
import { viewOf } from './view.ts';

/**
 * What this start can hold. `--fit` (on by default) makes the context and the offload smaller where memory was still
 * held, without a word at the default verbosity: comparing with an earlier start is the only way to see it.
 */
export function capacity(sources: ReadBackSources): readonly Capacity[] {
  const view = viewOf(sources);
  const { per_slot, slots, total } = contextFacts(view);
  const values = {
    context_tokens_per_slot: per_slot,
    slots,
    kv_tokens: total,
    offloaded_layers: offload(view)?.layers ?? null,
  };
  return Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}
