import type { OpenStart } from '../core/sweep/state.ts';
import type { StoredRun } from './api.ts';
import { isFinal } from './rules.ts';

/** Room for the processes that go on with a start, and in each for the points that are measured and measured again. */
const OF_REPLICATE = 1000;
const OF_PROCESS = 100;
/** The replicate of the first block, whose prompts all blocks ask. */
const FINALS = 2;

/**
 * Names the prompts of the next measurement of a start: no server is asked a prompt twice, as its cache could answer it.
 * Every start of the finals has a server of its own, so all of them are asked the same: what differs between two starts
 * of one setting is then the start and not what it was asked.
 */
export function promptRound(
  stored: Pick<StoredRun, 'configuration' | 'options'>,
  { replicate, resumes, measurements, voids }: OpenStart,
): number {
  const set = isFinal(stored, replicate) ? FINALS : replicate;
  return set * OF_REPLICATE + resumes * OF_PROCESS + measurements.length + voids.length;
}
