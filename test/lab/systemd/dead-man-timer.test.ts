import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SystemdDeadMan } from '../../../src/adapters/dead-man/systemd.ts';
import { until } from '../../contract/until.ts';
import { describeReal } from '../../helpers/real-things.ts';
import { hostOf } from '../support/systemd/host-of.ts';
import { Machine } from '../support/systemd/machine.ts';
import { type Scope, systemScope, userScope } from '../support/systemd/scope.ts';
import { startManager, userOf } from '../support/systemd/user-of.ts';

/** What systemd or a shell might make something else of. */
const ODD = 'a b"c\' $HOME $$ ${PATH} %n %% é;\\x41';

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describeReal(['systemd'], 'a dead-man timer of a real manager', () => {
  let machine: Machine;
  let scopes: Readonly<Record<'system' | 'user', Scope>>;

  beforeAll(async () => {
    machine = await Machine.start();
    const user = userOf(machine);
    startManager(machine, user);
    machine.demand('chmod', '1777', machine.shared);
    scopes = { system: systemScope(machine), user: userScope(machine, user) };
  });
  afterAll(() => machine.end());

  /** A timer whose restore writes down the words it was called with, and in whose name. */
  function timer({ there, runtime_folder }: Scope, scope: 'system' | 'user', name: string, after_ms = 2_000) {
    const file = join(machine.shared, name);
    const dead_man = new SystemdDeadMan({
      host: there.host,
      scope,
      tools: { systemctl: '/usr/bin/systemctl', systemd_run: '/usr/bin/systemd-run' },
      runtime_folder,
      after_ms,
      program: ['/bin/sh', '-c', 'printf "%s\\n" "$(id -u)" "$@" >"$0"', file],
      options: ['--tools-from-path'],
      path: '/usr/bin:/bin',
    });
    return { dead_man, fired: () => machine.read(file)?.split('\n').slice(0, -1) ?? null };
  }

  function timersOf({ systemctl }: Scope, run: string): readonly string[] {
    const listed = machine.demand(
      ...systemctl,
      'list-units',
      '--all',
      '--plain',
      '--no-legend',
      `*-${run}-*.timer`,
    );
    return listed.split('\n').flatMap((line) => line.split(' ')[0] || []);
  }

  test.concurrent.for(['system', 'user'] as const)(
    'of the %s: fires by itself, with the words that were meant',
    async (name) => {
      const scope = scopes[name];
      const run_id = `fires-${name}`;
      const { dead_man, fired } = timer(scope, name, run_id);
      const armed = await dead_man.arm({ run_id, dir: ODD, fence: 3 });
      expect(armed).toMatchObject({ armed: true, timer: `holdpoint-restore-${run_id}-3.timer` });
      const { uid } = await scope.there.host.identity();
      await until(fired);
      expect(fired()).toEqual([String(uid), 'dead-man', ODD, '--fence', '3', '--tools-from-path']);
    },
  );

  test.concurrent.for(['system', 'user'] as const)(
    'of the %s: does not fire while it is renewed, and not after it was disarmed',
    async (name) => {
      const run_id = `renewed-${name}`;
      const { dead_man, fired } = timer(scopes[name], name, run_id, 10_000);
      await dead_man.arm({ run_id, dir: '/d', fence: 1 });
      // more often than a unit may be started
      for (let beat = 0; beat < 8; beat += 1) await dead_man.renew();
      for (let beat = 0; beat < 6; beat += 1) {
        await later(2_000);
        await dead_man.renew();
      }
      expect(fired()).toBeNull();
      expect(timersOf(scopes[name], run_id)).toHaveLength(1);
      await dead_man.disarm();
      await dead_man.disarm();
      await dead_man.renew();
      expect(timersOf(scopes[name], run_id)).toEqual([]);
      expect(fired()).toBeNull();
    },
  );

  test.concurrent('that somebody took away is there again with the next sign of life', async () => {
    const { dead_man, fired } = timer(scopes.system, 'system', 'again');
    await dead_man.arm({ run_id: 'again', dir: '/d', fence: 1 });
    machine.demand('systemctl', 'stop', 'holdpoint-restore-again-1.timer');
    await dead_man.renew();
    await until(fired);
  });

  test.concurrent('of a later turn takes that of an earlier one away', async () => {
    const first = timer(scopes.system, 'system', 'first', 60_000);
    const second = timer(scopes.system, 'system', 'second', 60_000);
    await first.dead_man.arm({ run_id: 'turns', dir: '/d', fence: 1 });
    await second.dead_man.arm({ run_id: 'turns', dir: '/d', fence: 2 });
    expect(timersOf(scopes.system, 'turns')).toEqual(['holdpoint-restore-turns-2.timer']);
    await second.dead_man.disarm();
  });

  test('for somebody without rights on the system: said in words; with a manager that lingers, of that one', async () => {
    const { there, runtime_folder } = scopes.user;
    const stranger: Scope = { ...scopes.system, there, runtime_folder };
    const none = timer(stranger, 'system', 'none');
    const answer = await none.dead_man.arm({ run_id: 'none', dir: '/d', fence: 1 });
    expect(answer).toEqual({
      armed: false,
      why: expect.stringContaining("the system's manager refuses it: "),
    });
    const { user, uid } = await there.host.identity();
    machine.demand('mkdir', '-p', '/var/lib/systemd/linger');
    machine.demand('touch', `/var/lib/systemd/linger/${user}`);
    const { dead_man, fired } = timer(stranger, 'system', 'lingers');
    expect(await dead_man.arm({ run_id: 'lingers', dir: '/d', fence: 1 })).toMatchObject({
      armed: true,
      weakness: null,
    });
    await until(fired);
    expect(fired()?.[0]).toBe(String(uid));
  });

  test('where there is no systemd-run: said, and nothing is tried', async () => {
    const host = hostOf(machine);
    machine.demand('mv', '/usr/bin/systemd-run', '/usr/bin/systemd-run.away');
    const { dead_man } = timer({ ...scopes.system, there: host }, 'system', 'missing');
    expect(await dead_man.obstacle()).toBe('there is no /usr/bin/systemd-run');
    expect(await dead_man.arm({ run_id: 'missing', dir: '/d', fence: 1 })).toEqual({
      armed: false,
      why: 'there is no /usr/bin/systemd-run',
    });
    machine.demand('mv', '/usr/bin/systemd-run.away', '/usr/bin/systemd-run');
  });
});
