import { describe, expect, test } from 'vitest';
import { DROP_IN, ENABLED, UNIT_PATH, world } from './fixture.ts';

const unit = (command: string, more = '') => `[Service]\nExecStart=/opt/server ${command}\n${more}${ENABLED}`;
const ENDING = [
  'Result',
  'ExecMainCode',
  'ExecMainStatus',
  'ControlGroup',
  'ActiveState',
  'SubState',
] as const;

// Each row was played on systemd 252 with a program that does the same.
describe('how a service ends', () => {
  test.each([
    [
      'exit 7',
      '--exit 7 --after 200',
      ['exit-code', '1', '7', '', 'failed', 'failed'],
      [
        'Started llm.service.',
        'llm.service: Main process exited, code=exited, status=7/NOTRUNNING',
        "llm.service: Failed with result 'exit-code'.",
      ],
    ],
    [
      'exit 0',
      '--exit 0 --after 200',
      ['success', '1', '0', '', 'inactive', 'dead'],
      ['Started llm.service.', 'llm.service: Deactivated successfully.'],
    ],
  ])('%s', async (_, command, ending, lines) => {
    const { unit: write, systemctl, show, advance, lines: read } = world();
    await write(unit(command));
    expect(await systemctl('start', 'llm')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await show('ActiveState', 'SubState')).toEqual({ ActiveState: 'active', SubState: 'running' });
    await advance(201);
    expect(Object.values(await show(...ENDING))).toEqual(ending);
    expect(read()).toEqual(lines);
  });

  test('an executable that is not there: the start has succeeded, then 203', async () => {
    const { unit: write, systemctl, show, advance, lines } = world();
    await write(unit('').replace('/opt/server', '/nonexistent a'));
    expect((await systemctl('start', 'llm')).code).toBe(0);
    await advance(1);
    expect(Object.values(await show(...ENDING))).toEqual(['exit-code', '1', '203', '', 'failed', 'failed']);
    expect(lines().slice(-2)).toEqual([
      'llm.service: Main process exited, code=exited, status=203/EXEC',
      "llm.service: Failed with result 'exit-code'.",
    ]);
    expect(lines()).toContain(
      'llm.service: Failed at step EXEC spawning /nonexistent: No such file or directory',
    );
  });

  test('with Type=exec the start fails where simple succeeds', async () => {
    const { unit: write, systemctl, advance } = world();
    await write(unit('', 'Type=exec\n').replace('/opt/server', '/nonexistent'));
    const start = systemctl('start', 'llm');
    await advance(1);
    expect(await start).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Job for llm.service failed because the control process exited with error code.\n' +
        'See "systemctl status llm.service" and "journalctl -xeu llm.service" for details.\n',
    });
  });

  test('a user that does not exist: 217', async () => {
    const { unit: write, systemctl, show, advance, machine, started } = world();
    await write(unit('', 'User=llm\n'));
    await systemctl('start', 'llm');
    await advance(1);
    expect((await show('ExecMainStatus')).ExecMainStatus).toBe('217');
    machine.files.write('/etc/passwd', 'root:x:0:0::/root:/bin/sh\nllm:x:990:990::/srv/llm:/bin/sh\n');
    await systemctl('start', 'llm');
    expect(machine.kernel.process(started[0]?.pid ?? 0)).toMatchObject({ uid: 990, user: 'llm' });
    expect(started[0]?.env).toMatchObject({ HOME: '/srv/llm', USER: 'llm' });
  });

  test('a missing environment file: the start fails for want of resources', async () => {
    const { unit: write, systemctl, show } = world();
    await write(unit('', 'EnvironmentFile=/etc/llm.env\n'));
    const { code, stderr } = await systemctl('start', 'llm');
    expect(code).toBe(1);
    expect(stderr).toContain('because of unavailable resources or another system error.');
    expect((await show('Result')).Result).toBe('resources');
  });
});

