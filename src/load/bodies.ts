import { MiB } from '../core/units.ts';
import type { LoadExtent, PreparedRequest, RequestSource } from '../ports/load.ts';

/** Bodies up to this are made before the load: making one is work at the very moment at which a request is due. */
const AHEAD_CHARACTERS = 32 * MiB;
const AHEAD_REQUESTS = 4096;

/** Measured requests, the first of them made beforehand. */
export function madeAhead(source: RequestSource, { requests }: LoadExtent): RequestSource {
  const made: PreparedRequest[] = [];
  let characters = 0;
  const most = Math.min(requests ?? AHEAD_REQUESTS, AHEAD_REQUESTS);
  while (made.length < most && characters < AHEAD_CHARACTERS) {
    const request = source('measure', made.length);
    characters += request.body.length;
    made.push(request);
  }
  return (phase, index) => (phase === 'measure' ? made[index] : undefined) ?? source(phase, index);
}
