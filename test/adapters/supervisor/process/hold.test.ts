import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LocalHost } from '../../../../src/adapters/host/local.ts';
import { ProcessSupervisor } from '../../../../src/adapters/supervisor/process/supervisor.ts';
import type { Definition, Generation } from '../../../../src/core/generation.ts';
import { until } from '../../../contract/until.ts';

const host = new LocalHost();
let folder: string;
let supervisor: ProcessSupervisor;
let running: Generation[];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'holdpoint-hold-')));
  const { boot_id } = await host.identity();
  const environment = { INHERITED: 'yes', OVERRIDDEN: 'no', ABSENT: undefined };
  supervisor = new ProcessSupervisor({ host, boot_id, address: '127.0.0.1', adopted: null, environment });
  running = [];
});

afterEach(async () => {
  for (const generation of running) {
    await supervisor.signal(generation, (await supervisor.life(generation)).members, 'KILL');
    await until(async () => !(await supervisor.life(generation)).alive);
  }
  await rm(folder, { recursive: true });
});

async function start(definition: Partial<Definition>, log = 'log'): Promise<Generation> {
  const whole: Definition = {
    argv: ['/bin/sleep', '3600'],
    env: {},
    cwd: folder,
    env_complete: true,
    ...definition,
  };
  const generation = await supervisor.start(await supervisor.prepare(whole, join(folder, log)));
  running.push(generation);
  return generation;
}

/** Lets it go and waits until it is the server. */
async function become(generation: Generation, argv: readonly string[]): Promise<void> {
  await supervisor.release(generation);
  await until(
    async () => JSON.stringify((await host.process(generation.pid))?.argv) === JSON.stringify(argv),
  );
}

test('the held process and the server are one: same pid, same start ticks, a session of its own', async () => {
  const generation = await start({});
  const held = await host.process(generation.pid);
  expect(held?.argv[0]).toBe('/bin/sh');
  expect(held?.session).toBe(generation.pid);
  await become(generation, ['/bin/sleep', '3600']);
  const server = await host.process(generation.pid);
  expect(server).toMatchObject({
    start_ticks: generation.start_ticks,
    session: generation.pid,
    ppid: process.pid,
  });
});

test('the environment is exactly what was wanted, whatever a shell thinks of it', async () => {
  const env = {
    PLAIN: 'a',
    EMPTY: '',
    QUOTES: `it's "quoted" \\ $HOME $(id) \`id\` %s %n`,
    LINES: 'one\ntwo\r\n\tthree\n',
    'odd.name': 'dots',
    'BASH_FUNC_f%%': '() { :; }',
    '1DIGIT': 'x',
    IFS: 'xyz',
    OPTIND: 'seven',
    PPID: '1',
    PS4: '+',
    ENV: '/nowhere',
    SHLVL: '41',
    _: '/usr/bin/me',
    LD_LIBRARY_PATH: '/nowhere/lib',
    PATH: '/usr/bin:/bin',
    UTF: 'ä→😀',
  };
  const generation = await start({ env });
  await become(generation, ['/bin/sleep', '3600']);
  expect(await host.environment(generation.pid)).toEqual({ ...env, HOLDPOINT_GENERATION: generation.id });
});

test.each(['/somewhere/else', ''])('a PWD of %j stays as it is', async (PWD) => {
  const generation = await start({ env: { PWD, OLDPWD: '/old' } });
  await become(generation, ['/bin/sleep', '3600']);
  const env = { PWD, OLDPWD: '/old', HOLDPOINT_GENERATION: generation.id };
  expect(await host.environment(generation.pid)).toEqual(env);
});

test('an environment of 200 KB comes through whole', async () => {
  const env = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`V${i}`, `${i} '"\n`.repeat(200)]));
  const generation = await start({ env });
  await become(generation, ['/bin/sleep', '3600']);
  expect(await host.environment(generation.pid)).toEqual({ ...env, HOLDPOINT_GENERATION: generation.id });
});

test('an incomplete environment is laid over that of Holdpoint', async () => {
  const generation = await start({ env: { OVERRIDDEN: 'yes' }, env_complete: false });
  await become(generation, ['/bin/sleep', '3600']);
  const env = { INHERITED: 'yes', OVERRIDDEN: 'yes', HOLDPOINT_GENERATION: generation.id };
  expect(await host.environment(generation.pid)).toEqual(env);
});

test('arguments are exact: empty, with newlines, quotes and what looks like options', async () => {
  const argv = [
    '/bin/sh',
    '-c',
    'while :; do /bin/sleep 3600; done',
    '',
    '-u',
    '--',
    'A=B',
    'x\ny',
    `'"$x%s`,
    '\u001b[0m',
    '',
  ];
  const generation = await start({ argv });
  await become(generation, argv);
  expect((await supervisor.present()).definition).toEqual({ argv, env: {}, cwd: folder, env_complete: true });
});

