import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LocalHost } from '../../../src/adapters/host/local.ts';

const host = new LocalHost();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdpoint-owned-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a file is made with its folder, replaced whole, and leaves nothing else behind', async () => {
  const path = join(folder, 'a.service.d', 'zz.conf');
  await host.writeText(path, 'one');
  await host.writeText(path, 'two\n');
  expect(await readFile(path, 'utf8')).toBe('two\n');
  expect((await lstat(path)).mode & 0o777).toBe(0o644);
  expect(await host.list(join(folder, 'a.service.d'))).toEqual(['zz.conf']);
});

test('a file with another mode has it from the beginning', async () => {
  await host.writeText(join(folder, 'secret'), 'x', 0o600);
  expect((await lstat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
});

test('no folder is made where others can write', async () => {
  await mkdir(join(folder, 'open'));
  await chmod(join(folder, 'open'), 0o777);
  await expect(host.writeText(join(folder, 'open', 'a', 'b', 'f'), 'x')).rejects.toMatchObject({
    fault: { name: 'permission' },
  });
  expect(await readdir(join(folder, 'open'))).toEqual([]);
});

test('a link in the place of the file is replaced, not followed', async () => {
  const target = join(folder, 'target');
  await writeFile(target, 'kept');
  await symlink(target, join(folder, 'link'));
  await host.writeText(join(folder, 'link'), 'new');
  expect(await readFile(target, 'utf8')).toBe('kept');
  expect((await lstat(join(folder, 'link'))).isFile()).toBe(true);
});

test('nothing is written where a link leads, or where others can write', async () => {
  await mkdir(join(folder, 'open'));
  await chmod(join(folder, 'open'), 0o777);
  await symlink(folder, join(folder, 'away'));
  for (const name of ['open', 'away'])
    await expect(host.writeText(join(folder, name, 'f'), 'x')).rejects.toMatchObject({
      fault: { name: 'permission' },
    });
  expect(await readdir(join(folder, 'open'))).toEqual([]);
  expect(await readdir(folder)).toEqual(['away', 'open']);
});

test('a file and an empty folder are removed, what is not there is told, a full folder stays', async () => {
  await host.writeText(join(folder, 'd', 'f'), 'x');
  await expect(host.remove(join(folder, 'd'))).rejects.toMatchObject({ fault: { name: 'probe-failed' } });
  expect(await host.remove(join(folder, 'd', 'f'))).toBe(true);
  expect(await host.remove(join(folder, 'd', 'f'))).toBe(false);
  expect(await host.remove(join(folder, 'd'))).toBe(true);
  expect(await host.remove(join(folder, 'no', 'where'))).toBe(false);
});

test('a folder is listed in order; one that is not there is none', async () => {
  await writeFile(join(folder, 'b'), '');
  await writeFile(join(folder, 'a'), '');
  expect(await host.list(folder)).toEqual(['a', 'b']);
  expect(await host.list(join(folder, 'none'))).toBeNull();
  expect(await host.list(join(folder, 'a'))).toBeNull();
});