describe('stopping', () => {
  test('SIGTERM to all, and the stop comes back when all are gone', async () => {
    const { unit: write, systemctl, show, advance, lines } = world();
    await write(unit(''));
    await systemctl('start', 'llm');
    const stop = systemctl('stop', 'llm');
    await advance(0);
    expect(await stop).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(Object.values(await show(...ENDING))).toEqual(['success', '2', '15', '', 'inactive', 'dead']);
    expect(lines()).toEqual([
      'Started llm.service.',
      'Stopping llm.service...',
      'llm.service: Deactivated successfully.',
      'Stopped llm.service.',
    ]);
  });

  test('an exit code on SIGTERM is a failure of the unit, not of the stop', async () => {
    const { unit: write, systemctl, show, advance } = world();
    await write(unit('--on-term 3'));
    await systemctl('start', 'llm');
    const stop = systemctl('stop', 'llm');
    await advance(0);
    expect((await stop).code).toBe(0);
    expect(Object.values(await show(...ENDING))).toEqual(['exit-code', '1', '3', '', 'failed', 'failed']);
  });

  test('SIGTERM ignored: SIGKILL after TimeoutStopSec, result timeout', async () => {
    const { unit: write, systemctl, show, advance, lines } = world();
    await write(unit('--ignore-term', 'TimeoutStopSec=20\n'));
    await systemctl('start', 'llm');
    const stop = systemctl('stop', 'llm');
    await advance(19_999);
    expect(await show('ActiveState', 'SubState', 'Job')).toEqual({
      ActiveState: 'deactivating',
      SubState: 'stop-sigterm',
      Job: '2',
    });
    expect((await systemctl('list-jobs')).stdout).toBe(
      'JOB UNIT        TYPE STATE\n2   llm.service stop running\n\n1 jobs listed.\n',
    );
    expect((await systemctl('is-active', 'llm')).stdout).toBe('deactivating\n');
    await advance(2);
    expect((await stop).code).toBe(0);
    expect(Object.values(await show(...ENDING))).toEqual(['timeout', '2', '9', '', 'failed', 'failed']);
    expect(lines().slice(2)).toEqual([
      "llm.service: State 'stop-sigterm' timed out. Killing.",
      expect.stringMatching(/^llm\.service: Killing process \d+ \(server\) with signal SIGKILL\.$/),
      'llm.service: Main process exited, code=killed, status=9/KILL',
      "llm.service: Failed with result 'timeout'.",
      'Stopped llm.service.',
    ]);
  });

  test.each([
    ['control-group', ['timeout', '1', '0', '', 'failed', 'failed'], 20_000, 0],
    ['mixed', ['success', '1', '0', '', 'inactive', 'dead'], 0, 0],
    ['process', ['success', '1', '0', '/system.slice/llm.service', 'inactive', 'dead'], 0, 1],
  ])(
    'KillMode=%s and a worker in another session that ignores SIGTERM',
    async (mode, ending, after, left) => {
      const { unit: write, systemctl, show, advance, machine, lines } = world();
      await write(unit('--orphan --on-term 0', `TimeoutStopSec=20\nKillMode=${mode}\n`));
      await systemctl('start', 'llm');
      let over = false;
      const stop = systemctl('stop', 'llm').then(() => {
        over = true;
      });
      await advance(Math.max(0, after - 100));
      expect(over).toBe(after === 0 && mode === 'process');
      await advance(200);
      await stop;
      expect(Object.values(await show(...ENDING))).toEqual(ending);
      expect(machine.kernel.inCgroup('/system.slice/llm.service')).toHaveLength(left);
      if (mode === 'control-group')
        expect(lines()).toContain("llm.service: State 'final-sigterm' timed out. Killing.");
      if (left === 0) return;
      expect(lines().some((line) => /remains running after unit stopped\.$/.test(line))).toBe(true);
      await systemctl('start', 'llm');
      expect(lines().some((line) => /^llm\.service: Found left-over process \d+ \(worker\)/.test(line))).toBe(
        true,
      );
    },
  );

  test('KillMode=none leaves even the main process', async () => {
    const { unit: write, systemctl, show, machine } = world();
    await write(unit('', 'KillMode=none\n'));
    await systemctl('start', 'llm');
    expect((await systemctl('stop', 'llm')).code).toBe(0);
    expect(await show('ActiveState', 'MainPID')).toEqual({ ActiveState: 'inactive', MainPID: '0' });
    expect(machine.kernel.inCgroup('/system.slice/llm.service')).toHaveLength(1);
  });

  test('main process gone, worker left: the unit stops it, and keeps its own result', async () => {
    const { unit: write, systemctl, show, advance } = world();
    await write(unit('--orphan --exit 7 --after 200', 'TimeoutStopSec=1\n'));
    await systemctl('start', 'llm');
    await advance(500);
    expect(await show('ActiveState', 'SubState', 'MainPID', 'ControlGroup')).toEqual({
      MainPID: '0',
      ControlGroup: '/system.slice/llm.service',
      ActiveState: 'deactivating',
      SubState: 'stop-sigterm',
    });
    await advance(1000);
    expect(Object.values(await show(...ENDING))).toEqual(['exit-code', '1', '7', '', 'failed', 'failed']);
  });

  test('a start during a stop cancels the stop and waits for its end', async () => {
    const { unit: write, systemctl, show, advance } = world();
    await write(unit('--ignore-term', 'TimeoutStopSec=2\n'));
    await systemctl('start', 'llm');
    const before = await show('InvocationID');
    const stop = systemctl('stop', 'llm');
    const start = systemctl('start', 'llm');
    expect(await stop).toEqual({ code: 1, stdout: '', stderr: 'Job for llm.service canceled.\n' });
    await advance(2100);
    expect((await start).code).toBe(0);
    const after = await show('ActiveState', 'Result', 'InvocationID');
    expect(after).toMatchObject({ ActiveState: 'active', Result: 'success' });
    expect(after['InvocationID']).not.toBe(before['InvocationID']);
  });

  test('--job-mode=fail refuses to replace', async () => {
    const { unit: write, systemctl } = world();
    await write(unit('--ignore-term'));
    await systemctl('start', 'llm');
    await systemctl('stop', '--no-block', 'llm');
    expect(await systemctl('start', '--job-mode=fail', 'llm')).toEqual({
      code: 4,
      stdout: '',
      stderr:
        "Failed to start llm.service: Transaction for llm.service/start is destructive (llm.service has 'stop' job queued, but 'start' is included in transaction).\n" +
        "See system logs and 'systemctl status llm.service' for details.\n",
    });
  });
});

