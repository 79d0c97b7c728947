import { FILE_COPY } from '../../../../src/adapters/supervisor/systemd/log-copy.ts';
import { SystemdSupervisor } from '../../../../src/adapters/supervisor/systemd/supervisor.ts';
import { type HostOfMachine, hostOf } from './host-of.ts';
import type { Machine } from './machine.ts';
import { asUser, type MachineUser } from './user-of.ts';

/** One of the managers of a machine, with the host as whoever it belongs to sees it. */
export interface Scope {
  readonly scope: 'system' | 'user';
  readonly there: HostOfMachine;
  readonly home: string;
  readonly runtime_folder: string;
  /** Where units lie, and where our drop-ins go. */
  readonly units: string;
  readonly drop_ins: string;
  readonly systemctl: readonly string[];
}

const SYSTEM = {
  scope: 'system',
  home: '/root',
  runtime_folder: '/run',
  units: '/etc/systemd/system',
  drop_ins: '/run/systemd/system',
  systemctl: ['systemctl'],
} as const;

export function systemScope(machine: Machine): Scope {
  return { ...SYSTEM, there: hostOf(machine) };
}

/** The manager of the system as it is for somebody else than root, who is in these groups beside her own. */
export function limitedScope(machine: Machine, user: MachineUser, groups: readonly number[] = []): Scope {
  return { ...SYSTEM, there: hostOf(machine, { ...user, groups }) };
}

export function userScope(machine: Machine, user: MachineUser): Scope {
  return {
    scope: 'user',
    there: hostOf(machine, user),
    home: user.home,
    runtime_folder: user.runtime_folder,
    units: `${user.home}/.config/systemd/user`,
    drop_ins: `${user.runtime_folder}/systemd/user`,
    systemctl: [...asUser(user), 'systemctl', '--user'],
  };
}

/** The supervisor of a unit as a new life of Holdpoint has it. */
export async function supervisorIn(scope: Scope, unit: string): Promise<SystemdSupervisor> {
  const { there, home, runtime_folder } = scope;
  return new SystemdSupervisor({
    host: there.host,
    boot_id: (await there.host.identity()).boot_id,
    unit,
    scope: scope.scope,
    tools: { systemctl: '/usr/bin/systemctl', journalctl: '/usr/bin/journalctl' },
    home,
    runtime_folder,
    log_copy: FILE_COPY,
  });
}

/** Writes a unit with these lines of [Service]. */
export function installUnit(machine: Machine, scope: Scope, unit: string, ...lines: readonly string[]): void {
  machine.write(`${scope.units}/${unit}`, `[Service]\n${lines.join('\n')}\n`);
  machine.demand(...scope.systemctl, 'daemon-reload');
}

/** Takes it away with all that was laid over it in its runtime folder. */
export function removeUnit(machine: Machine, scope: Scope, unit: string): void {
  machine.remove(`${scope.units}/${unit}`);
  machine.remove(`${scope.drop_ins}/${unit}.d`);
  machine.demand(...scope.systemctl, 'daemon-reload');
}
