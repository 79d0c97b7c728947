import { expect, test } from 'vitest';
import { isStartedBy, runsArgv } from '../../../../src/adapters/supervisor/systemd/exec-start.ts';
import { readShow } from '../../../../src/adapters/supervisor/systemd/show.ts';
import { readState } from '../../../../src/adapters/supervisor/systemd/unit-state.ts';
import { ACTIVE, FAILED, RESTARTING, UNLOADED } from './captured.ts';

test('the state of a unit, as systemd 252 printed it', () => {
  expect(readState(ACTIVE)).toMatchObject({
    load: 'loaded',
    active: 'active',
    type: 'simple',
    restart: 'always',
    control_group: '/system.slice/llm.service',
    invocation: 'e8b5971581bb40f9b86dff032c458321',
    main_pid: 149,
    exit: null,
    drop_ins: ['/run/systemd/system/llm.service.d/zz-holdpoint.conf'],
    job: null,
    will_restart: false,
  });
  expect(readState(FAILED)).toMatchObject({
    active: 'failed',
    main_pid: 0,
    exec_pid: 187,
    exit: { code: null, signal: 'SIGKILL' },
    control_group: '',
    drop_ins: [],
  });
  expect(readState(RESTARTING)).toMatchObject({
    will_restart: true,
    restarts: 0,
    exit: { code: 3, signal: null },
    exec_pid: 221,
  });
});

test('a unit that nothing refers to is forgotten when it has stopped', () => {
  expect(readState(UNLOADED)).toMatchObject({ active: 'inactive', invocation: '', exec_pid: 0, exit: null });
});

test('a key that is not answered, and a number that is none, are failures', () => {
  expect(() => readState(ACTIVE.replace(/^Job=.*\n/m, ''))).toThrow(/does not say Job/);
  expect(() => readState(ACTIVE.replace('MainPID=149', 'MainPID=[not set]'))).toThrow(
    /no number for MainPID/,
  );
});

test('a value goes on over lines that begin with no key', () => {
  expect(readShow('ExecStart={ a\nMainPID of b }\nJob=\n', ['Job', 'ExecStart'])).toEqual({
    ExecStart: '{ a\nMainPID of b }',
    Job: '',
  });
});

const SHOWN = `{ path=/usr/bin/python3 ; argv[]=/usr/bin/python3 -c import time\nprint(1) a  b % $$X ;  tab\there \u0001 é ; ignore_errors=no ; start_time=[n/a] ; stop_time=[n/a] ; pid=0 ; code=(null) ; status=0/0 }`;

test('the loaded command is told from another one', () => {
  const argv = [
    '/usr/bin/python3',
    '-c',
    'import time\nprint(1)',
    'a  b % $X ;',
    '',
    'tab\there',
    '\x01',
    'é',
  ];
  expect(runsArgv(SHOWN, argv)).toBe(true);
  expect(runsArgv(SHOWN, [...argv, 'more'])).toBe(false);
  expect(runsArgv(SHOWN, argv.slice(0, -1))).toBe(false);
  expect(runsArgv('', argv)).toBe(false);
});

test.each<[readonly string[], readonly string[], boolean]>([
  [['/bin/a', '1'], ['/bin/a', '1'], true],
  [['/venv/bin/python', '/venv/bin/vllm', 'serve'], ['/venv/bin/vllm', 'serve'], true],
  [['/usr/bin/python3', '-u', '/usr/bin/vllm', 'serve'], ['vllm', 'serve'], true],
  [['/bin/a', '1', '2'], ['/bin/a', '1'], false],
  [['/bin/b'], ['/bin/a'], false],
  [['/bin/a'], [], false],
])('%j was started by %j: %s', (kernel, argv, is) => {
  expect(isStartedBy(kernel, argv)).toBe(is);
});
