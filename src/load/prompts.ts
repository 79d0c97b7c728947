import { createHash } from 'node:crypto';
import { readTasks } from './prompts/read-tasks.ts';

/** Everything that decides one prompt. The setting is not among it: all settings answer the same prompts. */
export interface PromptKey {
  readonly seed: number;
  readonly replicate: number;
  readonly workload: string;
  /** null: not a closed loop. */
  readonly concurrency: number | null;
  readonly phase: 'warm-up' | 'measure';
  readonly index: number;
}

export type Prompts = (key: PromptKey) => string;

/** Prompts of a source that `readTasks` knows, each with its salt. Fault: `configuration`. */
export async function openPrompts(source: string): Promise<Prompts> {
  const { tasks } = await readTasks(source);
  return (key) => `${salt(key)} ${tasks[key.index % tasks.length]?.prompt}`;
}

/**
 * Stands at the head, so that no two prompts in one server's life share a prefix that a cache could answer from; the
 * end, on which an answer hangs most, stays as written. 48 bits: one chance in a million of a repetition among 20 000.
 */
export function salt(key: PromptKey): string {
  const text = JSON.stringify([key.seed, key.replicate, key.workload, key.concurrency, key.phase, key.index]);
  return `[${createHash('sha256').update(text).digest('hex').slice(0, 12)}]`;
}
