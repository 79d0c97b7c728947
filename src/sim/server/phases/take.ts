import type { Bytes } from '../../../core/units.ts';
import { failRank } from '../failure/fail-rank.ts';
import { outOfMemory } from '../failure/out-of-memory.ts';
import type { Launch, Rank } from '../launch.ts';

/** Takes device memory for a rank. False: there was not enough, and the server is going down. */
export function take(launch: Launch, rank: Rank, bytes: Bytes): boolean {
  if (!rank.self.alive) return false;
  if (rank.self.allocate(rank.index, bytes)) return true;
  failRank(launch, rank, outOfMemory(launch, rank, bytes));
  return false;
}
