import { describe, expect, test } from 'vitest';
import { DROP_IN, ENABLED, UNIT_PATH, world } from './fixture.ts';

const PLAIN = `[Service]\nExecStart=/opt/server\nTimeoutStopSec=5\n${ENABLED}`;
const dropIn = (folder: string, name: string) => `${folder}/systemd/system/llm.service.d/${name}.conf`;

describe('drop-ins', () => {
  test('are merged by file name over all folders; the same name in /etc hides the one in /run', async () => {
    const { unit, show, machine } = world();
    machine.files.write(dropIn('/run', '90-y'), '[Service]\nTimeoutStopSec=9\n');
    machine.files.write(dropIn('/etc', '60-y'), '[Service]\nTimeoutStopSec=6\nRestartSec=6\n');
    await unit(PLAIN);
    expect(await show('TimeoutStopUSec', 'RestartUSec', 'DropInPaths')).toEqual({
      RestartUSec: '6s',
      TimeoutStopUSec: '9s',
      DropInPaths: `${dropIn('/etc', '60-y')} ${dropIn('/run', '90-y')}`,
    });
    machine.files.write(dropIn('/etc', '90-y'), '[Service]\nTimeoutStopSec=8\n');
    await unit(PLAIN);
    expect((await show('TimeoutStopUSec')).TimeoutStopUSec).toBe('8s');
  });

  test('for all units of a prefix, and for all services, count too; other suffixes do not', async () => {
    const { systemctl, machine } = world();
    machine.files.write('/etc/systemd/system/sglang-k26.service', '[Service]\nExecStart=/opt/server\n');
    machine.files.write('/etc/systemd/system/sglang-.service.d/a.conf', '[Service]\nRestartSec=3\n');
    machine.files.write('/run/systemd/system/service.d/b.conf', '[Service]\nTimeoutStopSec=4\n');
    machine.files.write('/run/systemd/system/sglang-k26.service.d/c.tmp', '[Service]\nRestart=always\n');
    const { stdout } = await systemctl('show', 'sglang-k26', '-p', 'Restart,RestartUSec,TimeoutStopUSec');
    expect(stdout).toBe('Restart=no\nRestartUSec=3s\nTimeoutStopUSec=4s\n');
  });

  test('an empty assignment resets a list', async () => {
    const { unit, show, machine } = world();
    machine.files.write(
      DROP_IN,
      '[Service]\nExecStart=\nExecStart=/opt/server new\nEnvironment=\nEnvironment=B=2\n',
    );
    await unit(PLAIN.replace('[Service]', '[Service]\nEnvironment=A=1'));
    expect(await show('ExecStart', 'Environment', 'LoadState')).toMatchObject({
      ExecStart: expect.stringContaining('argv[]=/opt/server new ;'),
      Environment: 'B=2',
      LoadState: 'loaded',
    });
  });
});

test('a second ExecStart spoils the unit and leaves the old process serving', async () => {
  const { unit, show, systemctl, machine, manager, advance } = world();
  await unit(PLAIN);
  await systemctl('start', 'llm');
  const { MainPID } = await show('MainPID');
  machine.files.write(DROP_IN, '[Service]\nExecStart=/usr/bin/true\n');
  await systemctl('daemon-reload');
  expect(await show('LoadState', 'ActiveState', 'MainPID', 'LoadError', 'DropInPaths')).toEqual({
    MainPID,
    LoadState: 'bad-setting',
    ActiveState: 'active',
    DropInPaths: DROP_IN,
    LoadError: 'org.freedesktop.systemd1.BadUnitSetting "Unit llm.service has a bad unit file setting."',
  });
  expect(await systemctl('restart', 'llm')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(
      'Failed to restart llm.service: Unit llm.service has a bad unit file setting.\n' +
        "See system logs and 'systemctl status llm.service' for details.\n",
    ),
  });
  expect(manager.journal.at(manager.journal.length)?.fields['MESSAGE']).toBe(
    'llm.service: Service has more than one ExecStart= setting, which is only allowed for Type=oneshot services. Refusing.',
  );
  const stop = systemctl('stop', 'llm');
  await advance(0);
  expect((await stop).code).toBe(0);
});

test('what cannot be read is remarked with file and line, and the rest counts', async () => {
  const { unit, show, lines } = world();
  await unit(
    'garbage\n[Service]\nExecStart=/opt/server\nFoo=bar\nRestart=sometimes\nTimeoutStopSec=banana\nRestartSec=1.5\n' +
      'nonsense line\n[X-Other]\nA=1\n[Weird]\nB=1\n[Install]\nWantedBy=multi-user.target\n',
  );
  expect(await show('LoadState', 'Restart', 'RestartUSec', 'TimeoutStopUSec')).toEqual({
    Restart: 'no',
    RestartUSec: '1.500000s',
    TimeoutStopUSec: '1min 30s',
    LoadState: 'loaded',
  });
  expect(lines().map((line) => line.replace(`${UNIT_PATH}:`, ''))).toEqual([
    '1: Assignment outside of section. Ignoring.',
    "8: Missing '=', ignoring line.",
    "11: Unknown section 'Weird'. Ignoring.",
    "4: Unknown key 'Foo' in section [Service], ignoring.",
    '5: Failed to parse service restart specifier, ignoring: sometimes',
    '6: Failed to parse time value, ignoring: banana',
  ]);
});

