import type { EngineCounters } from '../../core/metrics/counters.ts';
import type { Clock } from '../../ports/clock.ts';

const APART_MS = 50;
const LOOKS = 10;

/** Reads the counters until two readings agree: the request before this may not be counted yet. Where others ask, they never do. */
export async function settledCounters(
  clock: Clock,
  read: () => Promise<EngineCounters | null>,
): Promise<EngineCounters | null> {
  let last = await read();
  for (let looks = 1; last !== null && looks < LOOKS; looks += 1) {
    await clock.wait(APART_MS);
    const next = await read();
    if (next?.generated_tokens === last.generated_tokens) return next;
    last = next;
  }
  return last;
}
