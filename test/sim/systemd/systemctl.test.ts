import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PROPERTIES } from '../../../src/sim/systemd/systemctl/properties.ts';
import { DROP_IN, ENABLED, world } from './fixture.ts';

/** Names in the order in which `systemctl show` of systemd 252 printed them for a running service. */
const CAPTURED_ORDER = readFileSync(new URL('../../fixtures/systemd/show-order.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const UNIT = `[Unit]\nDescription=LLM test server\n[Service]\nExecStart=/opt/server --port 30000 "a b"\n${ENABLED}`;

async function running() {
  const built = world();
  await built.unit(UNIT);
  await built.systemctl('start', 'llm');
  return { ...built, pid: built.started[0]?.pid ?? 0 };
}

describe('show', () => {
  test('has the order of systemd, whatever order is asked', async () => {
    const { systemctl } = await running();
    const ours = PROPERTIES.map(({ name }) => name).filter((name) => CAPTURED_ORDER.includes(name));
    expect(ours).toEqual(CAPTURED_ORDER.filter((name) => ours.includes(name)));
    expect(ours.length).toBeGreaterThan(70);
    const { stdout } = await systemctl(
      'show',
      '-p',
      'SubState,Id',
      '--property=NoSuch,MainPID',
      'llm',
      '-p',
      'Id',
    );
    expect(stdout.split('\n').map((line) => line.split('=')[0])).toEqual(['MainPID', 'Id', 'SubState', '']);
  });

  test('without names it leaves out what is empty, with names it does not', async () => {
    const { systemctl } = await running();
    expect((await systemctl('show', 'llm')).stdout).not.toMatch(/=$/m);
    expect((await systemctl('show', 'llm', '-p', 'Job,StatusText,DropInPaths')).stdout).toBe(
      'StatusText=\nDropInPaths=\nJob=\n',
    );
  });

  test('ExecStart in the form that cannot be read back', async () => {
    const { systemctl, pid, advance } = await running();
    const read = async () => (await systemctl('show', 'llm', '-p', 'ExecStart')).stdout;
    expect(await read()).toBe(
      'ExecStart={ path=/opt/server ; argv[]=/opt/server --port 30000 a b ; ignore_errors=no ; ' +
        `start_time=[Tue 2030-01-01 00:00:00 UTC] ; stop_time=[n/a] ; pid=${pid} ; code=(null) ; status=0/0 }\n`,
    );
    await systemctl('daemon-reload');
    expect(await read()).toContain('start_time=[n/a] ; stop_time=[n/a] ; pid=0 ;');
    await systemctl('kill', '-s', 'KILL', 'llm');
    await advance(50);
    expect(await read()).toContain(
      `stop_time=[Tue 2030-01-01 00:00:00 UTC] ; pid=${pid} ; code=killed ; status=9/KILL }\n`,
    );
  });

  test('times in every style, monotonic ones in microseconds since boot', async () => {
    const { systemctl, machine } = await running();
    const names =
      'ActiveEnterTimestamp,ActiveEnterTimestampMonotonic,ActiveExitTimestamp,ActiveExitTimestampMonotonic';
    const read = async (...style: string[]) => (await systemctl('show', 'llm', '-p', names, ...style)).stdout;
    const monotonic = (machine.time.now() - machine.kernel.booted_at) * 1000;
    const form = (text: string) =>
      `ActiveEnterTimestamp=${text}\nActiveEnterTimestampMonotonic=${monotonic}\nActiveExitTimestamp=\nActiveExitTimestampMonotonic=0\n`;
    expect(await read()).toBe(form('Tue 2030-01-01 00:00:00 UTC'));
    expect(await read('--timestamp=unix')).toBe(form('@1893456000'));
    expect(await read('--timestamp=us+utc')).toBe(form('Tue 2030-01-01 00:00:00.000000 UTC'));
    expect(await systemctl('show', 'llm', '--timestamp=foo')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Invalid value: foo.\n',
    });
  });

  test('an unknown unit is no error; several units are separated by an empty line', async () => {
    const { systemctl } = await running();
    expect(await systemctl('show', 'nosuch', 'llm', '-p', 'LoadState,Id,ExecStart')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Id=nosuch\.service\nLoadState=not-found\n\nExecStart=.*\nId=llm\.service\nLoadState=loaded\n$/,
      ),
    });
    expect((await systemctl('show', 'llm', '-p', 'Id,SubState', '--value')).stdout).toBe(
      'llm.service\nrunning\n',
    );
    expect((await systemctl('show', '-P', 'Id', 'llm')).stdout).toBe('llm.service\n');
  });

  test('what was kept is not shown after a change', async () => {
    const { systemctl, show, advance } = await running();
    const before = await show('ActiveState', 'InvocationID', 'MainPID');
    const restart = systemctl('restart', 'llm');
    await advance(50);
    await restart;
    const after = await show('ActiveState', 'InvocationID', 'MainPID');
    expect(after['MainPID']).not.toBe(before['MainPID']);
    expect(after['InvocationID']).not.toBe(before['InvocationID']);
  });
});