describe('daemon-reload', () => {
  test('nothing on disk counts before it, and it says so', async () => {
    const { unit, show, systemctl, machine } = world();
    machine.files.write(DROP_IN, '[Service]\nTimeoutStopSec=7\n');
    await unit(PLAIN);
    machine.files.write(DROP_IN, '[Service]\nTimeoutStopSec=8\n');
    expect(await show('TimeoutStopUSec', 'NeedDaemonReload')).toEqual({
      TimeoutStopUSec: '7s',
      NeedDaemonReload: 'yes',
    });
    expect((await systemctl('start', 'llm')).stderr).toBe(
      "Warning: The unit file, source configuration file or drop-ins of llm.service changed on disk. Run 'systemctl daemon-reload' to reload units.\n",
    );
    await systemctl('daemon-reload');
    expect(await show('TimeoutStopUSec', 'NeedDaemonReload')).toEqual({
      TimeoutStopUSec: '8s',
      NeedDaemonReload: 'no',
    });
  });

  test('a new folder of drop-ins is not noticed, a new file in a known one is', async () => {
    const { unit, show, machine, systemctl } = world();
    await unit(PLAIN);
    machine.files.write(DROP_IN, '[Service]\nTimeoutStopSec=8\n');
    expect((await show('NeedDaemonReload')).NeedDaemonReload).toBe('no');
    await systemctl('daemon-reload');
    machine.files.write(dropIn('/run', 'zzz'), '[Service]\nTimeoutStopSec=9\n');
    expect((await show('NeedDaemonReload')).NeedDaemonReload).toBe('yes');
  });

  test('a unit whose file is gone goes on running', async () => {
    const { unit, show, systemctl, machine } = world();
    await unit(PLAIN);
    await systemctl('start', 'llm');
    machine.files.remove(UNIT_PATH);
    await systemctl('daemon-reload');
    expect(await show('LoadState', 'ActiveState', 'FragmentPath')).toEqual({
      LoadState: 'not-found',
      ActiveState: 'active',
      FragmentPath: '',
    });
  });
});

describe('a unit that is not enabled', () => {
  const LOOSE = '[Service]\nExecStart=/opt/server --on-term 0\n';

  test('is forgotten once it is inactive, with its id and its exit', async () => {
    const { unit, show, systemctl, advance } = world();
    await unit(LOOSE);
    await systemctl('start', 'llm');
    const stop = systemctl('stop', 'llm');
    await advance(50);
    await stop;
    expect(await show('InvocationID', 'ExecMainPID', 'ExecMainCode', 'ActiveState', 'UnitFileState')).toEqual(
      {
        ExecMainPID: '0',
        ExecMainCode: '0',
        ActiveState: 'inactive',
        UnitFileState: 'static',
        InvocationID: '',
      },
    );
    for (const verb of ['reset-failed', 'kill'])
      expect(await systemctl(verb, 'llm')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Unit llm.service not loaded.\n'),
      });
  });

  test('is kept while it is failed, until reset-failed', async () => {
    const { unit, show, systemctl, advance } = world();
    await unit(LOOSE);
    await systemctl('start', 'llm');
    await systemctl('kill', '-s', 'KILL', 'llm');
    await advance(50);
    expect(await show('ExecMainCode', 'ActiveState')).toEqual({ ExecMainCode: '2', ActiveState: 'failed' });
    expect((await systemctl('reset-failed', 'llm')).code).toBe(0);
    expect(await show('ExecMainCode', 'InvocationID')).toEqual({ ExecMainCode: '0', InvocationID: '' });
  });

  test('while it is inactive the disk is what counts, reload or not', async () => {
    const { unit, show, machine } = world();
    await unit(LOOSE);
    machine.files.write(DROP_IN, '[Service]\nTimeoutStopSec=8\n');
    expect(await show('TimeoutStopUSec', 'NeedDaemonReload')).toEqual({
      TimeoutStopUSec: '8s',
      NeedDaemonReload: 'no',
    });
  });
});

test('an empty unit file masks', async () => {
  const { unit, show, systemctl } = world();
  await unit('');
  expect(await show('LoadState', 'UnitFileState')).toEqual({ LoadState: 'masked', UnitFileState: 'masked' });
  expect(await systemctl('start', 'llm')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Failed to start llm.service: Unit llm.service is masked.\n',
  });
});

test('kinds of services that are not simulated are refused, not played as simple', async () => {
  const { unit, show, lines } = world();
  await unit(`[Service]\nType=notify\nExecStart=/opt/server\n${ENABLED}`);
  expect((await show('LoadState')).LoadState).toBe('bad-setting');
  expect(lines()[0]).toBe(`${UNIT_PATH}:2: Type=notify is not simulated.`);
});
