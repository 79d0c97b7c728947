import { beforeEach, describe, expect, test } from 'vitest';
import type { SystemdSupervisor } from '../../../../src/adapters/supervisor/systemd/supervisor.ts';
import { FaultError, fault } from '../../../../src/core/fault.ts';
import type { Definition } from '../../../../src/core/generation.ts';
import { DROP_IN, ScriptedHost, UNIT } from './scripted-host.ts';

const SERVER = '/opt/venv/bin/python3';
const OWN = [SERVER, '-m', 'serve', '-c', '8'];
const FIRST = '11111111111111111111111111111111';
const SECOND = '22222222222222222222222222222222';

let scripted: ScriptedHost;
let supervisor: SystemdSupervisor;

function unit(...lines: readonly string[]): void {
  scripted = new ScriptedHost(`[Service]\n${lines.join('\n')}\n`);
  supervisor = scripted.supervisor();
}

describe('behind numactl', () => {
  const WRAPPER = ['/usr/bin/numactl', '-N', '0'];
  const setting: Definition = {
    argv: [...OWN.slice(0, -1), '16'],
    wrapper: WRAPPER,
    env: { OMP: '4' },
    cwd: '/',
    env_complete: true,
  };

  beforeEach(() => {
    unit('Environment=OMP=4', `ExecStart=${[...WRAPPER, ...OWN].join(' ')}`);
    scripted.on['daemon-reload'] = () => {
      const command = scripted.files.has(DROP_IN) ? setting.argv : OWN;
      scripted.reload([...WRAPPER, ...command]);
      return null;
    };
  });

  test.each([
    ['has become the server', OWN],
    ['is still in front of it', [...WRAPPER, ...OWN]],
  ])('what %s is the original, with the engine apart', async (_name, shown) => {
    scripted.runs(100, shown, { OMP: '4' }, FIRST);
    const present = await supervisor.present();
    expect(present).toMatchObject({ ours: false, definition: { argv: OWN, wrapper: WRAPPER } });
    expect(present.differs).toBeUndefined();
    expect(await supervisor.own()).toMatchObject({ argv: OWN, wrapper: WRAPPER });
  });

  test('a setting keeps it in front, and what runs then is known as ours', async () => {
    const prepared = await supervisor.prepare(setting, '/run/log');
    const line = [...WRAPPER, ...setting.argv].map((word) => `"${word}"`).join(' ');
    expect(scripted.files.get(DROP_IN)).toContain(`\nExecStart=${line}\n`);
    scripted.on['start'] = () => {
      scripted.runs(200, setting.argv, { OMP: '4', HOLDPOINT_GENERATION: prepared.id }, SECOND);
      return null;
    };
    await supervisor.start(prepared);
    expect(await supervisor.present()).toMatchObject({ ours: true, definition: setting });
  });

  test('what the unit runs by itself needs no file', async () => {
    await supervisor.prepare({ ...setting, argv: OWN }, '/run/log');
    expect(scripted.files.has(DROP_IN)).toBe(false);
  });
});

describe('behind env', () => {
  test('what it sets can be set otherwise', async () => {
    unit('Environment=OMP=4', `ExecStart=/usr/bin/env A=1 OMP=2 ${OWN.join(' ')}`);
    const own = await supervisor.own();
    expect(own).toEqual({ argv: OWN, env: { A: '1', OMP: '2' }, cwd: '/', env_complete: true });
    scripted.on['daemon-reload'] = () => {
      scripted.reload(OWN);
      return null;
    };
    await supervisor.prepare({ ...own, env: { A: '1', OMP: '8' } }, '/run/log');
    expect(scripted.files.get(DROP_IN)?.match(/^Environment=.*$/gm)).toEqual([
      'Environment="A=1"',
      'Environment="OMP=8"',
      expect.stringContaining('HOLDPOINT_GENERATION='),
    ]);
  });

  test('a variable that a file gives too is refused: the file would have the last word', async () => {
    unit('EnvironmentFile=/etc/llm', `ExecStart=env OMP=2 ${OWN.join(' ')}`);
    scripted.files.set('/etc/llm', 'OMP=4\n');
    await expect(supervisor.own()).rejects.toThrow(
      /OMP is set both in EnvironmentFile=\/etc\/llm and by `env`/,
    );
  });
});

describe('files of variables', () => {
  test('several, the later one counts; one that may be missing is', async () => {
    unit(
      'EnvironmentFile=/etc/a',
      'EnvironmentFile=-/etc/none',
      'EnvironmentFile=/etc/b',
      `ExecStart=${OWN.join(' ')}`,
    );
    scripted.files.set('/etc/a', 'X=1\nY=1\n');
    scripted.files.set('/etc/b', 'Y="2 3"\n');
    expect(await supervisor.own()).toMatchObject({ env: { X: '1', Y: '2 3' }, from_files: ['X', 'Y'] });
  });

  test.each([
    ['EnvironmentFile=/etc/none', /EnvironmentFile=\/etc\/none is not there, so the unit cannot be started/],
    ['EnvironmentFile=/etc/llm.d/*.env', /names several files: write one line for each/],
  ])('%s is refused', async (line, why) => {
    unit(line, `ExecStart=${OWN.join(' ')}`);
    await expect(supervisor.own()).rejects.toThrow(why);
  });
});

