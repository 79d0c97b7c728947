import type { WorkloadPoint } from '../core/plan/plan.ts';
import { loadOf } from '../run/load-of.ts';
import type { Ports } from '../run/ports.ts';

/** Reads every file that a workload names before anything is touched. Fault: `configuration`, with its line. */
export async function requireLoads(
  { load }: Pick<Ports, 'load'>,
  points: readonly WorkloadPoint[],
): Promise<void> {
  for (const point of points) await loadOf(point);
  const workloads = new Set(points.map(({ workload }) => workload));
  for (const workload of workloads) await load.check?.(workload);
}