test('status of a running, a stopped and a failed unit', async () => {
  const { systemctl, machine, advance, pid } = await running();
  machine.files.write(DROP_IN, '[Service]\nRestart=no\n');
  await systemctl('daemon-reload');
  await advance(2500);
  expect(await systemctl('status', 'llm', '--no-pager')).toEqual({
    code: 0,
    stderr: '',
    stdout: [
      '● llm.service - LLM test server',
      '     Loaded: loaded (/etc/systemd/system/llm.service; enabled; preset: enabled)',
      '    Drop-In: /run/systemd/system/llm.service.d',
      '             └─zz-tool.conf',
      '     Active: active (running) since Tue 2030-01-01 00:00:00 UTC; 2s ago',
      `   Main PID: ${pid} (server)`,
      '     CGroup: /system.slice/llm.service',
      `             └─${pid} /opt/server --port 30000 "a b"`,
      '',
      'Jan 01 00:00:00 gpu01 systemd[1]: Started llm.service - LLM test server.',
      '',
    ].join('\n'),
  });
  await systemctl('kill', '-s', 'KILL', 'llm');
  await advance(100);
  const { code, stdout } = await systemctl('status', 'llm', '-n0');
  expect(code).toBe(3);
  expect(stdout.split('\n').slice(4)).toEqual([
    '     Active: failed (Result: signal) since Tue 2030-01-01 00:00:02 UTC; 100ms ago',
    '   Duration: 2.500s',
    `    Process: ${pid} ExecStart=/opt/server --port 30000 a b (code=killed, signal=KILL)`,
    `   Main PID: ${pid} (code=killed, signal=KILL)`,
    '',
  ]);
});

// Exit codes and texts of systemd 252.
test.each([
  [['start', 'nosuch'], 5, 'Failed to start nosuch.service: Unit nosuch.service not found.\n'],
  [['stop', 'nosuch'], 5, 'Failed to stop nosuch.service: Unit nosuch.service not loaded.\n'],
  [['restart', 'nosuch'], 5, 'Failed to restart nosuch.service: Unit nosuch.service not found.\n'],
  [['kill', 'nosuch'], 1, 'Failed to kill unit nosuch.service: Unit nosuch.service not loaded.\n'],
  [['status', 'nosuch'], 4, 'Unit nosuch.service could not be found.\n'],
  [['cat', 'nosuch'], 1, 'No files found for nosuch.service.\n'],
  [
    ['is-enabled', 'nosuch'],
    1,
    'Failed to get unit file state for nosuch.service: No such file or directory\n',
  ],
  [
    ['reset-failed', 'nosuch'],
    1,
    'Failed to reset failed state of unit nosuch.service: Unit nosuch.service not loaded.\n',
  ],
  [['frobnicate'], 1, 'Unknown command verb frobnicate.\n'],
  [['--frob'], 1, "systemctl: unrecognized option '--frob'\n"],
  [['start'], 1, 'Too few arguments.\n'],
  [['show', '-p'], 1, "systemctl: option requires an argument -- 'p'\n"],
  [['kill', '-s', 'FOO', 'llm'], 1, 'Failed to parse signal string "FOO".\n'],
  [['kill', '--kill-whom=foo', 'llm'], 1, 'Failed to kill unit llm.service: Invalid who argument foo\n'],
  [['kill', '--kill-who=control', 'llm'], 1, 'Failed to kill unit llm.service: No control process to kill\n'],
  [
    ['start', '--job-mode=banana', 'llm'],
    1,
    "Failed to start llm.service: Job mode banana invalid\nSee system logs and 'systemctl status llm.service' for details.\n",
  ],
  [
    ['show', 'foo@.service'],
    1,
    'Failed to get properties: Unit name foo@.service is neither a valid invocation ID nor unit name.\n',
  ],
])('systemctl %j ends with %i', async (argv, code, stderr) => {
  const { systemctl } = await running();
  expect(await systemctl(...argv)).toEqual({ code, stdout: '', stderr });
});

test('the short questions', async () => {
  const { systemctl } = await running();
  const ask = async (...argv: string[]) => {
    const { code, stdout } = await systemctl(...argv);
    return [code, stdout];
  };
  expect(await ask('is-active', 'nosuch')).toEqual([3, 'inactive\n']);
  expect(await ask('is-active', 'nosuch', 'llm')).toEqual([0, 'inactive\nactive\n']);
  expect(await ask('-q', 'is-active', 'llm')).toEqual([0, '']);
  expect(await ask('is-failed', 'llm')).toEqual([1, 'active\n']);
  expect(await ask('is-enabled', 'llm')).toEqual([0, 'enabled\n']);
  expect(await ask('list-jobs')).toEqual([0, 'No jobs running.\n']);
  expect((await ask('--version'))[1]).toMatch(/^systemd 252 \(252\.38/);
  expect(await ask('cat', 'llm')).toEqual([0, `# /etc/systemd/system/llm.service\n${UNIT}`]);
  expect(await ask('--system', '--no-pager', '--no-ask-password', 'show', '-p', 'Id', '--', 'llm')).toEqual([
    0,
    'Id=llm.service\n',
  ]);
  expect(await ask('disable', 'llm')).toEqual([0, '']);
  expect(await ask('is-enabled', 'llm')).toEqual([1, 'disabled\n']);
});
