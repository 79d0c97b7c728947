import { beforeEach, describe, expect, test } from 'vitest';
import type { SystemdSupervisor } from '../../../../src/adapters/supervisor/systemd/supervisor.ts';
import { FaultError, fault } from '../../../../src/core/fault.ts';
import type { Definition } from '../../../../src/core/generation.ts';
import { DROP_IN, OWN_FILE, row, ScriptedHost, UNIT } from './scripted-host.ts';

const SERVER = '/opt/venv/bin/python3';
const OWN = [SERVER, '-m', 'serve', '--budget', '8'];
const TRIAL = [SERVER, '-m', 'serve', '--budget', '16'];
const FIRST = '11111111111111111111111111111111';
const SECOND = '22222222222222222222222222222222';
const defined = (argv: readonly string[], env: Record<string, string> = { OMP: '4' }): Definition => ({
  argv,
  env,
  cwd: '/',
  env_complete: true,
});

let scripted: ScriptedHost;
let supervisor: SystemdSupervisor;

beforeEach(() => {
  scripted = new ScriptedHost(`[Service]\nEnvironment=OMP=4\nExecStart=${OWN.join(' ')}\nRestart=always\n`);
  scripted.on['daemon-reload'] = () => {
    scripted.reload(scripted.files.has(DROP_IN) ? TRIAL : OWN);
    return null;
  };
  supervisor = scripted.supervisor();
});

describe('what is present', () => {
  test('the original: its argv and the variables that the unit sets, with the values that the process has', async () => {
    scripted.runs(100, OWN, { OMP: '4', PATH: '/bin', INVOCATION_ID: FIRST }, FIRST);
    expect(await supervisor.present()).toMatchObject({
      generation: { kind: 'systemd', unit: UNIT, scope: 'system', id: FIRST, pid: 100, start_ticks: 1000 },
      definition: defined(OWN),
      members: [{ pid: 100 }],
      ours: false,
    });
    expect((await supervisor.present()).differs).toBeUndefined();
  });

  test('another command than that of the files is told, and is what runs', async () => {
    scripted.runs(100, TRIAL, { OMP: '4' }, FIRST);
    expect(await supervisor.present()).toMatchObject({
      definition: { argv: TRIAL },
      ours: false,
      differs: { where: `${OWN_FILE} and its drop-ins`, wanted: OWN.join(' '), got: TRIAL.join(' ') },
    });
  });

  test('a key that only one of the two commands has is not told with them', async () => {
    scripted.runs(100, [...OWN, '--api-key', 'sk-0123456789abcdef'], { OMP: '4' }, FIRST);
    const { differs, definition } = await supervisor.present();
    expect(definition?.argv).toContain('sk-0123456789abcdef');
    expect(differs?.got).toContain('--api-key');
    expect(differs?.got).not.toContain('sk-0123456789abcdef');
  });

  test.each([
    ['a shell', '/bin/bash -c "exec serve"'],
    ['conda run', '/opt/conda/bin/conda run -n x python3 -m serve'],
    ['an unknown specifier', `${SERVER} --keys %d`],
  ])('behind %s it is looked at; what a change needs is refused', async (_name, command) => {
    scripted.files.set(OWN_FILE, `[Service]\nExecStart=${command}\n`);
    scripted.runs(100, ['/bin/bash', '-c', 'exec serve'], {}, FIRST);
    expect(await supervisor.present()).toMatchObject({
      generation: { id: FIRST, pid: 100 },
      definition: null,
      members: [{ pid: 100 }],
      refused: expect.stringContaining(UNIT),
    });
    await expect(supervisor.own()).rejects.toMatchObject({ fault: { name: 'definition-rejected' } });
  });

  test('a life of a unit of that name of another manager is none of this one', async () => {
    scripted.runs(100, OWN, {}, FIRST);
    const { generation } = await supervisor.present();
    if (generation?.kind !== 'systemd') throw new Error('no unit');
    expect((await supervisor.life(generation)).alive).toBe(true);
    expect((await supervisor.life({ ...generation, scope: 'user' })).alive).toBe(false);
  });

  test('a unit between two restarts is there, though nothing of it lives', async () => {
    scripted.ended({
      ActiveState: 'activating',
      SubState: 'auto-restart',
      InvocationID: FIRST,
      ExecMainPID: '100',
    });
    expect(await supervisor.present()).toMatchObject({
      generation: { id: FIRST, pid: 100 },
      definition: defined(OWN),
      members: [],
      ours: false,
    });
  });

  const INIT = ['/sbin/init', '--system'];
  test.each([
    [['(python3)', '']],
    [[]],
    [INIT],
    [['/usr/lib/systemd/systemd-executor', '--deserialize', '42']],
  ])('a main process that has not become the program yet (%j) is what its files say', async (argv) => {
    scripted.runs(100, argv, { PATH: '/bin' }, FIRST);
    scripted.processes.set(1, row(1, INIT));
    const present = await supervisor.present();
    expect(present).toMatchObject({ generation: { pid: 100 }, definition: defined(OWN), ours: false });
    expect(present.differs).toBeUndefined();
  });

  test('a main process in no control group that can be read is no empty unit', async () => {
    scripted.runs(100, OWN, {}, FIRST);
    scripted.files.delete(`/sys/fs/cgroup/system.slice/${UNIT}/cgroup.procs`);
    await expect(supervisor.present()).rejects.toMatchObject({ fault: { name: 'probe-failed' } });
  });

  test.each([
    [{ LoadState: 'not-found' }, /no such unit/],
    [{ LoadState: 'masked' }, /masked/],
    [{ Id: 'other.service' }, /another name of other.service/],
    [{ Type: 'forking' }, /Type=forking/],
  ])('%j is refused', async (properties, why) => {
    Object.assign(scripted.properties, properties);
    await expect(supervisor.present()).rejects.toThrow(why);
  });
});

