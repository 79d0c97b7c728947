import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Configuration } from '../config/configuration.ts';
import { canonicalJson } from './measurement-key.ts';
import type { PlannedTrial, WorkloadPoint } from './plan.ts';

/** sha-256 (64 hex digits) over everything that decides what is run and compared: trials, points, objective, baseline. */
export function planId(
  { objective }: Configuration,
  trials: readonly PlannedTrial[],
  baseline: string | null,
  points: readonly WorkloadPoint[],
): string {
  const hash = sha256.create();
  const { where, ...goal } = objective;
  const head = { goal, where: where.map(({ text }) => text), baseline, points };
  hash.update(utf8ToBytes(canonicalJson(head)));
  // Names hold neither spaces nor line ends, so no two plans give the same text.
  const rows = trials.map(
    ({ name, setting_id, duplicate_of, rejected }) =>
      `${name} ${setting_id} ${duplicate_of ?? ''} ${rejected === null}\n`,
  );
  return bytesToHex(hash.update(utf8ToBytes(rows.join(''))).digest());
}
