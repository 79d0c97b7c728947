import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SystemdSupervisor } from '../../../src/adapters/supervisor/systemd/supervisor.ts';
import type { Generation } from '../../../src/core/generation.ts';
import { serverDefinition } from '../../adapters/supervisor/process/subject.ts';
import { program } from '../../adapters/support/programs.ts';
import { until } from '../../contract/until.ts';
import { describeReal } from '../../helpers/real-things.ts';
import { hostOf } from '../support/systemd/host-of.ts';
import { Machine } from '../support/systemd/machine.ts';
import { installUnit, removeUnit, type Scope, supervisorIn, systemScope } from '../support/systemd/scope.ts';
import { userOf } from '../support/systemd/user-of.ts';

const UNIT = 'llm.service';
const STEADY = `ExecStart=${process.execPath} ${program('server.mjs')} steady`;

describeReal(['systemd'], 'a unit of a real systemd', () => {
  let machine: Machine;
  let system: Scope;
  /** Somebody without any right on it. */
  let stranger: Scope;

  beforeAll(async () => {
    machine = await Machine.start();
    system = systemScope(machine);
    stranger = { ...system, there: hostOf(machine, userOf(machine)) };
  });
  afterEach(() => {
    machine.run(['systemctl', 'stop', UNIT]);
    removeUnit(machine, system, UNIT);
  });
  afterAll(() => machine.end());

  async function stop(supervisor: SystemdSupervisor, generation: Generation): Promise<void> {
    await supervisor.signal(generation, (await supervisor.life(generation)).members, 'TERM');
    await until(async () => (await supervisor.life(generation)).members.length === 0);
  }

  test('at its limit of starts: lifted, and a new generation', async () => {
    installUnit(machine, system, UNIT, STEADY, '[Unit]', 'StartLimitIntervalSec=3600', 'StartLimitBurst=1');
    // a unit that nothing refers to is forgotten when it ends, and its limit with it
    installUnit(
      machine,
      system,
      'keeper.service',
      'ExecStart=/bin/sleep infinity',
      '[Unit]',
      `After=${UNIT}`,
    );
    machine.demand('systemctl', 'start', 'keeper');
    const supervisor = await supervisorIn(system, UNIT);
    // prepared once: a reload may forget the limit too
    const prepared = await supervisor.prepare(await supervisor.own(), '/dev/null');
    const first = await supervisor.start(prepared);
    await stop(supervisor, first);
    const second = await supervisor.start(prepared);
    expect(second.id).not.toBe(first.id);
    expect((await supervisor.life(second)).alive).toBe(true);
    expect(machine.demand('journalctl', '-u', UNIT)).toContain('Start request repeated too quickly');
    machine.demand('systemctl', 'stop', 'keeper');
    removeUnit(machine, system, 'keeper.service');
  });

  test('on which somebody else acts: lock-held, nothing written', async () => {
    installUnit(machine, system, UNIT, STEADY, 'ExecStartPre=/bin/sleep 600');
    machine.demand('systemctl', 'start', '--no-block', UNIT);
    const supervisor = await supervisorIn(system, UNIT);
    await expect(supervisor.prepare(serverDefinition('deaf'), '/dev/null')).rejects.toMatchObject({
      fault: { name: 'lock-held' },
    });
    expect(machine.read(`/run/systemd/system/${UNIT}.d/zz-holdpoint.conf`)).toBeNull();
  });

  test('seen by somebody without rights: its state is known, its log is unreadable and not empty', async () => {
    installUnit(machine, system, UNIT, STEADY);
    machine.demand('systemctl', 'start', UNIT);
    const supervisor = await supervisorIn(stranger, UNIT);
    const { generation, members } = await supervisor.present();
    if (generation === null) throw new Error('it is not seen');
    expect(members).toMatchObject([{ pid: generation.pid }]);
    expect(await supervisor.log(generation, 0)).toMatchObject({ lines: [], readable: false });
    const root = await supervisorIn(system, UNIT);
    await until(async () => (await root.log(generation, 0)).lines.some((line) => line.text === 'up'));
  });

  test('touched by somebody without rights: permission, and nothing has happened', async () => {
    installUnit(machine, system, UNIT, STEADY);
    machine.demand('systemctl', 'start', UNIT);
    const supervisor = await supervisorIn(stranger, UNIT);
    const { generation, members } = await supervisor.present();
    if (generation === null) throw new Error('it is not seen');
    const denied = { fault: { name: 'permission' } };
    await expect(supervisor.prepare(serverDefinition('deaf'), '/dev/null')).rejects.toMatchObject(denied);
    await expect(supervisor.signal(generation, members, 'TERM')).rejects.toMatchObject(denied);
    expect(machine.run(['ls', `/run/systemd/system/${UNIT}.d`]).code).not.toBe(0);
    expect((await supervisor.present()).generation).toEqual(generation);
  });
});
