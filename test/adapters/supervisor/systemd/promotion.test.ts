import { beforeEach, expect, test } from 'vitest';
import type { SystemdSupervisor } from '../../../../src/adapters/supervisor/systemd/supervisor.ts';
import { FaultError, fault } from '../../../../src/core/fault.ts';
import type { Definition } from '../../../../src/core/generation.ts';
import type { Promoted } from '../../../../src/core/promoted.ts';
import { DROP_IN, OWN_FILE, ScriptedHost, UNIT } from './scripted-host.ts';

const OWN = ['/usr/bin/server', '--threads', '4'];
const NEXT = ['/usr/bin/server', '--threads', '8'];
const RUNTIME = `/run/systemd/system/${UNIT}.d/zz-holdpoint-promoted.conf`;
const LASTING = `/etc/systemd/system/${UNIT}.d/zz-holdpoint-promoted.conf`;
const THEIRS = `/run/systemd/system/${UNIT}.d/zzz-theirs.conf`;
const OF = { run_id: '20260101-000000-k26-0001', trial: 'eight', persist: false };

let scripted: ScriptedHost;
let supervisor: SystemdSupervisor;
/** What the manager prints as its variables. */
let environment = '';

beforeEach(() => {
  environment = '"OMP=8 of mine"';
  scripted = new ScriptedHost(`[Service]\nExecStart=${OWN.join(' ')}\nEnvironment=OMP=4\n`);
  scripted.files.set('/usr/bin/server', '');
  scripted.reload(OWN);
  scripted.on['daemon-reload'] = () => {
    load();
    return null;
  };
  scripted.on['show'] = (words) => {
    return words.includes('Environment') ? { stdout: `Environment=${environment}\n` } : null;
  };
  supervisor = scripted.supervisor();
});

/** Files in the order of their names, the last command counts: all that a reload does here. */
function load(): void {
  const ours = [DROP_IN, RUNTIME, LASTING, THEIRS].filter((path) => scripted.files.has(path));
  const name = (path: string) => path.split('/').at(-1) ?? '';
  const sorted = ours.sort((a, b) => (name(a) < name(b) ? -1 : 1));
  const last = sorted
    .map((path) => /^ExecStart=(.+)$/m.exec(scripted.files.get(path) ?? '')?.[1])
    .findLast((line) => line !== undefined);
  scripted.reload(last?.replaceAll('"', '').split(' ') ?? OWN);
  scripted.properties['DropInPaths'] = sorted.join(' ');
}

function defined(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = { OMP: '8 of mine' },
): Definition {
  return { argv, env, cwd: '/', env_complete: true };
}

async function install(over: Partial<typeof OF> = {}, definition = defined(NEXT)): Promise<Promoted> {
  const promoted = await supervisor.promotions.made(definition, { ...OF, ...over });
  await supervisor.prepare(definition, '/run/log', { promoted, is_own: true });
  return promoted;
}

test('one file, with nothing of a trial in it; the unit runs it by itself', async () => {
  const promoted = await install();
  expect(scripted.files.get(RUNTIME)?.split('\n').slice(2)).toEqual([
    '[Service]',
    'ExecStart=',
    'ExecStart="/usr/bin/server" "--threads" "8"',
    'Environment="OMP=8 of mine"',
    '',
  ]);
  expect([...scripted.files.keys()].filter((path) => path.includes('.d/'))).toEqual([RUNTIME]);
  expect(await supervisor.own()).toMatchObject(defined(NEXT));
  expect(await supervisor.promotions.own()).toMatchObject({ argv: OWN, env: { OMP: '4' } });
  expect(await supervisor.promotions.installed()).toEqual(promoted);
});

test.each([
  [{ K: 'plain' }, 0o644],
  [{ API_KEY: 'sk-0123456789' }, 0o600],
])('%j: the file has mode %o', async (env, mode) => {
  environment = `"OMP=4" ${Object.entries(env)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')}`;
  await install({}, defined(NEXT, { OMP: '4', ...env }));
  expect(scripted.modes.get(RUNTIME)).toBe(mode);
});

