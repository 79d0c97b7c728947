import type { Milliseconds } from '../../../core/units.ts';
import type { Launch, Rank } from '../launch.ts';

/** Does something on every rank, in a random order, between two moments from now. */
export function onEachRank(
  launch: Launch,
  between: readonly [Milliseconds, Milliseconds],
  run: (rank: Rank) => void,
): void {
  const [from, to] = between;
  for (const rank of launch.ranks)
    launch.timers.after(from + (to - from) * launch.random.uniform(), () => run(rank));
}
