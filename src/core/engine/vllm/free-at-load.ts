import type { LogLine } from '../../log-line.ts';
import { type Bytes, GiB } from '../../units.ts';
import { message } from './log.ts';

/**
 * What a worker says of the memory that it found free: where that is less than the share that was asked for, where the
 * size of the cache was given, and with `VLLM_LOGGING_LEVEL=DEBUG` always (v1/worker/gpu_worker.py, utils.py of 0.32.0).
 */
const FREE: readonly RegExp[] = [
  /Free memory on device (?:\S+ )?\((\d+(?:\.\d+)?)\/\d+(?:\.\d+)? GiB\) on startup is less than/,
  /^Initial free memory:? (\d+(?:\.\d+)?) GiB/,
];

/** Free memory before the load, on the device with the least. null: the log does not say. */
export function freeAtLoad(log: readonly LogLine[]): Bytes | null {
  const found = log.flatMap((line) => {
    const text = message(line);
    return FREE.flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
  });
  return found.length === 0 ? null : Math.min(...found.map(Number)) * GiB;
}