test('what the manager has not taken over is refused, and the file is gone', async () => {
  environment = '"OMP=4"';
  await expect(install()).rejects.toThrow('has not taken over OMP');
  expect(scripted.files.has(RUNTIME)).toBe(false);
});

test.each([
  ['a command', `[Service]\nExecStart=\nExecStart=${OWN.join(' ')}\n`],
  ['a variable', '[Service]\nEnvironment=OMP=1\n'],
])('%s of a file that sorts behind counts more: refused, all is as it was', async (_what, text) => {
  scripted.files.set(THEIRS, text);
  await supervisor.prepare(defined(['/usr/bin/server', '--threads', '2']), '/run/log').catch(() => undefined);
  const before = new Map(scripted.files);
  await expect(install({ persist: true })).rejects.toThrow(`${THEIRS} counts more`);
  expect(scripted.files).toEqual(before);
});

test('another one takes its place, in the other folder too, and what was before can come back', async () => {
  const first = await install();
  await install({ run_id: '20260102-000000-k26-0002', persist: true });
  expect([scripted.files.has(RUNTIME), scripted.files.has(LASTING)]).toEqual([false, true]);
  // the original of the second run is the first one's
  await supervisor.prepare(defined(NEXT), '/run/log', { promoted: first, is_own: false });
  expect([scripted.files.get(RUNTIME), scripted.files.has(LASTING), scripted.files.has(DROP_IN)]).toEqual([
    first.text,
    false,
    false,
  ]);
  await supervisor.settle(null);
  expect(await supervisor.promotions.installed()).toBeNull();
});

test('an original that no file describes gets one of its own beside it', async () => {
  const original = defined(['/usr/bin/server', '--threads', '2'], { OMP: '4' });
  const first = await install();
  environment = '"OMP=4"';
  await supervisor.prepare(original, '/run/log', { promoted: first, is_own: false });
  expect([scripted.files.get(RUNTIME), scripted.files.get(DROP_IN)]).toEqual([
    first.text,
    expect.stringContaining('"--threads" "2"'),
  ]);
});

test('where one step back fails, the others are made all the same, and the first error is told', async () => {
  await supervisor.prepare(defined(['/usr/bin/server', '--threads', '2'], { OMP: '4' }), '/run/log');
  const trial = scripted.files.get(DROP_IN);
  scripted.files.set(THEIRS, `[Service]\nExecStart=\nExecStart=${OWN.join(' ')}\n`);
  const { remove } = scripted.host;
  scripted.host.remove = async (path) => {
    if (path === RUNTIME) throw new FaultError(fault('probe-failed', 'EIO'));
    return remove(path);
  };
  const error = await install().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ fault: { name: 'definition-rejected' } });
  expect((error as FaultError).fault.evidence).toContainEqual({
    kind: 'undo',
    text: expect.stringContaining('EIO'),
  });
  expect(scripted.files.get(DROP_IN)).toBe(trial);
});

test('what stands in front of the engine is what systemd is asked to run', async () => {
  const wrapped = { ...defined(['./server', '--threads', '8']), wrapper: ['/usr/bin/taskset', '3'] };
  const { text } = await supervisor.promotions.made(wrapped, OF);
  expect(text).toContain('ExecStart="/usr/bin/taskset" "3" "./server"');
});

test('what is not ours is neither replaced nor removed', async () => {
  scripted.files.set(LASTING, '# theirs\n');
  for (const act of [
    () => supervisor.promotions.installed(),
    () => supervisor.settle(null),
    () => install({ persist: true }),
  ])
    await expect(act()).rejects.toThrow('was not written by Holdpoint');
  expect(scripted.files.get(LASTING)).toBe('# theirs\n');
});

test('a text that is of another run than it says is not written', async () => {
  const promoted = await supervisor.promotions.made(defined(NEXT), OF);
  await expect(supervisor.settle({ ...promoted, run_id: 'other' })).rejects.toThrow('no text of run other');
  expect([...scripted.files.keys()].sort()).toEqual(['/usr/bin/server', OWN_FILE].sort());
});
