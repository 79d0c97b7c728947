import { readFileSync } from 'node:fs';
import path from 'node:path';

const ENGINES = path.resolve(import.meta.dirname, '../../.engine');
const PINS = path.resolve(import.meta.dirname, '../../scripts/engine/python');

export type PeerName = 'vllm' | 'sglang' | 'guidellm' | 'aiperf' | 'inference-perf';

/** The folder of its virtual environment: the engines' own are those of the tests, the others stand beside them. */
export function folderOf(name: PeerName): string {
  return isEngine(name) ? path.join(ENGINES, name) : path.join(ENGINES, 'peers', name);
}

export function isEngine(name: PeerName): name is 'vllm' | 'sglang' {
  return name === 'vllm' || name === 'sglang';
}

/** One package a line, with the hash of its file. */
export function lockOf(name: PeerName): string {
  return path.join(isEngine(name) ? PINS : import.meta.dirname, `${name}.lock.txt`);
}

export function packagesIn(name: PeerName): readonly string[] {
  return readFileSync(lockOf(name), 'utf8').trimEnd().split('\n');
}

export function versionOf(name: PeerName): string {
  // the engine for CPUs has a name of its own
  const line = packagesIn(name).find((one) => one.startsWith(`${name}==`) || one.startsWith(`${name}-cpu==`));
  return /==(\S+)/.exec(line ?? '')?.[1] ?? 'unknown';
}
