import type { Grant, Right } from '../../../../src/ports/supervisor.ts';
import type { Machine } from './machine.ts';
import type { MachineUser } from './user-of.ts';

/** What a doctor has printed for these rights, each file once. */
export function grantsOf(rights: readonly Right[]): readonly Grant[] {
  return [
    ...new Map(rights.flatMap(({ grant }) => (grant === undefined ? [] : [[grant.file, grant]]))).values(),
  ];
}

/** Installs a text as root does who was shown it; polkit reads its rules anew by itself. */
export function installGrant(machine: Machine, { file, mode, text }: Grant): void {
  machine.write(file, text);
  machine.demand('chmod', mode, file);
  if (file.startsWith('/etc/sudoers.d/')) machine.demand('visudo', '--check');
}

/** The id of the group by which logs may be read, with this user in it. */
export function mayReadJournal(machine: Machine, { name }: MachineUser): number {
  machine.demand('usermod', '-aG', 'systemd-journal', name);
  return Number(machine.demand('getent', 'group', 'systemd-journal').split(':')[2]);
}

export function namesOf(rights: readonly Right[], state: Right['state']): readonly string[] {
  return rights.filter((right) => right.state === state).map(({ name }) => name);
}
