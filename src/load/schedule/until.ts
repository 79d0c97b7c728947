import type { LoadClock } from '../means.ts';
import { onAbort } from '../on-abort.ts';

/** Resolves at or after the time, or at once when the signal is aborted. Never rejects. */
export function until(clock: LoadClock, at: number, signal: AbortSignal): Promise<void> {
  const ms = at - clock.now();
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const go = () => {
      cancel();
      deafen();
      resolve();
    };
    const cancel = clock.alarm(ms, go);
    const deafen = onAbort(signal, go);
  });
}
