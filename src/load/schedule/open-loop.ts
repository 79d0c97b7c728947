import type { Milliseconds } from '../../core/units.ts';
import { Line } from './line.ts';
import type { LoadRun } from './load-run.ts';
import { until } from './until.ts';

/** After so many sends without a wait, what was received is looked at: a schedule that runs away must not deafen. */
const SENDS_AT_ONCE = 32;

/**
 * Sends at the times of the schedule, whatever became of earlier requests. With a limit of open requests, those above it
 * wait in their order and keep their intended time. What waits when the time is over was not sent, and is told.
 */
export async function openLoop(
  times: Iterable<Milliseconds>,
  max_open: number | null,
  run: LoadRun,
): Promise<void> {
  const { clock, begin, extent, signal } = run;
  const line = new Line(max_open, run);
  let index = 0;
  for (const at of times) {
    if (extent.requests !== null && index >= extent.requests) break;
    if (extent.duration_ms !== null && at >= extent.duration_ms) break;
    if (index % SENDS_AT_ONCE === SENDS_AT_ONCE - 1) await new Promise<void>((go) => clock.alarm(0, go));
    await until(clock, begin + at, signal);
    if (signal.aborted) break;
    line.add({ index: index++, intended: begin + at });
  }
  await line.end();
}
