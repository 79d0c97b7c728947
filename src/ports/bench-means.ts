import type { EngineCounters } from '../core/metrics/counters.ts';
import type { HttpRequest, HttpResponse } from './host.ts';
import type { LoadGenerator, LoadTarget } from './load.ts';
import type { PrepareRequests } from './requests.ts';

/** What `bench` reaches out with: no host, no engine, no run. */
export interface BenchMeans {
  readonly load: LoadGenerator;
  readonly prepare: PrepareRequests;
  /** As `Host.http`. */
  ask(request: HttpRequest): Promise<HttpResponse>;
  /** What the server counts, whichever engine it is; null: nothing that is known here, or it did not answer. */
  counters(target: LoadTarget): Promise<EngineCounters | null>;
}
