import { FaultError, fault } from '../core/fault.ts';
import type { LoadExtent, LoadShape } from '../ports/load.ts';

/** No machine sends more than this from one process; a schedule above it would only fill its memory. */
const MAX_RATE_PER_S = 100_000;
const MAX_CONCURRENCY = 65_535;

/** Refuses a load that cannot be made, before anything is sent. Fault: `usage`. */
export function checkLoad(shape: LoadShape, extent: LoadExtent): void {
  if (extent.requests === null && extent.duration_ms === null)
    refuse('a load needs a number of requests or a duration');
  if (shape.kind === 'closed') {
    const { concurrency } = shape;
    if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_CONCURRENCY)
      refuse(`a concurrency of ${concurrency}: it is a whole number from 1 to ${MAX_CONCURRENCY}`);
  }
  if (shape.kind === 'open') {
    const { rate_per_s, burstiness } = shape;
    if (!(rate_per_s > 0 && rate_per_s <= MAX_RATE_PER_S))
      refuse(`a rate of ${rate_per_s} requests per second: it is above 0 and at most ${MAX_RATE_PER_S}`);
    if (burstiness !== null && !(burstiness > 0))
      refuse(`a burstiness of ${burstiness}: it is above 0; 1 is Poisson`);
  }
}

function refuse(message: string): never {
  throw new FaultError(fault('usage', message));
}
