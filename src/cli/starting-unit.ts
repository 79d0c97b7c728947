import { endpointAt } from '../core/config/endpoint.ts';
import { FaultError } from '../core/fault.ts';
import { managerOf } from '../core/manager.ts';
import { KiB } from '../core/units.ts';
import type { Host } from '../ports/host.ts';
import type { Supervisor } from '../ports/supervisor.ts';
import type { Context } from './context.ts';
import { lookingAt } from './looking.ts';
import type { Unit } from './named-service.ts';
import type { Options } from './options.ts';

/** So many parents are no chain any more. */
const LONGEST_CHAIN = 64;

/**
 * The unit in whose `ExecStartPre=` or `ExecStartPost=` this process runs; null: in none, or it cannot be seen. That unit
 * is then what is waited for, and whoever answers in it is of this start.
 */
export async function unitBeside({ services }: Context, options: Options): Promise<Unit | null> {
  const host = await services.host();
  const manager = managerOf((await host.readText('/proc/self/cgroup', 64 * KiB)) ?? '');
  if (manager?.kind !== 'systemd') return null;
  const unit: Unit = { kind: 'systemd', unit: manager.name, scope: manager.scope };
  const endpoint = endpointAt('127.0.0.1', 0);
  const blind = lookingAt({ service: unit, endpoint, engine: 'openai', devices: null });
  try {
    const { supervisor } = await services.wire(blind, { tools_from_path: options.toolsFromPath === true });
    return (await isBesideServer(host, supervisor)) ? unit : null;
  } catch (error) {
    if (error instanceof FaultError) return null;
    throw error;
  }
}

/** Was this process started by the manager, and not by the server of the unit itself? */
export async function isBesideServer(host: Host, supervisor: Pick<Supervisor, 'present'>): Promise<boolean> {
  const { generation } = await supervisor.present();
  if (generation === null) return false;
  const own = /^(\d{1,10}) /.exec((await host.readText('/proc/self/stat', KiB)) ?? '')?.[1];
  if (own === undefined) return false;
  let pid = Number(own);
  for (let step = 0; step < LONGEST_CHAIN && pid > 1; step += 1) {
    if (pid === generation.pid) return false;
    const row = await host.process(pid);
    if (row === null) return false;
    pid = row.ppid;
  }
  return pid <= 1;
}
