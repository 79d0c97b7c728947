import type { SelftestDocument, SelftestPoint } from '../core/documents/selftest.ts';

/** What this machine can time, for a person. */
export function selftestText({ streams, events_per_s, limits, points }: SelftestDocument): readonly string[] {
  const verdict =
    streams === null
      ? 'This machine cannot time even the smallest load of this test now: see what else runs on it.'
      : `This machine times ${streams} streams at once truly: ${Math.round(events_per_s ?? 0)} events per second.`;
  return [
    verdict,
    '',
    'streams  events/s   first event: error p50, p99   gaps: error mean, p99   error bound',
    ...points.map(line),
    '',
    `Errors in ms, against the log of the server that sent the events. True: first event within ${limits.ttft_p50_ms} (p50), gaps within ${limits.gap_mean_ms} (mean) and ${limits.gap_p99_ms} (p99).`,
    'Server and client share this machine; a server elsewhere leaves more of it to the client.',
  ];
}

function line(point: SelftestPoint): string {
  const columns = [
    String(point.streams).padStart(7),
    number(point.events_per_s, 0).padStart(9),
    `${number(point.ttft_p50_error_ms, 2)}, ${number(point.ttft_p99_error_ms, 2)}`.padStart(28),
    `${number(point.gap_mean_error_ms, 3)}, ${number(point.gap_p99_error_ms, 2)}`.padStart(22),
    number(point.error_bound_ms, 2).padStart(13),
  ];
  const missed = point.miscounted === 0 ? '' : `, ${point.miscounted} requests miscounted`;
  return `${columns.join('  ')}  ${point.timed_truly ? 'true' : 'NOT TRUE'}${missed}`;
}

function number(value: number | null, digits: number): string {
  return value === null ? '-' : value.toFixed(digits);
}