describe('preparing', () => {
  test('writes one file, reloads, and touches nothing that runs', async () => {
    scripted.runs(100, OWN, { OMP: '4' }, FIRST);
    const prepared = await supervisor.prepare(defined(TRIAL, { OMP: '8' }), '/run/log');
    expect(scripted.files.get(DROP_IN)?.split('\n').slice(1)).toEqual([
      '[Service]',
      'ExecStart=',
      `ExecStart=${TRIAL.map((word) => `"${word}"`).join(' ')}`,
      'Restart=no',
      'Environment="OMP=8"',
      `Environment="HOLDPOINT_GENERATION=${prepared.id}"`,
      '',
    ]);
    expect(scripted.ran.filter((line) => !line.includes(' show '))).toEqual([
      `write ${DROP_IN}`,
      'systemctl daemon-reload',
    ]);
  });

  test('a variable that shall be absent is taken away', async () => {
    await supervisor.prepare(defined(TRIAL, {}), '/run/log');
    expect(scripted.files.get(DROP_IN)).toContain('\nUnsetEnvironment=OMP\n');
  });

  test('what the unit runs by itself needs no file: ours goes', async () => {
    await supervisor.prepare(defined(TRIAL), '/run/log');
    await supervisor.prepare(defined(OWN), '/run/log');
    expect(scripted.files.has(DROP_IN)).toBe(false);
    expect(scripted.ran.at(-3)).toBe('systemctl daemon-reload');
  });

  test.each<[string, () => void, RegExp]>([
    [
      'the manager does not accept it',
      () => (scripted.properties['LoadState'] = 'bad-setting'),
      /LoadState=bad-setting/,
    ],
    ['the file is not read', () => (scripted.properties['DropInPaths'] = ''), /does not read/],
    [
      'another command counts more',
      () => (scripted.properties['ExecStart'] = '{ argv[]=/bin/true ; ignore_errors=no }'),
      /another command/,
    ],
    ['it would be started again', () => (scripted.properties['Restart'] = 'always'), /Restart=always/],
    [
      'a variable of another file counts more',
      () => (scripted.properties['Environment'] = 'OMP=80 XOMP=8'),
      /has not taken over OMP/,
    ],
  ])('is undone where %s', async (_, spoil, why) => {
    let reloads = 0;
    scripted.on['daemon-reload'] = () => {
      scripted.reload(TRIAL);
      reloads += 1;
      if (reloads === 1) spoil();
      return null;
    };
    await expect(supervisor.prepare(defined(TRIAL, { OMP: '8' }), '/run/log')).rejects.toThrow(why);
    expect(scripted.files.has(DROP_IN)).toBe(false);
    expect(reloads).toBe(2);
  });

  test.each<[string, () => void, RegExp]>([
    ['a job is pending', () => (scripted.properties['Job'] = '293'), /lock-held.*job 293/],
    [
      'another file of our name counts',
      () => scripted.files.set(DROP_IN.replace('/run/', '/etc/'), ''),
      /taken instead of ours/,
    ],
    [
      'a file of variables counts more',
      () => {
        scripted.files.set(OWN_FILE, `[Service]\nEnvironmentFile=/etc/llm\nExecStart=${OWN.join(' ')}\n`);
        scripted.files.set('/etc/llm', 'OMP=2\n');
      },
      /OMP is set in EnvironmentFile=\/etc\/llm/,
    ],
    [
      'the unit takes a variable away in the end',
      () => scripted.files.set(OWN_FILE, `[Service]\nUnsetEnvironment=OMP\nExecStart=${OWN.join(' ')}\n`),
      /OMP is in UnsetEnvironment=/,
    ],
    [
      'the unit starts a shell',
      () => scripted.files.set(OWN_FILE, "[Service]\nExecStart=/bin/sh -c 'x'\n"),
      /`sh -c`/,
    ],
  ])('nothing is written where %s', async (_, spoil, why) => {
    spoil();
    const setting = { ...defined(TRIAL), from_files: ['OMP'], swept_env: ['OMP'] };
    await expect(supervisor.prepare(setting, '/run/log')).rejects.toThrow(why);
    expect(scripted.ran.filter((line) => line.startsWith('write') || line.includes('reload'))).toEqual([]);
  });

  test('the own command is loaded and compared, also where there was no file of ours', async () => {
    await supervisor.prepare(defined(OWN), '/run/log');
    expect(scripted.ran).toContain('systemctl daemon-reload');
    scripted.on['daemon-reload'] = () => {
      scripted.reload(TRIAL);
      return null;
    };
    await expect(supervisor.prepare(defined(OWN), '/run/log')).rejects.toThrow(/its own files/);
  });

  test('what the unit takes away of its own is no part of it, and words that are no variables are none', async () => {
    const lines = 'Environment=OMP=4 NOTHING A=1 B=2\nUnsetEnvironment=A B=other\n';
    scripted.files.set(OWN_FILE, `[Service]\n${lines}ExecStart=${OWN.join(' ')}\n`);
    expect((await supervisor.own()).env).toEqual({ OMP: '4', B: '2' });
  });

  test('variables of the command are printed as they are written', async () => {
    scripted.files.set(OWN_FILE, `[Service]\nEnvironment=OMP=4\nExecStart=${SERVER} --threads \${OMP}\n`);
    scripted.on['daemon-reload'] = () => {
      scripted.reload([SERVER, '--threads', '${OMP}']);
      return null;
    };
    await supervisor.prepare(defined([SERVER, '--threads', '4']), '/run/log');
    expect(scripted.files.has(DROP_IN)).toBe(false);
  });

  describe('with a file of variables', () => {
    const original = () => ({
      ...defined(OWN, { OMP: '4', HF_TOKEN: 'hf_first' }),
      from_files: ['HF_TOKEN'],
    });
    beforeEach(() => {
      const file = `[Service]\nEnvironment=OMP=4\nEnvironmentFile=/etc/llm\nExecStart=${OWN.join(' ')}\n`;
      scripted.files.set(OWN_FILE, file);
    });

    test.each(['HF_TOKEN=hf_second\n', '', 'HF_TOKEN=hf_first\nMORE=1\n'])(
      'edited meanwhile (%j), the original is still what the unit runs by itself',
      async (text) => {
        scripted.files.set('/etc/llm', text);
        await supervisor.prepare(original(), '/run/log');
        expect(scripted.files.has(DROP_IN)).toBe(false);
      },
    );

    test('nothing of it is written for a setting, unless it is swept', async () => {
      scripted.files.set('/etc/llm', 'HF_TOKEN=hf_second\nMORE=1\n');
      await supervisor.prepare({ ...original(), argv: TRIAL, swept_env: ['OMP'] }, '/run/log');
      expect(scripted.files.get(DROP_IN)).not.toMatch(/HF_TOKEN|MORE/);
      expect(scripted.modes.get(DROP_IN)).toBe(0o644);
      const without = { ...defined(TRIAL), from_files: ['HF_TOKEN'], swept_env: ['HF_TOKEN'] };
      await supervisor.prepare(without, '/run/log');
      expect(scripted.files.get(DROP_IN)).toContain('\nUnsetEnvironment=HF_TOKEN\n');
    });

    test('a file of ours with a secret in it is for its owner alone', async () => {
      scripted.files.set('/etc/llm', '');
      await supervisor.prepare(defined(TRIAL, { OMP: '4', API_KEY: 'sk-0123456789' }), '/run/log');
      expect(scripted.modes.get(DROP_IN)).toBe(0o600);
    });
  });

  test('where it cannot be undone the first fault is told, with that behind it', async () => {
    let reloads = 0;
    scripted.on['daemon-reload'] = () => {
      reloads += 1;
      scripted.reload(OWN);
      return reloads === 1 ? null : { code: 1, stderr: 'Failed to reload daemon: Connection timed out\n' };
    };
    await expect(supervisor.prepare(defined(TRIAL), '/run/log')).rejects.toMatchObject({
      fault: {
        name: 'definition-rejected',
        evidence: expect.arrayContaining([
          { kind: 'undo', text: expect.stringContaining('Connection timed out') },
        ]),
      },
    });
  });

  test('the job of a manager that starts a crashed unit again is no act of somebody else', async () => {
    scripted.ended({ ActiveState: 'activating', SubState: 'auto-restart', Job: '293', InvocationID: FIRST });
    await supervisor.prepare(defined(TRIAL), '/run/log');
    expect(scripted.files.has(DROP_IN)).toBe(true);
  });

  test('a program that is not there is refused', async () => {
    const prepare = supervisor.prepare(defined(['/nowhere/server']), '/run/log');
    await expect(prepare).rejects.toMatchObject({ fault: { name: 'definition-rejected' } });
  });
});

