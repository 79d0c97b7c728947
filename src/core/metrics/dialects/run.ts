import type { GoodputLimits } from '../../documents/measurement.ts';
import { wholeWindow } from '../open-requests.ts';
import { outputTokens } from '../request-times.ts';
import type { RequestTrace } from '../trace.ts';

/** One measured load, as the dialects tell it. */
export interface ExportedRun {
  readonly traces: readonly RequestTrace[];
  readonly model: string | null;
  /** null: not a closed loop. */
  readonly concurrency: number | null;
  /** Requests a second; null: as fast as the concurrency lets them. */
  readonly rate: number | null;
  /** Absent: no limits were asked for. */
  readonly goodput?: GoodputLimits | undefined;
}

/** A request that succeeded: it was sent, had output and ended. */
export interface GoodTrace extends RequestTrace {
  readonly sent_ms: number;
  readonly ended_ms: number;
}

export function goodOf({ traces }: ExportedRun): readonly GoodTrace[] {
  return traces.filter(
    (t): t is GoodTrace => t.outcome === 'ok' && t.sent_ms !== null && t.ended_ms !== null,
  );
}

/** From the first send to the last end, in seconds. */
export function durationOf({ traces }: ExportedRun): number {
  const whole = wholeWindow(traces);
  return whole === null ? 0 : (whole.to_ms - whole.from_ms) / 1000;
}

export function outputOf(trace: RequestTrace): number {
  return outputTokens(trace).tokens;
}

export function sumOf<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((sum, each) => sum + of(each), 0);
}
