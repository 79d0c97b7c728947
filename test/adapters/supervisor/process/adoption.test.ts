import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { LocalHost } from '../../../../src/adapters/host/local.ts';
import { findAdopted } from '../../../../src/adapters/supervisor/process/adoption.ts';
import type { Host, PortHolder, ProcessRow } from '../../../../src/ports/host.ts';
import { until } from '../../../contract/until.ts';
import { program, type Running, startProgram } from '../../support/programs.ts';
import { makeSupervisor } from './subject.ts';

const host = new LocalHost();
const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

async function freePort(): Promise<number> {
  const server = await startProgram([process.execPath, program('server.mjs'), 'listening', '0']);
  await server.end();
  return Number(server.line);
}

/** A leader that is no listener, with a child that is. */
async function service(env?: NodeJS.ProcessEnv): Promise<{ port: number; leader: Running }> {
  const port = await freePort();
  const leader = await startProgram([process.execPath, program('server.mjs'), 'parent', String(port)], env);
  ended.push(async () => {
    const rows = await host.processes();
    for (const row of rows.filter((other) => other.ppid === leader.pid)) process.kill(row.pid, 'SIGKILL');
    await leader.end();
  });
  return { port, leader };
}

test('by its port: the topmost ancestor of the listener that is not what Holdpoint runs under', async () => {
  const env = { KEPT: 'with\nany "text"', PATH: '/bin', HOLDPOINT_GENERATION: 'of an earlier life' };
  const { port, leader } = await service(env);
  const supervisor = await makeSupervisor({ port });
  const present = await supervisor.present();
  expect(present).toMatchObject({ generation: { id: '', pid: leader.pid }, ours: false });
  expect(present.definition).toEqual({
    argv: [process.execPath, program('server.mjs'), 'parent', String(port)],
    env: { KEPT: 'with\nany "text"', PATH: '/bin' },
    cwd: process.cwd(),
    env_complete: true,
  });
  expect(present.members).toHaveLength(2);
  expect(await supervisor.present()).toEqual(present);
});

test('by its pid: exactly that process', async () => {
  const { leader } = await service();
  const listener = await until(async () => (await host.processes()).find((row) => row.ppid === leader.pid));
  const supervisor = await makeSupervisor({ pid: listener.pid });
  expect((await supervisor.present()).generation?.pid).toBe(listener.pid);
});

test('it can be stopped, started again as it was, and is then ours', async () => {
  const { port, leader } = await service({ KEPT: 'yes' });
  const folder = await mkdtemp(join(tmpdir(), 'holdpoint-adopted-'));
  const supervisor = await makeSupervisor({ port });
  const { generation, definition, members } = await supervisor.present();
  if (generation === null || definition === null) throw new Error('not found');
  await supervisor.signal(generation, members, 'KILL');
  await until(async () => (await supervisor.life(generation)).members.length === 0);
  await until(() => leader.child.signalCode);
  expect((await supervisor.present()).generation).toBeNull();
  const again = await supervisor.start(await supervisor.prepare(definition, join(folder, 'log')));
  await supervisor.release(again);
  await until(async () => (await host.port('127.0.0.1', port)).listeners.length > 0);
  const present = await supervisor.present();
  expect(present).toMatchObject({ generation: { pid: again.pid }, ours: true, definition });
  await supervisor.signal(again, present.members, 'KILL');
  await until(async () => (await supervisor.life(again)).members.length === 0);
  await rm(folder, { recursive: true });
});

test('who turns up on the port after the service was stopped is foreign', async () => {
  const { port } = await service();
  const supervisor = await makeSupervisor({ port });
  const { generation, members } = await supervisor.present();
  if (generation === null) throw new Error('not found');
  await supervisor.signal(generation, members, 'KILL');
  await until(async () => (await supervisor.life(generation)).members.length === 0);
  const foreign = await startProgram([process.execPath, program('server.mjs'), 'listening', String(port)]);
  ended.push(foreign.end);
  expect((await supervisor.present()).generation).toBeNull();
});

test('where nothing listens, nothing is adopted, and the next look may find it', async () => {
  const port = await freePort();
  const supervisor = await makeSupervisor({ port });
  expect((await supervisor.present()).generation).toBeNull();
  const server = await startProgram([process.execPath, program('server.mjs'), 'listening', String(port)]);
  ended.push(server.end);
  expect((await supervisor.present()).generation?.pid).toBe(server.pid);
});

test('Holdpoint and what it runs under are never the service', async () => {
  for (const pid of [process.pid, process.ppid]) {
    await expect((await makeSupervisor({ pid })).present()).rejects.toMatchObject({
      fault: { name: 'usage' },
    });
  }
});

