import { FaultError, fault } from '../core/fault.ts';
import type { Lock } from '../ports/lock.ts';

/** A run that has not put the original back blocks every other one on its service. Fault: `lock-held`. */
export async function refuseUnrestored(lock: Lock, service: string, own_run: string | null): Promise<void> {
  const owed = await lock.unrestored(service);
  if (owed === null || owed.run_id === own_run) return;
  const message = `run ${owed.run_id} has not put the original back since ${owed.since}`;
  const hint = `\`holdpoint resume ${owed.dir}\` goes on with it, \`holdpoint restore ${owed.dir}\` puts the original back`;
  throw new FaultError(fault('lock-held', message, { hint, data: { ...owed } }));
}
