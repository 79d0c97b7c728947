import type { RequestTrace } from '../../core/metrics/trace.ts';
import type { ClientReadings } from '../client-watch.ts';
import type { Asked } from '../request.ts';
import type { SenderSpec } from './sender.ts';

/** To a thread that sends. */
export type Order =
  | {
      readonly kind: 'begin';
      readonly spec: SenderSpec;
      /** Of the main thread, ms: its clock less the one that all threads share. */
      readonly clock_ahead_ms: number;
      /** PEM; null: none beside the usual ones. */
      readonly ca: string | null;
    }
  | { readonly kind: 'send'; readonly id: number; readonly asked: Asked; readonly body: string }
  | { readonly kind: 'watch' | 'readings' | 'abort' };

/** From it. */
export type Report =
  /** It has begun, and can send. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'free'; readonly id: number; readonly ended_ms: number }
  | { readonly kind: 'trace'; readonly id: number; readonly trace: RequestTrace }
  | { readonly kind: 'readings'; readonly readings: ClientReadings };

/** One end of the way between two threads: what of `MessagePort` and `Worker` is needed. */
export interface Port<Sent, Received> {
  postMessage(message: Sent): void;
  on(event: 'message', listener: (message: Received) => void): unknown;
}

/** Between two looks at a clock the core may be given to somebody else. */
const LOOKS = 8;

/** How far a thread's own clock is before the one that all threads share, ms. */
export function clockAhead(): number {
  const looks = Array.from(
    { length: LOOKS },
    () => performance.now() - Number(process.hrtime.bigint()) / 1e6,
  );
  // what passes between the two makes it smaller
  return Math.max(...looks);
}
