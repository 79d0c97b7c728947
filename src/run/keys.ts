import path from 'node:path';
import { type Fingerprint, measurementKey } from '../core/plan/measurement-key.ts';
import type { PlannedTrial, WorkloadPoint } from '../core/plan/plan.ts';
import { fileFingerprint } from './file-fingerprint.ts';
import { fingerprint } from './fingerprint.ts';
import type { Session } from './session.ts';

/**
 * The key of one measurement. `loaded` is the fingerprint taken before the server was started: a model file that is
 * replaced afterwards is not what was measured. null: what the disk and the host are now.
 */
export async function keyOf(
  session: Session,
  planned: PlannedTrial,
  point: WorkloadPoint,
  replicate: number,
  loaded: Fingerprint | null,
): Promise<string> {
  const { ports, stored } = session.request;
  const { folder } = stored.configuration;
  const { prompts, replay } = point.workload;
  const fingerprintOf = async (file: string) =>
    (await fileFingerprint(path.resolve(folder, file), ports.host)) ?? `unread:${file}`;
  const files = [
    ...(prompts.startsWith('builtin:') ? [] : [await fingerprintOf(prompts)]),
    ...(replay === undefined ? [] : [await fingerprintOf(replay)]),
  ];
  return measurementKey(
    planned.setting_id,
    loaded ?? (await fingerprint(planned.definition, ports)),
    point,
    files.length === 0 ? null : files.join(' '),
    stored.options.seed,
    replicate,
  );
}
