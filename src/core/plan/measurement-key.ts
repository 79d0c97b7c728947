import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { WorkloadPoint } from './plan.ts';

/** What decides a number beside the setting: program, model files, host and devices by their fingerprints. */
export interface Fingerprint {
  readonly engine: string;
  /** Real path, size, modification time and inode of the program and of the libraries beside it. */
  readonly executable: readonly string[];
  /** The same of every file of each model. */
  readonly models: readonly (readonly string[])[];
  readonly host: string;
  /** Version of the devices' driver; null: there is none, or it is among the unknown. */
  readonly driver: string | null;
  /** Ids of the host's devices, sorted. */
  readonly devices: readonly string[];
  /** What could not be told, in words. With any, two equal keys are no evidence that the same was measured. */
  readonly unknown: readonly string[];
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
  const { workload, concurrency, rate } = point;
  const { concurrency: _levels, rate: _rates, ...sampling } = workload;
  const { unknown: _words, ...known } = fingerprint;
  const parts = [settingId, known, { ...sampling, concurrency, rate }, promptsFile, seed, replicate];
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(parts)))).slice(0, 32);
}

/** JSON with sorted keys, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const values = value as Readonly<Record<string, unknown>>;
  const members: string[] = [];
  for (const key of Object.keys(values).sort()) {
    if (values[key] !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(values[key])}`);
  }
  return `{${members.join(',')}}`;
}