describe('starting', () => {
  test('is a start, never a restart, and gives the new invocation', async () => {
    const prepared = await supervisor.prepare(defined(TRIAL), '/run/log');
    scripted.on['start'] = () => {
      scripted.runs(200, TRIAL, { HOLDPOINT_GENERATION: prepared.id, OMP: '4' }, SECOND);
      return null;
    };
    expect(await supervisor.start(prepared)).toMatchObject({ id: SECOND, pid: 200, start_ticks: 2000 });
    expect(await supervisor.present()).toMatchObject({ ours: true, definition: defined(TRIAL) });
    expect(scripted.ran.some((line) => line.includes('restart'))).toBe(false);
  });

  test('at the limit of starts what was known is kept as evidence, forgotten by systemd, and tried once more', async () => {
    const prepared = await supervisor.prepare(defined(TRIAL), '/run/log');
    scripted.ended({
      ActiveState: 'failed',
      Result: 'exit-code',
      InvocationID: FIRST,
      ExecMainPID: '100',
      ExecMainCode: '1',
      ExecMainStatus: '3',
    });
    const stderr = `Job for ${UNIT} failed because the control process exited with error code.\n`;
    scripted.on['start'] = () => ({ code: 1, stderr });
    await expect(supervisor.start(prepared)).rejects.toMatchObject({
      fault: {
        name: 'start-refused',
        message: expect.stringContaining('the control process exited'),
        evidence: expect.arrayContaining([
          { kind: 'unit', text: 'exit-code, exit {"code":3,"signal":null}' },
        ]),
      },
    });
    expect(scripted.ran.filter((line) => / (start|reset-failed) /.test(line))).toEqual([
      `systemctl start -- ${UNIT}`,
      `systemctl reset-failed -- ${UNIT}`,
      `systemctl start -- ${UNIT}`,
    ]);
  });

  test('a missing right is named', async () => {
    const prepared = await supervisor.prepare(defined(TRIAL), '/run/log');
    scripted.on['start'] = () => ({
      code: 1,
      stderr: 'Failed to start llm.service: Interactive authentication required.\n',
    });
    await expect(supervisor.start(prepared)).rejects.toMatchObject({ fault: { name: 'permission' } });
  });
});

