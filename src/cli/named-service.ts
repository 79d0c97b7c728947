import type { ServiceConfiguration } from '../core/config/configuration.ts';
import { readUnitName } from '../core/config/unit-name.ts';
import { FaultError, fault } from '../core/fault.ts';
import { managerOf } from '../core/manager.ts';
import { KiB } from '../core/units.ts';
import type { Host } from '../ports/host.ts';
import type { Options } from './options.ts';
import { optionValue } from './quantities.ts';

/** A server that runs as a unit or by itself, as `mark`, `wait` and `status` look at it. */
export type NamedService = Exclude<ServiceConfiguration, { kind: 'process' }>;
export type Unit = Extract<NamedService, { kind: 'systemd' }>;

/** The unit that the command line names; null: it names none. Fault: `usage`. */
export function unitNamed({ unit, user = false }: Options): Unit | null {
  if (unit !== undefined) return unitBy('unit', unit, user);
  if (!user) return null;
  throw new FaultError(
    fault('usage', '--user goes with --unit', { hint: 'name the unit: --user --unit NAME.service' }),
  );
}

/** The unit whose name an option gives. Fault: `usage`. */
export function unitBy(option: string, name: string, user: boolean): Unit {
  return {
    kind: 'systemd',
    unit: optionValue(option, readUnitName(name)),
    scope: user ? 'user' : 'system',
  };
}

/** The service of one process: a unit where it belongs to one, since its manager would start it again. */
export async function serviceOfProcess(
  host: Host,
  pid: number | null,
  adopt: { readonly port: number } | { readonly pid: number },
): Promise<NamedService> {
  const unit = pid === null ? null : await unitOfProcess(host, pid);
  return unit ?? { kind: 'process-adopted', adopt };
}

/** null: none, or that in which Holdpoint itself runs, which says nothing about the server. */
async function unitOfProcess(host: Host, pid: number): Promise<Unit | null> {
  const [its, ours] = await Promise.all(
    [pid, 'self'].map(async (who) => managerOf((await host.readText(`/proc/${who}/cgroup`, 64 * KiB)) ?? '')),
  );
  if (its?.kind !== 'systemd' || (ours?.kind === 'systemd' && ours.name === its.name)) return null;
  return { kind: 'systemd', unit: its.name, scope: its.scope };
}
