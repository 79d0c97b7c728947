import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SystemdSupervisor } from '../../../../src/adapters/supervisor/systemd/supervisor.ts';
import type { Grant, Right } from '../../../../src/ports/supervisor.ts';
import { until } from '../../../contract/until.ts';
import { grantsOf, installGrant, mayReadJournal, namesOf } from './grants.ts';
import type { HostOfMachine } from './host-of.ts';
import { limitedScope, supervisorIn } from './scope.ts';
import { test as base, type UnitLab } from './unit-lab.ts';
import { type MachineUser, userOf } from './user-of.ts';

/** polkit reads changed rules by itself, after a moment; asking without a pause would only hold it up. */
const POLKIT_SETTLES = () => new Promise<void>((resolve) => setTimeout(resolve, 200));

/** A user without any right of her own but to read the journal, and her unit of the system, which runs. */
export class Limited {
  readonly lab: UnitLab;
  readonly user: MachineUser;
  readonly supervisor: SystemdSupervisor;
  readonly #installed = new Map<string, string>();

  constructor(lab: UnitLab, user: MachineUser, supervisor: SystemdSupervisor) {
    this.lab = lab;
    this.user = user;
    this.supervisor = supervisor;
  }

  rights(): Promise<readonly Right[]> {
    return this.supervisor.rights();
  }

  async missing(): Promise<readonly string[]> {
    return namesOf(await this.rights(), 'missing');
  }

  /** Root installs what was printed, and it has come into force. */
  async give(grants?: readonly Grant[]): Promise<void> {
    for (const grant of grants ?? grantsOf(await this.rights())) {
      installGrant(this.lab.machine, grant);
      this.#installed.set(grant.file, grant.text);
    }
    await until(async () => (await this.missing()).length === 0, POLKIT_SETTLES);
  }

  /** Takes something away again from the one file in which it is. */
  async take(part: string): Promise<void> {
    const [file, text] = [...this.#installed].find((entry) => entry[1].includes(part)) ?? [];
    if (file === undefined || text === undefined) throw new Error(`nobody was given ${part}`);
    const without = text.split('\n').filter((line) => !line.includes(part));
    this.lab.machine.write(file, isRule(file) ? text.replace(part, '') : without.join('\n'));
    await until(async () => (await this.missing()).length > 0, POLKIT_SETTLES);
  }

  async giveBack(): Promise<void> {
    for (const [file, text] of this.#installed) this.lab.machine.write(file, text);
    await until(async () => (await this.missing()).length === 0, POLKIT_SETTLES);
  }

  end(): void {
    for (const file of this.#installed.keys()) this.lab.machine.remove(file);
  }
}

/** Its rule is one expression, the others are lines. */
function isRule(file: string): boolean {
  return file.endsWith('.rules');
}

/** `test` with such a user. */
export const test = base.extend<{
  bench: MachineUser;
  journal_group: number;
  there: HostOfMachine;
  limited: Limited;
}>({
  bench: [async ({ machine }, use) => use(userOf(machine)), { scope: 'file' }],
  journal_group: [async ({ machine, bench }, use) => use(mayReadJournal(machine, bench)), { scope: 'file' }],
  there: [
    async ({ machine, bench, journal_group }, use) => {
      const { there } = limitedScope(machine, bench, [journal_group]);
      await use(there);
      there.close();
    },
    { scope: 'file' },
  ],
  limited: async ({ lab, machine, bench, there }, use) => {
    const model = await lab.model('count');
    for (const folder of [machine.shared, dirname(model)]) chmodSync(folder, 0o755);
    lab.install(await lab.server('-np', '1'), `User=${bench.name}`);
    await lab.begin();
    const scope = { ...limitedScope(machine, bench), there };
    const limited = new Limited(lab, bench, await supervisorIn(scope, lab.unit));
    await use(limited);
    limited.end();
  },
});
