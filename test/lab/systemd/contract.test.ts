import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { defined, serverDefinition } from '../../adapters/supervisor/process/subject.ts';
import { program } from '../../adapters/support/programs.ts';
import { contractOfSupervisor, type SupervisorSubject } from '../../contract/supervisor.ts';
import { until } from '../../contract/until.ts';
import { describeReal } from '../../helpers/real-things.ts';
import { grantsOf, installGrant, mayReadJournal, namesOf } from '../support/systemd/grants.ts';
import { Machine } from '../support/systemd/machine.ts';
import {
  installUnit,
  limitedScope,
  removeUnit,
  type Scope,
  supervisorIn,
  systemScope,
  userScope,
} from '../support/systemd/scope.ts';
import { type MachineUser, startManager, userOf } from '../support/systemd/user-of.ts';

describeReal(['systemd', 'polkit', 'sudo'], 'a real systemd', () => {
  let machine: Machine;
  let system: Scope;
  let user: Scope;
  let bench: MachineUser;
  let limited: Scope;

  beforeAll(async () => {
    machine = await Machine.start();
    system = systemScope(machine);
    bench = userOf(machine);
    startManager(machine, bench);
    user = userScope(machine, bench);
    limited = limitedScope(machine, bench, [mayReadJournal(machine, bench)]);
  });
  afterAll(() => machine.end());

  contractOfSupervisor('system scope', () => subjectOf(machine, system), 'unit');
  contractOfSupervisor('user scope', () => subjectOf(machine, user), 'unit');
  contractOfSupervisor(
    'system scope, with exactly the rights that were asked for',
    () => limitedSubject(machine, limited, bench),
    'unit',
  );
});

let units = 0;

/** A unit that is installed and has never run. */
async function subjectOf(
  machine: Machine,
  scope: Scope,
  ...more: readonly string[]
): Promise<SupervisorSubject> {
  const unit = `llm-${units++}.service`;
  const command = `${process.execPath} ${program('server.mjs')} listening 0`;
  installUnit(machine, scope, unit, `ExecStart=${command}`, 'Restart=always', ...more);
  const folder = mkdtempSync(join(machine.shared, 'logs-'));
  let logs = 0;
  return {
    supervisor: await supervisorIn(scope, unit),
    host: scope.there.host,
    again: () => supervisorIn(scope, unit),
    logFile: () => join(folder, `${logs++}.log`),
    programs: {
      steady: serverDefinition('steady'),
      failing: serverDefinition('failing'),
      deaf: serverDefinition('deaf'),
      family: serverDefinition('family'),
      missing: defined(['/nowhere/no-such-server']),
    },
    dispose: async () => removeUnit(machine, scope, unit),
  };
}

/** The same for a user without any right, to whom root gives what she is told to ask for, and nothing else. */
async function limitedSubject(
  machine: Machine,
  scope: Scope,
  { name }: MachineUser,
): Promise<SupervisorSubject> {
  const subject = await subjectOf(machine, scope, `User=${name}`);
  const rights = async () => (await subject.supervisor.rights?.()) ?? [];
  const grants = grantsOf(await rights());
  for (const grant of grants) installGrant(machine, grant);
  await until(async () => namesOf(await rights(), 'missing').length === 0);
  return {
    ...subject,
    async dispose() {
      for (const { file } of grants) machine.remove(file);
      await subject.dispose();
    },
  };
}
