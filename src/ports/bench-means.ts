import type { HttpRequest, HttpResponse } from './host.ts';
import type { LoadGenerator } from './load.ts';
import type { PrepareRequests } from './requests.ts';

/** What `bench` reaches out with: no host, no engine, no run. */
export interface BenchMeans {
  readonly load: LoadGenerator;
  readonly prepare: PrepareRequests;
  /** As `Host.http`. */
  ask(request: HttpRequest): Promise<HttpResponse>;
}