describe.each(['moment', 'bare'] as const)('events in the midst of an operation (%s)', (calls) => {
  test('a program that ends while it is being started', async () => {
    const { unit: write, systemctl, show, advance, lines } = world(calls);
    await write(unit('--say x --exit 7 --at-once'));
    expect((await systemctl('start', 'llm')).code).toBe(0);
    await advance(1);
    expect(Object.values(await show(...ENDING))).toEqual(['exit-code', '1', '7', '', 'failed', 'failed']);
    expect(lines().slice(0, 3)).toEqual([
      'Started llm.service.',
      'x',
      'llm.service: Main process exited, code=exited, status=7/NOTRUNNING',
    ]);
  });

  test('processes that end while the others are being signalled', async () => {
    const { unit: write, systemctl, show, advance, machine } = world(calls);
    await write(unit('--orphan --on-term 0', 'TimeoutStopSec=1\nKillMode=mixed\n'));
    await systemctl('start', 'llm');
    const stop = systemctl('stop', 'llm');
    await advance(100);
    expect((await stop).code).toBe(0);
    expect(await show('ActiveState', 'Result', 'Job')).toEqual({
      Result: 'success',
      ActiveState: 'inactive',
      Job: '',
    });
    await systemctl('start', 'llm');
    await systemctl('kill', '-s', 'KILL', 'llm');
    await advance(100);
    expect(await show('ActiveState', 'Result')).toEqual({ Result: 'signal', ActiveState: 'failed' });
    expect(machine.kernel.inCgroup('/system.slice/llm.service')).toEqual([]);
  });
});

