import type { Machine } from './machine.ts';

/** A user of a machine who is in no other group than her own. */
export interface MachineUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
  readonly runtime_folder: string;
}

export function userOf(machine: Machine, name = 'bench'): MachineUser {
  machine.demand('useradd', '--create-home', '--user-group', name);
  const [, , uid, gid, , home = ''] = machine.demand('getent', 'passwd', name).split(':');
  const user = { name, uid: Number(uid), gid: Number(gid), home, runtime_folder: `/run/user/${uid}` };
  machine.demand('install', '-d', '-o', name, '-g', name, '-m', '0700', user.runtime_folder);
  return user;
}

/** Starts the user's own manager, as a login or lingering does. */
export function startManager(machine: Machine, { uid }: MachineUser): void {
  machine.demand('systemctl', 'start', `user@${uid}.service`);
}

/** The words before a command that make this user run it there. */
export function asUser(user: MachineUser, groups: readonly number[] = []): readonly string[] {
  const beside = groups.length === 0 ? '--clear-groups' : `--groups=${groups.join(',')}`;
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, beside];
  return ['setpriv', ...ids, 'env', `HOME=${user.home}`, `XDG_RUNTIME_DIR=${user.runtime_folder}`];
}
