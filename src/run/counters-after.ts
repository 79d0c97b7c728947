import type { MeasurementBody } from '../core/documents/measurement.ts';
import { countedBetween, type EngineCounters } from '../core/metrics/counters.ts';
import { serverCounts } from '../core/metrics/server-counts.ts';
import { tokenSlack } from '../core/metrics/token-check.ts';
import type { Clock } from '../ports/clock.ts';
import { patiently } from './patiently.ts';

const AGAIN_AFTER_MS = 250;
/** An engine that has not counted an answer two seconds after its end will not. */
const LOOKS = 8;

/**
 * Reads the counters after a load: again, for a while, where they do not yet hold all that the answers said, since some
 * engines count an answer only after its last event. Faults: those of `read`.
 */
export async function countersAfter(
  clock: Clock,
  read: () => Promise<EngineCounters | null>,
  before: EngineCounters | null,
  { told_tokens }: Pick<MeasurementBody, 'told_tokens'>,
): Promise<EngineCounters | null> {
  for (let looks = 1; ; looks += 1) {
    const after = await patiently(clock, read);
    const { generated_tokens } = countedBetween(before, after);
    const told = told_tokens ?? 0;
    if (generated_tokens === null || generated_tokens >= told - tokenSlack(told) || looks === LOOKS)
      return after;
    await clock.wait(AGAIN_AFTER_MS);
  }
}

/** A measurement with what the server counted; it also stands for what an engine does not say in its answers. */
export function withCounts<T extends MeasurementBody>(
  body: T,
  before: EngineCounters | null,
  after: EngineCounters | null,
): T {
  const server = serverCounts(before, after);
  return {
    ...body,
    server,
    acceptance_length: body.acceptance_length ?? server?.acceptance_length ?? null,
    drafted_tokens: body.drafted_tokens ?? server?.drafted_tokens ?? null,
    accepted_tokens: body.accepted_tokens ?? server?.accepted_tokens ?? null,
  };
}
