import type { WorkloadPoint } from '../core/plan/plan.ts';
import type { LoadRequest } from '../ports/load.ts';

const WARMUP_REQUESTS = 2;

/** How a point of a workload is sent: a closed loop, as its workload says it starts and what goes before it. */
export function loadOf({
  workload,
  concurrency,
}: WorkloadPoint): Required<Pick<LoadRequest, 'shape' | 'warmup_requests'>> {
  return {
    shape: { kind: 'closed', concurrency, starts_over_ms: workload.starts === 'burst' ? 0 : null },
    warmup_requests: workload.warmup ?? WARMUP_REQUESTS,
  };
}
