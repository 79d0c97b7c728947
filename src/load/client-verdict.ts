import type { MeasurementBody } from '../core/documents/measurement.ts';
import type { Milliseconds } from '../core/units.ts';
import type { ClientReadings } from './client-watch.ts';
import type { Delivered } from './delivered.ts';

/** Below this bound no measurement is called late. */
const TOLERATED_MS = 20;
/** Above it, the bound may be this share of the median request. */
const TOLERATED_SHARE = 0.1;
/** A pause as long as this falsifies the requests of its time, however few they are. */
const PAUSE_MS = 200;
/** Reads that wait longer than this for others mean that each event costs this machine too much. */
const READ_WAIT_MS = 5;
const DELIVERED_SHARE = 0.97;

/** Late: the client did not make the load that was asked, or its times cannot be believed; with the reasons. */
export function clientVerdict(
  readings: ClientReadings,
  { share, late_p99_ms }: Delivered,
  median_e2e_ms: Milliseconds | null,
): MeasurementBody['client'] {
  const { delay_p99_ms, read_wait_p99_ms, longest_pause_ms, longest_gc_ms } = readings;
  if (delay_p99_ms === null) return { error_bound_ms: null, verdict: 'unknown' };
  const bound = Math.max(delay_p99_ms, read_wait_p99_ms ?? 0);
  const limit = Math.max(TOLERATED_MS, TOLERATED_SHARE * (median_e2e_ms ?? 0));
  const reasons: string[] = [];
  if (delay_p99_ms > limit)
    reasons.push(
      `this process got to its work up to ${shown(delay_p99_ms)} late (limit ${shown(limit)}): the machine is busy`,
    );
  if (longest_pause_ms !== null && longest_pause_ms > PAUSE_MS)
    reasons.push(
      `this process stood still for ${shown(longest_pause_ms)}${longest_gc_ms > longest_pause_ms / 2 ? ', collecting garbage' : ''}`,
    );
  if (read_wait_p99_ms !== null && read_wait_p99_ms > READ_WAIT_MS)
    reasons.push(
      `events waited up to ${shown(read_wait_p99_ms)} for others to be read (limit ${shown(READ_WAIT_MS)}): each costs too much here`,
    );
  if (late_p99_ms !== null && late_p99_ms > limit)
    reasons.push(`requests were sent up to ${shown(late_p99_ms)} after their time (limit ${shown(limit)})`);
  if (share !== null && share < DELIVERED_SHARE)
    reasons.push(
      `only ${(100 * share).toFixed(1)} % of the load was made (limit ${100 * DELIVERED_SHARE} %)`,
    );
  const error_bound_ms = Math.round(bound * 1000) / 1000;
  return reasons.length === 0
    ? { error_bound_ms, verdict: 'ok' }
    : { error_bound_ms, verdict: 'late', why: reasons.join('; ') };
}

function shown(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