describe('starting', () => {
  test('each start has an id of its own, which the process knows; a start of what runs does nothing', async () => {
    const { unit: write, systemctl, show, started, advance } = world();
    await write(unit('a "b c"', 'Environment=N=1 "M=x y"\n'));
    await systemctl('start', 'llm');
    const first = (await show('InvocationID'))['InvocationID'];
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    await systemctl('start', 'llm');
    expect((await show('InvocationID'))['InvocationID']).toBe(first);
    const restart = systemctl('restart', 'llm');
    await advance(0);
    await restart;
    const second = (await show('InvocationID'))['InvocationID'];
    expect(second).not.toBe(first);
    expect(started.map(({ argv, env }) => [argv, env['INVOCATION_ID'], env['N'], env['M']])).toEqual([
      [['/opt/server', 'a', 'b c'], first, '1', 'x y'],
      [['/opt/server', 'a', 'b c'], second, '1', 'x y'],
    ]);
  });

  test('systemctl kill ends it as a crash would', async () => {
    const { unit: write, systemctl, show, advance, lines } = world();
    await write(unit('--orphan'));
    await systemctl('start', 'llm');
    expect((await systemctl('kill', '-s', 'KILL', 'llm')).code).toBe(0);
    await advance(50);
    expect(Object.values(await show(...ENDING))).toEqual(['signal', '2', '9', '', 'failed', 'failed']);
    expect(lines()[1]).toMatch(
      /^llm\.service: Sent signal SIGKILL to main process \d+ \(server\) on client request\.$/,
    );
    expect(await systemctl('kill', '--kill-whom=main', 'llm')).toMatchObject({
      code: 1,
      stderr: 'Failed to kill unit llm.service: No main process to kill\n',
    });
  });
});

