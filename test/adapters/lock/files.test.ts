import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { LocalHost } from '../../../src/adapters/host/local.ts';
import { FileLock } from '../../../src/adapters/lock/files.ts';
import { contractOfLock } from '../../contract/lock.ts';
import { compiled } from '../support/compiled.ts';
import { type Running, startProgram } from '../support/programs.ts';

let program: string;
beforeAll(async () => {
  program = await compiled('src/adapters/host/local.ts', 'src/adapters/lock/files.ts');
});
afterAll(() => rm(program, { recursive: true }));

let folder: string;
let locks: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdpoint-lock-'));
  locks = join(folder, 'locks');
});
afterEach(() => rm(folder, { recursive: true }));

function taker(where: string, run: string, names: readonly string[]): Promise<Running> {
  return startProgram([process.execPath, join(program, 'lock-taker.mjs'), where, run, ...names]);
}

/** Tells it to try; its answer. */
async function attempt(running: Running): Promise<string> {
  const answer = once(createInterface(running.child.stdout as Readable), 'line');
  running.child.stdin?.write('go\n');
  return ((await answer) as [string])[0];
}

async function takenByTheDead(where: string, names: readonly string[], run: string): Promise<void> {
  const dead = await taker(where, run, names);
  expect(await attempt(dead)).toBe('won');
  await dead.end();
}

contractOfLock('locks as files', async () => {
  const own = await mkdtemp(join(tmpdir(), 'holdpoint-lock-'));
  const make = (): FileLock => new FileLock({ host: new LocalHost(), folder: join(own, 'locks') });
  return {
    lock: make(),
    other: make(),
    takenByTheDead: (names, run) => takenByTheDead(join(own, 'locks'), names, run),
    dispose: () => rm(own, { recursive: true }),
  };
});

test('a living holder that was taken over holds nothing, and gives nothing back that is not its own', async () => {
  const hung = await taker(locks, 'run-1', ['service', 'gpu-0']);
  expect(await attempt(hung)).toBe('won');
  const lock = new FileLock({ host: new LocalHost(), folder: locks });
  const over = await lock.holder('service');
  if (over === null) throw new Error('nobody holds it');
  const stranger = { ...over, start_ticks: over.start_ticks + 1 };
  const held = { fault: { name: 'lock-held' } };
  await expect(lock.acquire(['service'], 'run-2', stranger)).rejects.toMatchObject(held);
  const lease = await lock.acquire(['gpu-0', 'service'], 'run-2', over);
  expect(await lock.holder('service')).toMatchObject({ pid: process.pid, run: 'run-2' });
  await hung.end();
  await expect(lock.acquire(['gpu-0'], 'run-3')).rejects.toMatchObject(held);
  await lease.release();
  expect(await lock.holder('service')).toBeNull();
});

test('of twenty processes that race for the lock of a dead one, exactly one has it', async () => {
  await takenByTheDead(locks, ['service'], 'dead');
  const takers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => taker(locks, `run-${i}`, ['service'])),
  );
  const answers = await Promise.all(takers.map(attempt));
  expect(answers.toSorted()).toEqual([...Array(19).fill('lock-held'), 'won']);
  const winner = takers[answers.indexOf('won')];
  const lock = new FileLock({ host: new LocalHost(), folder: locks });
  expect(await lock.holder('service')).toMatchObject({ pid: winner?.pid });
  // What lost has left nothing, and the dead one was cleared away.
  expect(await readdir(locks)).toHaveLength(2);
  await Promise.all(takers.map((running) => running.end()));
  await (await lock.acquire(['service'], 'next')).release();
  expect(await readdir(locks)).toEqual([]);
});

test('processes that race for several locks in different orders never share one and never wait for ever', async () => {
  const names = ['a', 'b', 'c'];
  const sets = Array.from({ length: 8 }, (_, i) => [
    names[i % 3] as string,
    names[(i + 1 + (i % 2)) % 3] as string,
  ]);
  const takers = await Promise.all(sets.map((set, i) => taker(locks, `run-${i}`, set)));
  const answers = await Promise.all(takers.map(attempt));
  const won = sets.filter((_, i) => answers[i] === 'won').flat();
  expect(new Set(won).size).toBe(won.length);
  await Promise.all(takers.map((running) => running.end()));
});

test('the folder is there for all users, each file readable and whole', async () => {
  const lock = new FileLock({ host: new LocalHost(), folder: locks });
  const before = process.umask(0o077);
  const lease = await lock.acquire(['service'], 'run-1').finally(() => process.umask(before));
  expect((await stat(locks)).mode & 0o7777).toBe(0o1777);
  const files = await readdir(locks);
  expect(files).toHaveLength(2);
  for (const file of files) {
    expect(file).toMatch(/^[0-9a-f]{32}\.[0-9a-f-]{36}\.(claim|held)$/);
    expect((await stat(join(locks, file))).mode & 0o777).toBe(0o644);
    expect(JSON.parse(await readFile(join(locks, file), 'utf8'))).toMatchObject({
      pid: process.pid,
      run: 'run-1',
    });
  }
  await lease.release();
});

test.each(['pid', 'start_ticks', 'boot_id', 'uid'])(
  'a holder with another %s is not that process',
  async (field) => {
    const lock = new FileLock({ host: new LocalHost(), folder: locks });
    await lock.acquire(['service'], 'run-1');
    for (const file of await readdir(locks)) {
      const content = JSON.parse(await readFile(join(locks, file), 'utf8'));
      content[field] = field === 'boot_id' ? 'another' : content[field] + 1_000_000;
      await writeFile(join(locks, file), JSON.stringify(content));
    }
    expect(await lock.holder('service')).toBeNull();
    await (await lock.acquire(['service'], 'run-2')).release();
  },
);

test('a lock file that is not understood is no free lock', async () => {
  const lock = new FileLock({ host: new LocalHost(), folder: locks });
  const lease = await lock.acquire(['service'], 'run-1');
  const claim = (await readdir(locks)).find((file) => file.endsWith('.claim')) ?? '';
  await lease.release();
  const permission = { fault: { name: 'permission' } };
  for (const text of ['', '{', 'null', '[]', '{"pid":"1"}', 'x'.repeat(70_000)]) {
    await writeFile(join(locks, claim), text);
    await expect(lock.acquire(['service'], 'run-2'), text.slice(0, 9)).rejects.toMatchObject(permission);
  }
  await rm(join(locks, claim));
  await symlink('/etc/passwd', join(locks, claim));
  await expect(lock.acquire(['service'], 'run-2')).rejects.toMatchObject(permission);
  await rm(join(locks, claim));
  await (await lock.acquire(['service'], 'run-2')).release();
});

test('a folder that is not what it should be is not used', async () => {
  const acquire = (): Promise<unknown> =>
    new FileLock({ host: new LocalHost(), folder: locks }).acquire(['s'], 'r');
  const permission = { fault: { name: 'permission' } };
  await mkdir(locks);
  await chmod(locks, 0o777);
  await expect(acquire()).rejects.toMatchObject(permission);
  await rm(locks, { recursive: true });
  await mkdir(join(folder, 'elsewhere'));
  await chmod(join(folder, 'elsewhere'), 0o1777);
  await symlink(join(folder, 'elsewhere'), locks);
  await expect(acquire()).rejects.toMatchObject(permission);
  await rm(locks);
  await writeFile(locks, '');
  await expect(acquire()).rejects.toMatchObject(permission);
});
