import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { WorkloadPoint } from './plan.ts';

/** What decides a number beside the setting: executable, model files and host by their fingerprints. */
export interface Fingerprint {
  readonly engine: string;
  /** Real path, size, modification time and inode of the executable. */
  readonly executable: string;
  readonly models: readonly string[];
  readonly host: string;
}

/**
 * The identity of one measurement: first 32 hex digits of sha-256 over setting, fingerprints, workload point with its
 * sampling, seed and replicate. Equal keys mean that the same thing was measured under the same conditions.
 */
export function measurementKey(
  settingId: string,
  fingerprint: Fingerprint,
  point: WorkloadPoint,
  promptsFile: string | null,
  seed: number,
  replicate: number,
): string {
  const { workload, concurrency } = point;
  const { concurrency: _all, ...sampling } = workload;
  const parts = [settingId, fingerprint, { ...sampling, concurrency }, promptsFile, seed, replicate];
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(parts)))).slice(0, 32);
}

/** JSON with sorted keys, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, v]) => v !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}