describe('a unit that activates for longer than its start is waited for', () => {
  const STARTING = {
    ActiveState: 'activating',
    SubState: 'start-pre',
    InvocationID: SECOND,
    ExecMainPID: '100',
    ExecMainCode: '1',
    ExecMainStatus: '3',
    MainPID: '0',
    Job: '300',
  };
  const begun = async () => {
    scripted.ended({ ActiveState: 'failed', InvocationID: FIRST, ExecMainPID: '100' });
    const prepared = await supervisor.prepare(defined(TRIAL), '/run/log');
    scripted.on['start'] = () => {
      Object.assign(scripted.properties, STARTING);
      return { code: null, timed_out: true };
    };
    return { prepared, generation: await supervisor.start(prepared) };
  };

  test('lives without a main process, which is taken up when there is one', async () => {
    const { prepared, generation } = await begun();
    expect(generation).toMatchObject({ id: SECOND, pid: 0 });
    expect(await supervisor.life(generation)).toMatchObject({ alive: true, exit: null, restarts: 0 });
    expect(await supervisor.present()).toMatchObject({ ours: true, definition: { argv: TRIAL } });
    scripted.runs(200, TRIAL, { HOLDPOINT_GENERATION: prepared.id, OMP: '4' }, SECOND);
    expect(await supervisor.life(generation)).toMatchObject({ alive: true, members: [{ pid: 200 }] });
    expect(await supervisor.present()).toMatchObject({ generation: { pid: 200, start_ticks: 2000 } });
    scripted.ended({ ActiveState: 'failed', SubState: 'failed', ExecMainCode: '1', ExecMainStatus: '7' });
    expect(await supervisor.life(generation)).toMatchObject({ alive: false, exit: { code: 7 } });
  });

  test('is asked for by the pid of its main process as soon as there is one', async () => {
    const { prepared, generation } = await begun();
    const late = (pid: number, taken_us: number) =>
      JSON.stringify({
        __CURSOR: 's=1',
        __MONOTONIC_TIMESTAMP: `${taken_us}`,
        _PID: `${pid}`,
        MESSAGE: `${pid}`,
      });
    scripted.journal = [late(100, 30_000_000), late(200, 30_000_000), late(200, 19_000_000)].join('\n');
    expect((await supervisor.log(generation, 0)).lines).toEqual([]);
    scripted.runs(200, TRIAL, { HOLDPOINT_GENERATION: prepared.id, OMP: '4' }, SECOND);
    scripted.properties['ExecMainStartTimestampMonotonic'] = '20000000';
    await supervisor.life(generation);
    expect((await supervisor.log(generation, 0)).lines).toEqual([{ text: '200', line: 1, offset: 0 }]);
  });

  test('ends with the exit of its own main process alone', async () => {
    const { generation } = await begun();
    const failed = { ActiveState: 'failed', SubState: 'failed', ExecMainCode: '1', ExecMainStatus: '7' };
    scripted.ended(failed);
    expect(await supervisor.life(generation)).toMatchObject({ alive: false, exit: null });
    scripted.ended({ ...failed, ExecMainPID: '200' });
    expect(await supervisor.life(generation)).toMatchObject({ alive: false, exit: { code: 7 } });
  });

  test("its pending job is ours, in a later life of Holdpoint too, and nobody else's", async () => {
    const { generation } = await begun();
    await supervisor.prepare(defined(OWN), '/run/log');
    const later = scripted.supervisor();
    await later.follow(generation, '/run/log', []);
    await later.prepare(defined(TRIAL), '/run/log');
    await expect(scripted.supervisor().prepare(defined(OWN), '/run/log')).rejects.toMatchObject({
      fault: { name: 'lock-held' },
    });
  });

  test('a job of ours that has not begun when its start is given up is ours too', async () => {
    const prepared = await supervisor.prepare(defined(TRIAL), '/run/log');
    scripted.on['start'] = () => {
      scripted.properties['Job'] = '301';
      return { code: null, timed_out: true };
    };
    await expect(supervisor.start(prepared)).rejects.toMatchObject({ fault: { name: 'start-refused' } });
    await supervisor.prepare(defined(OWN), '/run/log');
    scripted.properties['Job'] = '302';
    await expect(supervisor.prepare(defined(OWN), '/run/log')).rejects.toMatchObject({
      fault: { name: 'lock-held' },
    });
  });
});

