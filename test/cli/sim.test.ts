import { existsSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { RunningCommand } from '../../src/cli/run-command.ts';
import type { Services } from '../../src/cli/services.ts';
import type { SimulationOptions } from '../../src/cli/simulation.ts';
import { FaultError, fault } from '../../src/core/fault.ts';
import type { ProcessRow } from '../../src/ports/host.ts';
import type { OperatorRequest } from '../../src/run/operator.ts';
import { host, row } from '../run/doctor/patient.ts';
import { holdpoint, type Setup } from './harness.ts';

/** Services around a simulation that only tells what it was asked for. */
function scene(command: Partial<RunningCommand> = {}) {
  const seen = {
    asked: null as SimulationOptions | null,
    stopped: 0,
    survivors: [] as readonly ProcessRow[],
    ran: [] as unknown[],
    env: {} as Readonly<Record<string, string | undefined>>,
    press: (() => {}) as (request: OperatorRequest) => void,
  };
  const services: Partial<Services> = {
    async simulate(options) {
      seen.asked = options;
      return {
        env: {
          HOLDPOINT_HOST: `sim:${options.dir}`,
          SIM_ROOT: `${options.dir}/root`,
          UNIT_FILE: `${options.dir}/root/etc/systemd/system/a.service`,
          PATH: `${options.dir}/bin`,
        },
        endpoint: 'http://127.0.0.1:30000',
        unit: 'a.service',
        unit_path: '/etc/systemd/system/a.service',
        configuration_file: '/t/sim/holdpoint.yaml',
        stop: async () => void (seen.stopped += 1),
      };
    },
    async command(argv, env, options) {
      seen.ran.push(argv, options);
      seen.env = env;
      return { ended: Promise.resolve(0), failure: () => null, kill() {}, ...command };
    },
    ownMachine: async () =>
      host({
        processes: async () => seen.survivors,
        environment: async () => ({ HOLDPOINT_HOST: `sim:${seen.asked?.dir}` }),
      }),
    operator: async () => ({
      latest: null,
      onRequest(listener) {
        queueMicrotask(() => listener('interrupt'));
        return () => undefined;
      },
      dispose: () => undefined,
    }),
  };
  return { seen, setup: (more: Setup = {}): Setup => ({ cwd: '/t', services, ...more }) };
}

test('runs until it is asked to end, says what to export and that nothing is real, and is switched off', async () => {
  const { seen, setup } = scene();
  const { code, stdout, stderr } = await holdpoint(['sim', '--dir', 'sim'], setup());
  expect(code).toBe(0);
  expect(seen.asked).toMatchObject({
    dir: '/t/sim',
    speed: 150,
    seed: 1,
    faults: [],
    devices: 8,
    port: 30_000,
  });
  expect(stdout).toContain(
    'export PATH=/t/sim/bin:$PATH HOLDPOINT_HOST=sim:/t/sim SIM_ROOT=/t/sim/root UNIT_FILE=/t/sim/root/etc/systemd/system/a.service\n',
  );
  expect(stdout).toContain('Everything on it is simulated');
  expect(stdout).toContain('$SIM_ROOT/etc/systemd/system/a.service');
  expect(stdout).toContain('http://127.0.0.1:30000');
  expect(stderr).toBe('the simulated host is switched off\n');
  expect(seen.stopped).toBe(1);
});

test('--json prints one document that says so too', async () => {
  const { setup } = scene();
  const called = await holdpoint(['sim', '--dir', 'sim', '--json'], setup());
  expect(called.json()).toMatchObject({
    command: 'sim',
    simulated: true,
    ok: true,
    data: { dir: '/t/sim', env: { SIM_ROOT: '/t/sim/root' }, unit: 'a.service', devices: 8 },
  });
  expect(await holdpoint(['sim', '--dir', 'sim', '--json', '--', 'ls'], setup())).toMatchObject({ code: 2 });
});

test('options go through; faults may be several', async () => {
  const { seen, setup } = scene();
  const words = '--speed 2000 --seed 7 --devices 16 --port 31000 --fault late-release --fault crash:kv@2';
  await holdpoint(['sim', '--dir', '/x', ...words.split(' ')], setup());
  expect(seen.asked).toMatchObject({
    dir: '/x',
    speed: 2000,
    seed: 7,
    devices: 16,
    port: 31_000,
    faults: ['late-release', 'crash:kv@2'],
  });
});

test('a command runs inside with its own options, and its exit code is ours', async () => {
  const { seen, setup } = scene({ ended: Promise.resolve(7) });
  const { code, stdout } = await holdpoint(
    ['sim', '--dir', 'sim', '--', 'bash', '-c', 'exit 7', '--json'],
    setup({ env: { PATH: '/usr/bin' } }),
  );
  expect(code).toBe(7);
  expect(stdout).toBe('');
  expect(seen.ran).toEqual([['bash', '-c', 'exit 7', '--json'], { own_group: false }]);
  expect(seen.env).toMatchObject({
    PATH: '/t/sim/bin:/usr/bin',
    HOLDPOINT_HOST: 'sim:/t/sim',
    SIM_ROOT: '/t/sim/root',
    UNIT_FILE: '/t/sim/root/etc/systemd/system/a.service',
  });
  expect(seen.stopped).toBe(1);
});

test('without --dir it has a folder of its own, which is gone at the end', async () => {
  const { seen, setup } = scene();
  await holdpoint(['sim', '--', 'true'], setup());
  const { dir } = seen.asked ?? { dir: '' };
  expect(dir).toMatch(/holdpoint-sim-/);
  expect(existsSync(dir)).toBe(false);
});

test('what outlives it is named, and keeps the folder without which it would find the real programs', async () => {
  const { seen, setup } = scene();
  seen.survivors = [{ ...row, argv: ['./sweep.sh', '\x1b'] }];
  const { stderr } = await holdpoint(['sim', '--', 'true'], setup());
  const { dir } = seen.asked ?? { dir: '' };
  onTestFinished(() => rmSync(dir, { recursive: true }));
  expect(existsSync(dir)).toBe(true);
  expect(stderr).toContain(`pid ${row.pid} still runs: ./sweep.sh \\x1b\n`);
  expect(stderr).toContain(`remove ${dir} when it has ended`);
});

test('a command that cannot be started ends the simulation too', async () => {
  const { seen, setup } = scene({ ended: Promise.resolve(127), failure: () => 'there is no such program' });
  const { code, stderr } = await holdpoint(['sim', '--dir', 'sim', '--', 'nothing'], setup());
  expect(code).toBe(127);
  expect(stderr).toContain('nothing: there is no such program');
  expect(seen.stopped).toBe(1);
});

test.each([
  ['--dir x --speed 0', 'speed 0 is no speed'],
  ['--dir x --speed NaN', "'NaN' is invalid"],
  ['--dir x --devices 0', '0 devices cannot be simulated'],
  ['--dir x --devices 65', '65 devices cannot be simulated'],
  ['--dir x --devices 8.5', '8.5 devices cannot be simulated'],
  ['--dir x --devices many', 'many devices cannot be simulated'],
  ['--dir x --port 80', 'port 80 cannot be used'],
  ['--dir x --port 65536', 'port 65536 cannot be used'],
])('%s: one clear line, exit 2, and nothing is begun', async (words, message) => {
  const { seen, setup } = scene();
  const { code, stderr } = await holdpoint(
    ['sim', ...words.split(' ').filter((word) => word !== '')],
    setup(),
  );
  expect(code).toBe(2);
  expect(stderr.split('\n')[0]).toContain(message);
  expect(seen.asked).toBe(null);
});

test('a folder that is in use: exit 2', async () => {
  const { setup } = scene();
  const simulate = async () => {
    throw new FaultError(
      fault('usage', '/t/sim cannot be used for a simulation: a simulation (pid 7) runs in it'),
    );
  };
  const { services } = setup();
  const { code, stderr } = await holdpoint(
    ['sim', '--dir', 'sim'],
    setup({ services: { ...services, simulate } }),
  );
  expect(code).toBe(2);
  expect(stderr).toContain('a simulation (pid 7) runs in it');
});

test('whatever is answered on a simulated host says so, errors too', async () => {
  const on = await holdpoint(['sweep', '--json', '-f', '/nothing'], {
    env: { HOLDPOINT_HOST: 'sim:/t/sim' },
  });
  const off = await holdpoint(['sweep', '--json', '-f', '/nothing']);
  expect([on.json().simulated, off.json().simulated]).toEqual([true, false]);
});
