import type { Distribution, MeasurementBody } from '../core/documents/measurement.ts';
import type { Milliseconds } from '../core/units.ts';
import type { ClientReadings } from './client-watch.ts';
import type { Delivered } from './delivered.ts';

/** Times may be off by this much, whatever they are: a busy machine gives a process its turn so late (ADR 0021). */
const TOLERATED_MS = 30;
/** Times to the first token may be off by this share of their median. */
const TOLERATED_SHARE = 0.1;
/** A pause falsifies the requests of its time, however few they are, unless it is short beside them. */
const PAUSE_MS = 200;
const PAUSE_SHARE = 0.05;
/**
 * Where 5 of 100 reads wait longer than this for others, and every second one a quarter of it, each event costs this
 * machine too much: waits for others grow evenly over a turn, an interruption is a leap. Of few reads, which a compiler
 * that is still cold reads, nothing is said.
 */
const READ_WAIT_MS = 5;
const READ_WAIT_SHARE = 0.1;
const READ_WAIT_MIDDLE = 0.25;
const FEWEST_READS = 1_000;
const DELIVERED_SHARE = 0.97;

/** What was measured, beside which the client's own errors are seen. */
type Measured = Pick<MeasurementBody, 'ttft_ms' | 'itl_ms' | 'e2e_ms'>;

/** Late: the client did not make the load that was asked, or its times cannot be believed; with the reasons. */
export function clientVerdict(
  readings: ClientReadings,
  made: Delivered,
  measured: Measured,
): MeasurementBody['client'] {
  const { delay_p99_ms, read_wait_p99_ms } = readings;
  if (delay_p99_ms === null) return { error_bound_ms: null, verdict: 'unknown' };
  const bound = Math.max(delay_p99_ms, read_wait_p99_ms ?? 0);
  const limit = Math.max(TOLERATED_MS, TOLERATED_SHARE * middle(measured.ttft_ms));
  const reasons = [
    bound > limit
      ? `its times may be off by ${shown(bound)} (limit ${shown(limit)}): the machine is busy`
      : null,
    pauseReason(readings, measured),
    readReason(readings, measured),
    ...loadReasons(made, limit),
  ].filter((reason) => reason !== null);
  const error_bound_ms = Math.round(bound * 1000) / 1000;
  return reasons.length === 0
    ? { error_bound_ms, verdict: 'ok' }
    : { error_bound_ms, verdict: 'late', why: reasons.join('; ') };
}

function pauseReason(
  { longest_pause_ms, longest_gc_ms }: ClientReadings,
  { e2e_ms }: Measured,
): string | null {
  const limit = Math.max(PAUSE_MS, PAUSE_SHARE * middle(e2e_ms));
  if (longest_pause_ms === null || longest_pause_ms <= limit) return null;
  const garbage = longest_gc_ms > longest_pause_ms / 2 ? ', collecting garbage' : '';
  return `this process stood still for ${shown(longest_pause_ms)}${garbage} (limit ${shown(limit)})`;
}

function readReason(
  { reads, read_wait_p95_ms, read_wait_p50_ms }: ClientReadings,
  { itl_ms }: Measured,
): string | null {
  const limit = Math.max(READ_WAIT_MS, READ_WAIT_SHARE * middle(itl_ms));
  if (reads < FEWEST_READS || read_wait_p95_ms === null || read_wait_p95_ms <= limit) return null;
  if ((read_wait_p50_ms ?? 0) <= READ_WAIT_MIDDLE * limit) return null;
  return `events waited ${shown(read_wait_p95_ms)} for others to be read (limit ${shown(limit)}): each costs too much here`;
}

function loadReasons({ share, lost_ms, unsent, late_p99_ms }: Delivered, limit: number): (string | null)[] {
  const late =
    late_p99_ms !== null && late_p99_ms > limit
      ? `requests were sent up to ${shown(late_p99_ms)} after their time (limit ${shown(limit)})`
      : null;
  if (share === null || share >= DELIVERED_SHARE) return [late];
  // in a load of less than a second, one turn that came late is already 3 % of it
  if (unsent === 0 && lost_ms <= TOLERATED_MS) return [late];
  const held = unsent === 0 ? '' : `, no more requests may be open, and ${unsent} were not sent`;
  return [
    late,
    `only ${(100 * share).toFixed(1)} % of the load was made (limit ${100 * DELIVERED_SHARE} %)${held}`,
  ];
}

/** The median, and where there are too few for one, the mean. 0: there is nothing to be seen beside. */
function middle({ p50, mean }: Distribution): Milliseconds {
  return p50 ?? mean ?? 0;
}

function shown(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
