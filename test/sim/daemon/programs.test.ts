import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { presenceIn } from '../../../src/sim/remote/presence.ts';
import { buildCli } from '../../helpers/built-cli.ts';
import { freePort, switchOn, temporaryFolder } from './world.ts';

const run = promisify(execFile);
const { program, remove } = await buildCli();

afterAll(remove);

async function scripted(speed: number) {
  const world = await switchOn({ speed, holdpoint: [process.execPath, program] });
  const env = { PATH: `${world.daemon.env.PATH}:${process.env['PATH']}`, TZ: 'UTC' };
  return { ...world, sh: (script: string) => run('sh', ['-c', script], { env }) };
}

it('a program on PATH runs on the simulated host: output, error output, exit code, arguments as they are', async () => {
  const { sh } = await scripted(1000);
  const called = await sh("systemctl show --property='X Y' -p Z").catch((error: unknown) => error);
  expect(called).toMatchObject({
    code: 3,
    stdout: 'show --property=X Y -p Z: budget 8\n',
    stderr: 'said\n',
  });
});

it('a script keeps the time of the host by sleep, date and timeout', async () => {
  const { sh } = await scripted(150);
  const script = 'date +%s; sleep 300; date +%s; timeout 60 /bin/sleep 1000; echo $?; date +%s';
  const { stdout } = await sh(script);
  const [begun = 0, slept = 0, code, ended = 0] = stdout.trim().split('\n').map(Number);
  expect(code).toBe(124);
  expect(slept - begun).toBeGreaterThanOrEqual(300);
  expect(ended - slept).toBeGreaterThanOrEqual(60);
});

it('while a program is present, time goes as in life', async () => {
  const { dir, remote } = await switchOn();
  const file = join(dir, 'programs', String(process.pid));
  await remote.clock.wait(1);
  writeFileSync(file, '');
  await speedOf(remote.clock, 1);
  rmSync(file);
  await speedOf(remote.clock, 1000);
});

it('a program that died is buried', async () => {
  const { dir, remote } = await switchOn();
  const file = join(dir, 'programs', String(spawnSync('true').pid));
  await remote.clock.wait(1);
  writeFileSync(file, '');
  while (existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 5));
  await speedOf(remote.clock, 1000);
});

it('a program that was called by a script is away as long as it waits for anything', () => {
  const folder = temporaryFolder();
  const file = join(folder, String(process.pid));
  presenceIn(folder).away()();
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, '');
  const presence = presenceIn(folder);
  const one = presence.away();
  const other = presence.away();
  one();
  one();
  expect(existsSync(file)).toBe(false);
  other();
  expect(existsSync(file)).toBe(true);
});

const UNIT = 'sglang-k26.service';

it('`sim -- COMMAND`: a script changes the service of the story with mark and wait, and its exit code is ours', async () => {
  const dir = join(temporaryFolder(), 'sim');
  const script = `
    sed -i 's/budget 8/budget 16/' $SIM_ROOT/etc/systemd/system/${UNIT} && systemctl daemon-reload &&
    token=$(holdpoint mark -f ${dir}/holdpoint.yaml) &&
    systemctl stop ${UNIT} && holdpoint wait released --since $token -f ${dir}/holdpoint.yaml >/dev/null &&
    systemctl start ${UNIT} && holdpoint wait generating --since $token -f ${dir}/holdpoint.yaml --json || exit 1
    systemctl show -p ExecStart ${UNIT} | grep -q 'budget 16 ' && exit 7`;
  const words = [
    'sim',
    '--dir',
    dir,
    '--speed',
    '2000',
    '--port',
    String(await freePort()),
    '--',
    'sh',
    '-c',
    script,
  ];
  const env = { ...process.env, XDG_DATA_HOME: join(dir, '..', 'data') };
  const called = await run(process.execPath, [program, ...words], { env }).catch(
    (error: unknown) => error as { readonly code: number; readonly stdout: string; readonly stderr: string },
  );
  expect(called).toMatchObject({ code: 7 });
  expect(JSON.parse(called.stdout)).toMatchObject({
    command: 'wait',
    simulated: true,
    data: { name: 'generating', state: 'passed' },
  });
  expect(readdirSync(dir).sort()).toEqual(['bin', 'holdpoint-sim.json', 'holdpoint.yaml', 'root']);
});

it('`sim` runs until SIGTERM; meanwhile its folder is taken', async () => {
  const dir = join(temporaryFolder(), 'sim');
  const words = [program, 'sim', '--dir', dir, '--port', String(await freePort())];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const second = await run(process.execPath, words).catch((error: unknown) => error);
  expect(second).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`a simulation (pid ${child.pid}) runs in it`),
  });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(readdirSync(dir).sort()).toEqual(['bin', 'holdpoint-sim.json', 'holdpoint.yaml', 'root']);
});

/** Changes of speed come through the socket. */
async function speedOf(clock: { readonly speed: number }, wanted: number): Promise<void> {
  while (clock.speed !== wanted) await new Promise((resolve) => setTimeout(resolve, 5));
}