describe('automatic restart', () => {
  const LOOP =
    '[Unit]\nStartLimitIntervalSec=20\nStartLimitBurst=3\n[Service]\nExecStart=/opt/server --exit 7 --after 100\n' +
    `Restart=always\nRestartSec=500ms\n${ENABLED}`;

  test('waits, counts, and gives up at the limit until reset-failed', async () => {
    const { unit: write, systemctl, show, advance, lines } = world();
    await write(LOOP);
    await systemctl('start', 'llm');
    await advance(300);
    const waiting = await show('ActiveState', 'SubState', 'NRestarts', 'Result', 'InvocationID', 'MainPID');
    expect(waiting).toMatchObject({
      MainPID: '0',
      Result: 'exit-code',
      NRestarts: '0',
      ActiveState: 'activating',
      SubState: 'auto-restart',
    });
    await advance(3000);
    const over = await show('ActiveState', 'NRestarts', 'Result', 'InvocationID');
    expect(over).toMatchObject({ Result: 'exit-code', NRestarts: '3', ActiveState: 'failed' });
    expect(over['InvocationID']).not.toBe(waiting['InvocationID']);
    const crash = [
      'llm.service: Main process exited, code=exited, status=7/NOTRUNNING',
      "llm.service: Failed with result 'exit-code'.",
    ];
    const again = (count: number) => [
      `llm.service: Scheduled restart job, restart counter is at ${count}.`,
      'Stopped llm.service.',
    ];
    const started = ['Started llm.service.', ...crash];
    const refused = [
      'llm.service: Start request repeated too quickly.',
      "llm.service: Failed with result 'exit-code'.",
      'Failed to start llm.service.',
    ];
    expect(lines()).toEqual([
      ...started,
      ...again(1),
      ...started,
      ...again(2),
      ...started,
      ...again(3),
      ...refused,
    ]);
    const { code, stderr } = await systemctl('start', 'llm');
    expect([code, stderr.split('\n')[0]]).toEqual([
      1,
      'Job for llm.service failed because the control process exited with error code.',
    ]);
    expect((await systemctl('reset-failed', 'llm')).code).toBe(0);
    expect(await show('ActiveState', 'NRestarts', 'Result')).toEqual({
      Result: 'success',
      NRestarts: '0',
      ActiveState: 'inactive',
    });
    expect((await systemctl('start', 'llm')).code).toBe(0);
  });

  test('a limit hit without an earlier failure is a result of its own', async () => {
    const { unit: write, systemctl, show, advance } = world();
    await write(`[Unit]\nStartLimitBurst=1\n[Service]\nExecStart=/opt/server\n${ENABLED}`);
    await systemctl('start', 'llm');
    const stop = systemctl('stop', 'llm');
    await advance(0);
    await stop;
    const { code, stderr } = await systemctl('start', 'llm');
    expect(code).toBe(1);
    expect(stderr).toContain('start of the service was attempted too often');
    expect((await show('Result')).Result).toBe('start-limit-hit');
    await advance(10_001);
    expect((await systemctl('start', 'llm')).code).toBe(0);
  });

  test('a stop between two starts ends it, whatever the result was', async () => {
    const { unit: write, systemctl, show, advance } = world();
    await write(LOOP);
    await systemctl('start', 'llm');
    await advance(300);
    expect((await systemctl('stop', 'llm')).code).toBe(0);
    await advance(5000);
    expect(await show('ActiveState', 'Result', 'NRestarts')).toEqual({
      Result: 'exit-code',
      NRestarts: '0',
      ActiveState: 'inactive',
    });
  });

  test.each([
    ['on-failure', '--exit 0', 'dead'],
    ['on-failure', '--exit 7', 'auto-restart'],
    ['on-success', '--exit 0', 'auto-restart'],
    ['on-success', '--exit 7', 'failed'],
    ['on-abnormal', '--exit 7', 'failed'],
    ['always', '--exit 0', 'auto-restart'],
    ['no', '--exit 7', 'failed'],
  ])('Restart=%s after %s: %s', async (policy, command, state) => {
    const { unit: write, systemctl, show, advance } = world();
    await write(unit(`${command} --after 10`, `Restart=${policy}\nRestartSec=1min\n`));
    await systemctl('start', 'llm');
    await advance(20);
    expect((await show('SubState')).SubState).toBe(state);
  });
});

test('a reboot: what is enabled starts again, without the drop-in under /run', async () => {
  const { unit: write, systemctl, show, advance, machine, started, manager } = world();
  machine.files.write(DROP_IN, '[Service]\nExecStart=\nExecStart=/opt/server --trial\nRestart=always\n');
  await write(unit('--original'));
  await systemctl('start', 'llm');
  const before = await show('InvocationID', 'DropInPaths');
  expect(before['DropInPaths']).toBe(DROP_IN);
  const boot = machine.kernel.boot_id;
  machine.time.enter(() => machine.kernel.reboot());
  await advance(30_000);
  expect(machine.kernel.boot_id).not.toBe(boot);
  const after = await show('ActiveState', 'InvocationID', 'DropInPaths');
  expect(after).toMatchObject({ ActiveState: 'active', DropInPaths: '' });
  expect(after['InvocationID']).not.toBe(before['InvocationID']);
  expect(started.map(({ argv }) => argv[1])).toEqual(['--trial', '--original']);
  expect(machine.files.read(UNIT_PATH)).not.toBeNull();
  expect(manager.journal.at(1)?.fields['_BOOT_ID']).toBe(boot.replaceAll('-', ''));
});
