import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LocalHost } from '../../../../src/adapters/host/local.ts';
import type { Generation } from '../../../../src/core/generation.ts';
import { until } from '../../../contract/until.ts';
import { compiled } from '../../support/compiled.ts';
import { kill, program, type Running, startProgram } from '../../support/programs.ts';
import { makeSupervisor } from './subject.ts';

let folder: string;

beforeAll(async () => {
  folder = await compiled('src/adapters/host/local.ts', 'src/adapters/supervisor/process/supervisor.ts');
});
afterAll(() => rm(folder, { recursive: true }));

async function holdpoint(
  log: string,
  how: 'held' | 'released',
): Promise<{ running: Running; generation: Generation }> {
  const server = [process.execPath, program('server.mjs'), 'steady'];
  const running = await startProgram([process.execPath, join(folder, 'starter.mjs'), log, how, ...server]);
  return { running, generation: JSON.parse(running.line) as Generation };
}

test('a server outlives the Holdpoint that started it, though that was killed', async () => {
  const log = join(folder, 'released.log');
  const { running, generation } = await holdpoint(log, 'released');
  await running.end();
  const supervisor = await makeSupervisor();
  await supervisor.follow(generation, log, []);
  await until(async () => (await supervisor.log(generation, 0)).lines.some((line) => line.text === 'up'));
  const life = await supervisor.life(generation);
  expect(life.members).toMatchObject([{ pid: generation.pid, start_ticks: generation.start_ticks }]);
  await supervisor.signal(generation, life.members, 'TERM');
  await until(async () => !(await supervisor.life(generation)).alive);
});

test('a server does not keep what Holdpoint was given by its caller', async () => {
  const given = await open(join(folder, 'lock-of-a-script'), 'w');
  const argv = [join(folder, 'starter.mjs'), join(folder, 'given.log'), 'released', '/bin/sleep', '3600'];
  const stdio: ('pipe' | 'ignore' | number)[] = [
    'pipe',
    'pipe',
    'ignore',
    ...Array(37).fill('ignore'),
    given.fd,
  ];
  const holdpoint = spawn(process.execPath, argv, { stdio });
  const [line] = (await once(createInterface(holdpoint.stdout as Readable), 'line')) as [string];
  const generation = JSON.parse(line) as Generation;
  const opened = async (pid: number | undefined): Promise<string[]> =>
    Promise.all(
      // One that was listed may be closed before it is read.
      (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => 'closed')),
    );
  expect(await opened(holdpoint.pid)).toContain(join(folder, 'lock-of-a-script'));
  expect(await opened(generation.pid)).not.toContain(join(folder, 'lock-of-a-script'));
  await kill(holdpoint);
  await given.close();
  const supervisor = await makeSupervisor();
  await supervisor.signal(generation, (await supervisor.life(generation)).members, 'KILL');
});

test('a server also outlives the end of Holdpoint, which does not wait for it', async () => {
  const log = join(folder, 'ended.log');
  const { running, generation } = await holdpoint(log, 'released');
  const exit = once(running.child, 'exit');
  running.child.stdin?.end();
  expect(await exit).toEqual([0, null]);
  const supervisor = await makeSupervisor();
  const { members } = await supervisor.life(generation);
  expect(members).toHaveLength(1);
  await supervisor.signal(generation, members, 'KILL');
});

test.each(['killed', 'ended'])(
  'a process that is held ends by itself and without a trace when Holdpoint is %s',
  async (how) => {
    const log = join(folder, `held-${how}.log`);
    const { running, generation } = await holdpoint(log, 'held');
    expect((await new LocalHost().process(generation.pid))?.start_ticks).toBe(generation.start_ticks);
    if (how === 'killed') await running.end();
    else running.child.stdin?.end();
    const supervisor = await makeSupervisor();
    await until(async () => !(await supervisor.life(generation)).alive);
    expect(await readFile(log, 'utf8')).toBe('');
  },
);

test('the exit of a server that is dead and not collected is waited for, though nothing else is left to do', async () => {
  const argv = [join(folder, 'collector.mjs'), join(folder, 'collected.log'), '/bin/sh', '-c', 'exit 3'];
  const collector = await startProgram([process.execPath, ...argv]);
  expect(JSON.parse(collector.line)).toEqual({ code: 3, signal: null });
  await collector.end();
});