test('a variable that may be secret is in no argument of any user to read', async () => {
  const generation = await start({ env: { API_KEY: 'canary-value' } });
  expect((await host.process(generation.pid))?.argv.join(' ')).not.toContain('canary');
});

test('a command is found on the PATH that it will have, and keeps its name', async () => {
  await symlink('/bin/sleep', join(folder, 'my-server'));
  const generation = await start({ argv: ['my-server', '3600'], env: { PATH: `/nowhere:${folder}` } });
  await become(generation, ['my-server', '3600']);
});

test('a command relative to its folder, with an equals sign in its name', async () => {
  await mkdir(join(folder, 'py=3'));
  await symlink('/bin/sleep', join(folder, 'py=3/server'));
  const generation = await start({ argv: ['py=3/server', '3600'] });
  await become(generation, ['py=3/server', '3600']);
});

test('nothing is open in the server but its log', async () => {
  const generation = await start({});
  await become(generation, ['/bin/sleep', '3600']);
  const files = await readdir(`/proc/${generation.pid}/fd`);
  const targets = await Promise.all(files.map((fd) => readlink(`/proc/${generation.pid}/fd/${fd}`)));
  expect(targets[0]).toBe('/dev/null');
  expect(targets.filter((target) => target !== '/dev/null')).toEqual([
    join(folder, 'log'),
    join(folder, 'log'),
  ]);
});

test('output is appended, and lines of an earlier generation in the file are not its lines', async () => {
  await writeFile(join(folder, 'log'), 'of another generation\n');
  const generation = await start({ argv: ['/bin/sh', '-c', 'echo out; echo err >&2'] });
  await supervisor.release(generation);
  await until(async () => !(await supervisor.life(generation)).alive);
  expect((await supervisor.log(generation, 0)).lines).toEqual([
    { text: 'out', line: 1, offset: 0 },
    { text: 'err', line: 2, offset: 4 },
  ]);
  expect(await readFile(join(folder, 'log'), 'utf8')).toBe('of another generation\nout\nerr\n');
});

test('a command that turns out not to run is an exit, with the reason in the log', async () => {
  await writeFile(join(folder, 'broken'), '#!/no/such/interpreter\n', { mode: 0o755 });
  const generation = await start({ argv: ['./broken'] });
  await supervisor.release(generation);
  const life = await until(async () => {
    const seen = await supervisor.life(generation);
    return seen.alive ? null : seen;
  });
  expect(life.exit).toEqual({ code: 127, signal: null });
  expect((await supervisor.log(generation, 0)).lines[0]?.text).toContain('./broken');
});

test('a held process that was ended cannot be let go', async () => {
  const generation = await start({});
  await supervisor.signal(generation, (await supervisor.life(generation)).members, 'TERM');
  await until(async () => !(await supervisor.life(generation)).alive);
  await expect(supervisor.release(generation)).rejects.toMatchObject({ fault: { name: 'start-refused' } });
});

test.each<[string, Partial<Definition>, string]>([
  ['an empty command', { argv: [] }, 'the command is empty'],
  ['a NUL in an argument', { argv: ['/bin/sleep', 'a\0b'] }, 'argument 1 contains a NUL character'],
  ['a NUL in a variable', { env: { A: 'a\0b' } }, 'variable A contains a NUL character'],
  ['a name that is none', { env: { 'A=B': 'c' } }, '"A=B" cannot be the name of a variable'],
  [
    'an argument that no kernel takes',
    { argv: ['/bin/sleep', 'x'.repeat(131_072)] },
    'argument 1 is longer than 128 KiB',
  ],
  ['a folder that is not there', { cwd: '/nowhere' }, 'the working folder does not exist: /nowhere'],
  ['a relative folder', { cwd: 'here' }, 'the working folder is not an absolute path: here'],
  ['a file that is not executable', { argv: ['/etc/passwd'] }, 'no executable file /etc/passwd'],
  ['a folder as command', { argv: ['/bin'] }, 'no executable file /bin'],
])('%s is rejected', async (_, definition, text) => {
  await expect(start(definition)).rejects.toMatchObject({
    fault: { name: 'definition-rejected', evidence: [{ text: expect.stringContaining(text) }] },
  });
});

test('every problem is said at once', async () => {
  const rejected = start({ argv: ['nothing'], cwd: '/nowhere' }, 'no/such/folder/log');
  await expect(rejected).rejects.toMatchObject({ fault: { evidence: { length: 3 } } });
});

test('a log that is a link is not followed', async () => {
  await symlink('/tmp/elsewhere', join(folder, 'link'));
  await expect(start({}, 'link')).rejects.toMatchObject({ fault: { name: 'definition-rejected' } });
});