describe('the life of a generation', () => {
  test('is read from the kernel alone while the main process lives', async () => {
    scripted.runs(100, OWN, {}, FIRST);
    const { generation } = await supervisor.present();
    if (generation === null) throw new Error('nothing runs');
    scripted.ran.length = 0;
    expect(await supervisor.life(generation)).toEqual({
      alive: true,
      exit: null,
      members: [expect.objectContaining({ pid: 100 })],
      rss_bytes: 1000,
      cpu_ticks: 5,
      io_bytes: 2,
      restarts: 0,
    });
    expect(scripted.ran).toEqual([]);
  });

  test('ends with the exit that systemd tells, and with its word that it will start again', async () => {
    scripted.runs(100, OWN, {}, FIRST);
    const { generation } = await supervisor.present();
    if (generation === null) throw new Error('nothing runs');
    scripted.ended({
      ActiveState: 'activating',
      SubState: 'auto-restart',
      ExecMainCode: '1',
      ExecMainStatus: '3',
    });
    expect(await supervisor.life(generation)).toMatchObject({
      alive: false,
      exit: { code: 3, signal: null },
      members: [],
      restarts: 1,
    });
  });

  test('processes of the next generation are none of its own, and get no signal', async () => {
    scripted.runs(100, OWN, {}, FIRST);
    const { generation, members } = await supervisor.present();
    if (generation === null) throw new Error('nothing runs');
    scripted.processes.clear();
    scripted.runs(101, OWN, {}, SECOND);
    scripted.properties['NRestarts'] = '1';
    expect(await supervisor.life(generation)).toMatchObject({
      alive: false,
      exit: null,
      members: [],
      restarts: 1,
    });
    scripted.ran.length = 0;
    const report = await supervisor.signal(
      generation,
      [...members, { ...row(101, OWN), command: '' }],
      'KILL',
    );
    expect(report).toMatchObject({ sent: [], gone: [100, 101] });
    expect(scripted.ran.filter((line) => !line.includes(' show '))).toEqual([]);
  });

  const between = { ActiveState: 'activating', SubState: 'auto-restart' };
  test.each<[string, () => void, readonly string[]]>([
    [
      'the manager has started again: its loop is ended',
      () => {
        scripted.runs(101, OWN, {}, SECOND);
        scripted.properties['NRestarts'] = '4';
      },
      [`systemctl stop --no-block -- ${UNIT}`],
    ],
    [
      'the manager is about to start again: its loop is ended',
      () => scripted.ended(between),
      [`systemctl stop --no-block -- ${UNIT}`],
    ],
    ['somebody else has started again: left alone', () => scripted.runs(101, OWN, {}, SECOND), []],
  ])('nothing is left, and %s', async (_, goOn, stops) => {
    scripted.runs(100, OWN, {}, FIRST);
    const { generation, members } = await supervisor.present();
    if (generation === null) throw new Error('nothing runs');
    scripted.processes.clear();
    goOn();
    scripted.ran.length = 0;
    expect(await supervisor.signal(generation, members, 'TERM')).toMatchObject({ sent: [], gone: [100] });
    expect(scripted.ran.filter((line) => !line.includes(' show '))).toEqual(stops);
  });

  test('a stop that was refused or did not return is asked for again', async () => {
    scripted.runs(100, OWN, {}, FIRST);
    const { generation, members } = await supervisor.present();
    if (generation === null) throw new Error('nothing runs');
    scripted.on['stop'] = () => ({
      code: 1,
      stderr: 'Failed to stop llm.service: Transaction is destructive.\n',
    });
    expect(await supervisor.signal(generation, members, 'TERM')).toMatchObject({
      sent: [],
      refused: [{ pid: 100 }],
    });
    delete scripted.on['stop'];
    scripted.ran.length = 0;
    await supervisor.signal(generation, members, 'TERM');
    expect(scripted.ran.at(-1)).toBe(`systemctl stop --no-block -- ${UNIT}`);
  });

  test('it returns as long as its manager starts it again or is about to', async () => {
    scripted.runs(100, OWN, {}, FIRST);
    const { generation } = await supervisor.present();
    if (generation === null) throw new Error('nothing runs');
    const returning = async () => (await supervisor.life(generation)).returning;
    scripted.ended({ ActiveState: 'activating', SubState: 'auto-restart', NRestarts: '1' });
    expect(await returning()).toBe(true);
    scripted.runs(101, OWN, {}, SECOND);
    expect(await returning()).toBe(true);
    scripted.ended({ ActiveState: 'inactive', SubState: 'dead' });
    expect(await returning()).toBe(false);
  });

  test('the first TERM stops the unit, a later one is the signal alone', async () => {
    scripted.runs(100, OWN, {}, FIRST);
    const { generation, members } = await supervisor.present();
    if (generation === null) throw new Error('nothing runs');
    scripted.ran.length = 0;
    for (const signal of ['TERM', 'TERM', 'KILL'] as const)
      expect(await supervisor.signal(generation, members, signal)).toMatchObject({ signal, sent: [100] });
    expect(scripted.ran.filter((line) => !line.includes(' show '))).toEqual([
      `systemctl stop --no-block -- ${UNIT}`,
      `systemctl kill --signal=TERM -- ${UNIT}`,
      `systemctl kill --signal=KILL -- ${UNIT}`,
    ]);
  });
});

