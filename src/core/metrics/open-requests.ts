import type { Milliseconds } from '../units.ts';
import { tokensByEvent } from './request-times.ts';
import type { RequestTrace } from './trace.ts';

/** A stretch of time on the clock of the traces. */
export interface Window {
  readonly from_ms: Milliseconds;
  readonly to_ms: Milliseconds;
}

interface Step {
  readonly at: Milliseconds;
  readonly change: 1 | -1;
}

/** From the first send to the end of the last request; null: nothing was sent. */
export function wholeWindow(traces: readonly RequestTrace[]): Window | null {
  let [from_ms, to_ms] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { sent_ms, ended_ms } of traces) {
    from_ms = Math.min(from_ms, sent_ms ?? from_ms);
    to_ms = Math.max(to_ms, ended_ms ?? to_ms);
  }
  return to_ms < from_ms ? null : { from_ms, to_ms };
}

/**
 * `window.steady.v1`: from when as many requests are open as were asked for (in an open loop: as are on average over
 * the whole), to the last send; after it the load only drains. null: the load was never full.
 */
export function steadyWindow(traces: readonly RequestTrace[], asked: number | null): Window | null {
  const whole = wholeWindow(traces);
  if (whole === null) return null;
  const enough = asked ?? meanOpen(traces, whole) ?? 0;
  let open = 0;
  let from_ms: number | null = null;
  for (const { at, change } of steps(traces)) {
    open += change;
    if (open >= enough) {
      from_ms = at;
      break;
    }
  }
  const to_ms = traces.reduce((last, { sent_ms }) => Math.max(last, sent_ms ?? last), whole.from_ms);
  return from_ms === null || to_ms <= from_ms ? null : { from_ms, to_ms };
}

/** `open.mean.v1`: time that requests were open in the window, over its length. null: a window without length. */
export function meanOpen(
  traces: readonly Pick<RequestTrace, 'sent_ms' | 'ended_ms'>[],
  { from_ms, to_ms }: Window,
): number | null {
  if (to_ms <= from_ms) return null;
  const open = traces.reduce((sum, { sent_ms, ended_ms }) => {
    if (sent_ms === null) return sum;
    return sum + Math.max(0, Math.min(ended_ms ?? to_ms, to_ms) - Math.max(sent_ms, from_ms));
  }, 0);
  return open / (to_ms - from_ms);
}

/** The most requests that were open at once; one that ends as another begins is not beside it. */
export function mostOpen(traces: readonly RequestTrace[]): number {
  let [open, most] = [0, 0];
  for (const { change } of steps(traces)) {
    open += change;
    most = Math.max(most, open);
  }
  return most;
}

/**
 * Tokens that came in the window, by the time of their events. Where the server gives only a total, each event of the
 * request has the same part of it.
 */
export function tokensIn(traces: readonly RequestTrace[], { from_ms, to_ms }: Window): number {
  let tokens = 0;
  for (const trace of traces) {
    const times = trace.token_events_ms;
    const each = tokensByEvent(trace);
    const part = (trace.usage_tokens ?? times.length) / times.length;
    for (let i = 0; i < times.length; i++) {
      const at = times[i] ?? Number.NaN;
      if (at > from_ms && at <= to_ms) tokens += each?.[i] ?? part;
    }
  }
  return tokens;
}

/** Ends come before sends of the same moment. */
function steps(traces: readonly RequestTrace[]): readonly Step[] {
  const all = traces.flatMap(({ sent_ms, ended_ms }): Step[] => [
    ...(sent_ms === null ? [] : [{ at: sent_ms, change: 1 as const }]),
    ...(sent_ms === null || ended_ms === null ? [] : [{ at: ended_ms, change: -1 as const }]),
  ]);
  return all.sort((a, b) => a.at - b.at || a.change - b.change);
}
