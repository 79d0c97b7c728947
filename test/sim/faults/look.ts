import type { HoldPointName, HoldPointRecord } from '../../../src/core/documents/sweep.ts';
import type { SimMachine } from '../../../src/sim/build.ts';
import { PORT, UNIT, UNIT_PATH } from '../../../src/sim/story/service.ts';
import type { SimulatedSweep } from '../../helpers/simulated-sweep.ts';

/** All hold points of that name, in the order of the journal. */
export function holdPointsOf({ journal }: SimulatedSweep, name: HoldPointName): readonly HoldPointRecord[] {
  return journal.flatMap(({ record }) =>
    record.type === 'holdpoint' && record.result.name === name ? [record.result] : [],
  );
}

/** Signals that Holdpoint has sent, by the journal. */
export function signalsOf({
  journal,
}: SimulatedSweep): readonly { readonly signal: string; readonly pids: readonly number[] }[] {
  return journal.flatMap(({ record }) =>
    record.type === 'intent' && record.method === 'signal'
      ? [record.detail as { signal: string; pids: number[] }]
      : [],
  );
}

/** The command by which the unit's own file starts it. */
export function ownCommand(machine: SimMachine): string {
  return /^ExecStart=(.*)$/m.exec(machine.files.read(UNIT_PATH) ?? '')?.[1] ?? '';
}

/** What the kernel of the host itself says of the service: its command, and whether that has the port. */
export function serviceOn(machine: SimMachine): {
  readonly command: string | null;
  readonly listens: boolean;
} {
  const members = machine.kernel.inCgroup(`/system.slice/${UNIT}`);
  const main = members.find(({ ppid }) => ppid === 1) ?? null;
  const [socket] = machine.kernel.sockets('127.0.0.1', PORT);
  return {
    command: main === null ? null : main.argv.join(' '),
    listens: main !== null && socket?.owner.pid === main.pid,
  };
}

/** Drop-ins of the unit, also those for good. */
export function dropIns(machine: SimMachine): readonly string[] {
  return ['/run', '/etc'].flatMap((root) => machine.files.list(`${root}/systemd/system/${UNIT}.d`));
}

export function processesOf(machine: SimMachine, command: string) {
  return machine.kernel.processes().filter(({ argv }) => argv.join(' ') === command);
}
