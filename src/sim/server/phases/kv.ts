import { failRank } from '../failure/fail-rank.ts';
import { notEnoughMemory } from '../failure/texts.ts';
import type { Launch } from '../launch.ts';
import { CACHE_BYTES_PER_TOKEN, cacheTokens, gigabytes, POOL_OVERHEAD_BYTES } from '../memory.ts';
import type { Phase } from './phase.ts';
import { onEachRank } from './ranks.ts';
import { take } from './take.ts';

/** The pool for the key-value cache, as large as the memory allows; the smallest rank decides for all. */
export const cachePhase: Phase = (launch, length) => {
  launch.timers.after(length * 0.1, () => {
    const tokens = poolTokens(launch);
    const [first] = launch.ranks;
    if (tokens <= 0 && first !== undefined)
      return failRank(launch, first, notEnoughMemory(launch.arguments.mem_fraction_static));
    launch.memory.cache_tokens = tokens;
    const bytes = tokens * CACHE_BYTES_PER_TOKEN;
    onEachRank(launch, [length * 0.2, length * 0.6], (rank) => {
      if (!take(launch, rank, bytes + POOL_OVERHEAD_BYTES)) return;
      launch.sayAs(
        rank,
        `KV Cache is allocated. dtype: torch.bfloat16, #tokens: ${tokens}, KV size: ${gigabytes(bytes)} GB`,
      );
      launch.sayAs(rank, `Memory pool end. avail mem=${gigabytes(launch.available(rank))} GB`);
    });
  });
};

function poolTokens(launch: Launch): number {
  const { mem_fraction_static, max_total_tokens } = launch.arguments;
  const tokens = cacheTokens({
    available_before: launch.memory.available_before,
    available_after: Math.min(...launch.ranks.map((rank) => launch.available(rank))),
    mem_fraction_static,
  });
  return max_total_tokens === null ? tokens : Math.min(tokens, max_total_tokens);
}
