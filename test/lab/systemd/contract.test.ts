import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { defined, serverDefinition } from '../../adapters/supervisor/process/subject.ts';
import { program } from '../../adapters/support/programs.ts';
import { contractOfSupervisor, type SupervisorSubject } from '../../contract/supervisor.ts';
import { describeReal } from '../../helpers/real-things.ts';
import { Machine } from '../support/systemd/machine.ts';
import {
  installUnit,
  removeUnit,
  type Scope,
  supervisorIn,
  systemScope,
  userScope,
} from '../support/systemd/scope.ts';
import { startManager, userOf } from '../support/systemd/user-of.ts';

describeReal(['systemd'], 'a real systemd', () => {
  let machine: Machine;
  let system: Scope;
  let user: Scope;

  beforeAll(async () => {
    machine = await Machine.start();
    system = systemScope(machine);
    const bench = userOf(machine);
    startManager(machine, bench);
    user = userScope(machine, bench);
  });
  afterAll(() => machine.end());

  contractOfSupervisor('system scope', () => subjectOf(machine, system), 'unit');
  contractOfSupervisor('user scope', () => subjectOf(machine, user), 'unit');
});

let units = 0;

/** A unit that is installed and has never run. */
async function subjectOf(machine: Machine, scope: Scope): Promise<SupervisorSubject> {
  const unit = `llm-${units++}.service`;
  const command = `${process.execPath} ${program('server.mjs')} listening 0`;
  installUnit(machine, scope, unit, `ExecStart=${command}`, 'Restart=always');
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
