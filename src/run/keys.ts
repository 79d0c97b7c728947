import path from 'node:path';
import { measurementKey } from '../core/plan/measurement-key.ts';
import type { PlannedTrial, WorkloadPoint } from '../core/plan/plan.ts';
import { fileFingerprint, fingerprint } from './fingerprint.ts';
import type { Session } from './session.ts';

/** The key of one measurement, from what the disk and the host are now. */
export async function keyOf(session: Session, planned: PlannedTrial, point: WorkloadPoint, replicate: number): Promise<string> {
  const { ports, stored } = session.request;
  const { folder } = stored.configuration;
  const file = point.workload.prompts;
  const prompts = file.startsWith('builtin:') ? null : await fileFingerprint(path.resolve(folder, file), folder, ports);
  return measurementKey(planned.setting_id, await fingerprint(planned.definition, ports), point, prompts, stored.options.seed, replicate);
}