test('a script of a shell is refused by what stands in its file', async () => {
  unit('ExecStart=/opt/run.sh --port 1');
  scripted.files.set('/opt/run.sh', '#!/bin/bash\nexec serve "$@"\n');
  await expect(supervisor.own()).rejects.toThrow(/\/opt\/run.sh, a script of bash/);
});

test('a program that may only be run, not read, is no script', async () => {
  unit(`ExecStart=${OWN.join(' ')}`);
  const { readText } = scripted.host;
  scripted.host.readText = async (path, max) => {
    if (path === SERVER) throw new FaultError(fault('permission', `${path} could not be read`));
    return readText(path, max);
  };
  scripted.files.set(SERVER, '');
  expect(await supervisor.own()).toMatchObject({ argv: OWN });
});

describe('a unit that cannot be used is refused with what would be right, and nothing is touched', () => {
  test.each<[string, Readonly<Record<string, string>>, RegExp, RegExp]>([
    ['one that does not exist', { LoadState: 'not-found' }, /no such unit/, /did you mean `llm2.service`/],
    ['a masked one', { LoadState: 'masked' }, /masked/, /systemctl unmask llm.service/],
    ['an alias', { Id: 'other.service' }, /another name of other.service/, /write other.service/],
    ['a bad setting', { LoadState: 'bad-setting' }, /2 ExecStart= lines/, /systemd-analyze verify/],
    ['one that is not loaded', { LoadState: 'error' }, /not loaded \(error\)/, /systemctl status/],
    ['Type=oneshot', { Type: 'oneshot' }, /Type=oneshot/, /Type=exec/],
    ['Type=forking', { Type: 'forking' }, /Type=forking/, /in the foreground/],
  ])('%s', async (_name, properties, why, right) => {
    unit(`ExecStart=${OWN.join(' ')}`, 'ExecStart=/bin/true');
    Object.assign(scripted.properties, properties);
    scripted.on['list-unit-files'] = () => ({
      stdout: 'llm2.service                       enabled  enabled\nssh.service disabled enabled\n',
    });
    const setting = { argv: OWN, env: {}, cwd: '/', env_complete: true };
    for (const asked of [
      () => supervisor.present(),
      () => supervisor.own(),
      () => supervisor.prepare(setting, '/run/log'),
    ])
      await expect(asked()).rejects.toMatchObject({
        fault: {
          name: 'definition-rejected',
          message: expect.stringMatching(why),
          hint: expect.stringMatching(right),
        },
      });
    expect(scripted.ran.filter((line) => !/^systemctl (show|list-unit-files) /.test(line))).toEqual([]);
  });

  test('a template that is meant is told with the form of an instance', async () => {
    unit(`ExecStart=${OWN.join(' ')}`);
    scripted.properties['LoadState'] = 'not-found';
    scripted.on['list-unit-files'] = () => ({ stdout: 'llm@.service static -\n' });
    await expect(supervisor.own()).rejects.toMatchObject({
      fault: { hint: expect.stringContaining('llm@NAME.service') },
    });
  });

  test.each(['simple', 'exec', 'idle', 'notify', 'dbus'])('Type=%s is fine', async (type) => {
    unit(`ExecStart=${OWN.join(' ')}`);
    scripted.properties['Type'] = type;
    expect(await supervisor.own()).toMatchObject({ argv: OWN });
  });
});

describe('a server that announces that it is ready', () => {
  beforeEach(() => {
    unit(`ExecStart=${OWN.join(' ')}`);
    scripted.properties['Type'] = 'notify';
    scripted.on['daemon-reload'] = () => {
      scripted.reload(OWN);
      return null;
    };
  });
  const prepare = () => supervisor.prepare({ argv: OWN, env: {}, cwd: '/', env_complete: true }, '/run/log');
  const starts = () => scripted.ran.filter((line) => / start /.test(line));

  test('is not waited for: the start stands in line, and is looked for until it has begun', async () => {
    const prepared = await prepare();
    let looks = 0;
    scripted.on['start'] = () => {
      scripted.properties['Job'] = '7';
      scripted.on['show'] = () => {
        looks += 1;
        if (looks === 3) {
          scripted.runs(200, OWN, {}, SECOND);
          Object.assign(scripted.properties, { ActiveState: 'activating', SubState: 'start' });
        }
        return null;
      };
      return null;
    };
    expect(await supervisor.start(prepared)).toMatchObject({ id: SECOND, pid: 200 });
    expect(starts()).toEqual([`systemctl start --no-block -- ${UNIT}`]);
  });

  test('at its limit of starts, which nothing says, it is lifted', async () => {
    const prepared = await prepare();
    Object.assign(scripted.properties, { ActiveState: 'failed', Result: 'exit-code', InvocationID: FIRST });
    scripted.on['reset-failed'] = () => {
      Object.assign(scripted.properties, { ActiveState: 'inactive', InvocationID: '' });
      scripted.on['start'] = () => {
        scripted.runs(200, OWN, {}, SECOND);
        return null;
      };
      return null;
    };
    expect(await supervisor.start(prepared)).toMatchObject({ id: SECOND });
    expect(starts()).toHaveLength(2);
  });

  test('where nothing comes of it, that is told', async () => {
    await expect(supervisor.start(await prepare())).rejects.toMatchObject({
      fault: {
        name: 'start-refused',
        message: expect.stringContaining('nothing was started, and the unit is inactive'),
      },
    });
  });
});
