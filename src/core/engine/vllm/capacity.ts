import type { Capacity, ReadBackSources } from '../definition.ts';
import { dig, numberAt } from '../json.ts';
import { numeric } from '../values.ts';
import { message } from './log.ts';
import { METRICS, SERVER_INFO } from './paths.ts';
import { type View, viewOf } from './view.ts';
import { witnessesOf } from './witnesses.ts';

/** `GPU KV cache size: 181,248 tokens`; on a processor `CPU`, and `GPU + host` where a part of it lies there. */
const SIZE = /^[A-Z]{3}(?: \+ \w+)? KV cache size: ([\d,]+) tokens/;

/**
 * What this start can hold. The cache gets what is left of the share of memory that was asked for, and with an automatic
 * length (`--max-model-len -1`) the context too: memory that others still held makes them smaller without a word.
 */
export function capacity(sources: ReadBackSources): readonly Capacity[] {
  const view = viewOf(sources);
  const values = {
    kv_tokens: reportedTokens(view) ?? countedTokens(view) ?? loggedTokens(view),
    max_running_requests: numeric(witnessesOf(view, '--max-num-seqs')[0]?.value ?? null),
    context_tokens: numeric(witnessesOf(view, '--max-model-len')[0]?.value ?? null),
  };
  return Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}

function reportedTokens({ sources }: View): number | null {
  return numberAt(sources.documents[SERVER_INFO], 'vllm_config', 'cache_config', 'kv_cache_size_tokens');
}

/** By the metrics, of the engine with the least; builds that do not count tokens count blocks. */
function countedTokens({ sources }: View): number | null {
  const caches = dig(sources.documents[METRICS], 'cache_config');
  if (!Array.isArray(caches)) return null;
  const tokens = caches.map((cache) => {
    const label = (name: string) => {
      const text = dig(cache, name);
      return typeof text === 'string' ? numeric(text) : null;
    };
    const [blocks, size] = [label('num_gpu_blocks'), label('block_size')];
    return label('kv_cache_size_tokens') ?? (blocks === null || size === null ? null : blocks * size);
  });
  return least(tokens);
}

/** Every engine of a data-parallel server logs its own. */
function loggedTokens({ startup }: View): number | null {
  return least(
    startup.flatMap((line) => {
      const found = SIZE.exec(message(line))?.[1];
      return found === undefined ? [] : [Number(found.replaceAll(',', ''))];
    }),
  );
}

function least(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : Math.min(...known);
}