test('bytes that are no UTF-8 could not be given back, so the service is not taken', async () => {
  const holder = spawn('/bin/sh', ['-c', 'export BAD="$(printf "\\\\377")"; exec /bin/sleep 3600'], {
    stdio: 'ignore',
  });
  ended.push(async () => void holder.kill('SIGKILL'));
  const pid = holder.pid as number;
  await until(async () => (await host.process(pid))?.argv[0] === '/bin/sleep');
  await expect((await makeSupervisor({ pid })).present()).rejects.toMatchObject({
    fault: { name: 'definition-rejected' },
  });
});

const ROW: ProcessRow = {
  pid: 0,
  ppid: 0,
  start_ticks: 100,
  state: 'S',
  session: 0,
  uid: 1000,
  user: 'ann',
  argv: [],
  rss_bytes: 1,
  cpu_ticks: 0,
};

/** A process table as it may be on other machines; only what adoption asks for answers. */
function machine(
  rows: readonly Partial<ProcessRow>[],
  listeners: readonly (number | null)[],
  cgroups: Record<number, string> = {},
): Host {
  return {
    processes: async () => rows.map((row) => ({ ...ROW, ...row })),
    port: async () => ({ listeners: listeners.map((pid) => ({ pid, user: 'bob' }) as PortHolder) }),
    readText: async (path: string) => cgroups[Number(path.split('/')[2])] ?? null,
  } as unknown as Host;
}

const SELF = 900;
const adopt = async (of: Host): Promise<number | undefined> =>
  (await findAdopted(of, { port: 1 }, '127.0.0.1', SELF))?.pid;

test.each([
  '-bash',
  '/bin/sh',
  'sshd: ann@pts/0',
  'tmux',
  '/usr/bin/tmux',
  'SCREEN',
  '/usr/lib/systemd/systemd',
  'sudo',
  '/usr/sbin/CRON',
])('the climb ends below %s', async (launcher) => {
  const rows = [
    { pid: 1, uid: 0, argv: ['/sbin/init'] },
    { pid: 10, ppid: 1, argv: [launcher, '-x'] },
    { pid: 20, ppid: 10, argv: ['python', '-m', 'sglang'] },
    { pid: 30, ppid: 20, argv: ['sglang::scheduler'] },
  ];
  expect(await adopt(machine(rows, [30]))).toBe(20);
});

test('the climb ends at another user, at init, and at a parent that is younger than its child', async () => {
  expect(
    await adopt(
      machine(
        [
          { pid: 10, uid: 0, argv: ['agent'] },
          { pid: 20, ppid: 10, argv: ['s'] },
        ],
        [20],
      ),
    ),
  ).toBe(20);
  expect(
    await adopt(
      machine(
        [
          { pid: 1, argv: ['anything'] },
          { pid: 20, ppid: 1, argv: ['s'] },
        ],
        [20],
      ),
    ),
  ).toBe(20);
  const reused = [
    { pid: 10, start_ticks: 500, argv: ['late'] },
    { pid: 20, ppid: 10, argv: ['s'] },
  ];
  expect(await adopt(machine(reused, [20]))).toBe(20);
});

test('the climb ends below what Holdpoint itself runs under', async () => {
  const rows = [
    { pid: 10, argv: ['code-server'] },
    { pid: 20, ppid: 10, argv: ['vllm'] },
    { pid: 800, ppid: 10, argv: ['terminal'] },
    { pid: SELF, ppid: 800, argv: ['node', 'holdpoint'] },
  ];
  expect(await adopt(machine(rows, [20]))).toBe(20);
});

test('workers of one service that share its socket are one service, others are not', async () => {
  const rows = [
    { pid: 10, argv: ['uvicorn'] },
    { pid: 20, ppid: 10, argv: ['w'] },
    { pid: 30, ppid: 10, argv: ['w'] },
    { pid: 40, argv: ['x'] },
  ];
  expect(await adopt(machine(rows, [10, 20, 30]))).toBe(10);
  await expect(adopt(machine(rows, [20, 40]))).rejects.toMatchObject({
    fault: { name: 'ambiguous-listener' },
  });
});

test('a listener that cannot be seen is a missing right, not nothing', async () => {
  await expect(adopt(machine([], [null]))).rejects.toMatchObject({ fault: { name: 'permission' } });
});

test.each([
  ['0::/system.slice/sglang.service', 'kind: systemd, unit: sglang.service'],
  [`0::/docker/${'ab'.repeat(32)}`, 'kind: docker, container: abababababab'],
])('a process in %s is refused, with the kind that is right', async (cgroup, kind) => {
  const refused = adopt(
    machine([{ pid: 20, argv: ['s'] }], [20], { 20: cgroup, [SELF]: '0::/user.slice/session-1.scope' }),
  );
  await expect(refused).rejects.toMatchObject({
    fault: { name: 'usage', message: expect.stringContaining(kind) },
  });
});

test('a unit in which Holdpoint runs as well says nothing about the server', async () => {
  const cgroup = '0::/system.slice/ssh.service';
  expect(await adopt(machine([{ pid: 20, argv: ['s'] }], [20], { 20: cgroup, [SELF]: cgroup }))).toBe(20);
});
