import { exchange } from './adapters/host/http.ts';
import { prepareRequests } from './load/prompts/prepare.ts';
import type { BenchMeans } from './ports/bench-means.ts';

/**
 * Apart from `wire.ts`: a bench needs a hundredth of it. The generator brings the statistics along, which cost more than
 * all the rest, and the first request is made without it.
 */
export function benchMeans(): BenchMeans {
  return {
    load: {
      async measure(request) {
        const { createLoadGenerator } = await import('./load/generator.ts');
        return createLoadGenerator().measure(request);
      },
    },
    prepare: (wanted) => prepareRequests(wanted),
    ask: (request) => exchange(request, null),
  };
}
