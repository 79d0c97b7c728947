import { exchange } from './adapters/host/http.ts';
import type { BenchMeans } from './ports/bench-means.ts';

/**
 * Apart from `wire.ts`: a bench needs a hundredth of it. The generator brings the statistics along, which cost more than
 * all the rest, and the first requests are made without it.
 */
export function benchMeans(): BenchMeans {
  return {
    load: {
      async measure(request) {
        const { createLoadGenerator } = await import('./load/generator.ts');
        return createLoadGenerator().measure(request);
      },
    },
    async prepare(wanted) {
      const { prepareRequests } = await import('./load/prompts/prepare.ts');
      return prepareRequests(wanted);
    },
    ask: (request) => exchange(request, null),
    async counters(target) {
      const { readCountersAt } = await import('./adapters/engine-http/counters-at.ts');
      return readCountersAt((request) => exchange(request, null), target);
    },
  };
}