describe('when the run is over', () => {
  test('under a server that was started with it the file stays, without what is for trials', async () => {
    const { id } = await supervisor.prepare(defined(TRIAL), '/run/log');
    scripted.runs(200, TRIAL, { HOLDPOINT_GENERATION: id }, SECOND);
    expect(await supervisor.settle()).toBe(DROP_IN);
    expect(scripted.files.get(DROP_IN)).toContain('ExecStart="/opt');
    expect(scripted.files.get(DROP_IN)).not.toContain('Restart=');
    expect(scripted.ran.at(-1)).toBe('systemctl daemon-reload');
  });

  test.each([
    ['started with it', TRIAL, DROP_IN],
    ['not started with it', OWN, null],
  ])('where the environment cannot be read, the command of a server %s tells', async (_, argv, stays) => {
    await supervisor.prepare(defined(TRIAL), '/run/log');
    scripted.runs(200, argv, {}, SECOND);
    scripted.environments.delete(200);
    expect(await supervisor.settle()).toBe(stays);
    expect(scripted.files.has(DROP_IN)).toBe(stays !== null);
  });

  test.each<[string, () => void]>([
    ['nothing runs', () => {}],
    ['the original still runs', () => scripted.runs(100, OWN, { OMP: '4' }, FIRST)],
    [
      'a server of an earlier trial runs',
      () => scripted.runs(100, TRIAL, { HOLDPOINT_GENERATION: 'earlier' }, FIRST),
    ],
  ])('the file goes where %s', async (_, run) => {
    await supervisor.prepare(defined(TRIAL), '/run/log');
    run();
    expect(await supervisor.settle()).toBeNull();
    expect(scripted.files.has(DROP_IN)).toBe(false);
    expect(scripted.ran.at(-1)).toBe('systemctl daemon-reload');
  });

  test('a folder that does not go is no reason not to reload', async () => {
    await supervisor.prepare(defined(TRIAL), '/run/log');
    scripted.host.list = async () => [];
    const { remove } = scripted.host;
    scripted.host.remove = async (path) => {
      if (path === DROP_IN) return remove(path);
      throw new FaultError(fault('probe-failed', 'ENOTEMPTY'));
    };
    await supervisor.settle();
    expect(scripted.files.has(DROP_IN)).toBe(false);
    expect(scripted.ran.at(-1)).toBe('systemctl daemon-reload');
  });

  test('where nothing was installed nothing is done', async () => {
    await supervisor.settle();
    expect(scripted.ran).toEqual([]);
  });
});
