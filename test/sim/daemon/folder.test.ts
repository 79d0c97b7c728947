import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { leave, requireUsable, takeFolder } from '../../../src/sim/daemon/folder.ts';
import { places } from '../../../src/sim/remote/places.ts';
import { temporaryFolder } from './world.ts';

async function take(dir: string): Promise<void> {
  await requireUsable(dir);
  takeFolder(dir);
}

const refusal = (part: string) => ({ fault: { name: 'usage', message: expect.stringContaining(part) } });

it('makes a new folder, for nobody else', async () => {
  const dir = join(temporaryFolder(), 'a', 'b');
  await take(dir);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(readdirSync(dir).sort()).toEqual(['bin', 'holdpoint-sim.json', 'programs', 'root']);
});

it('takes an empty one, and one in which a simulation has ended: what that left is gone', async () => {
  const dir = temporaryFolder();
  await take(dir);
  writeFileSync(join(places(dir).bin, 'systemctl'), '');
  mkdirSync(join(places(dir).root, 'etc'));
  writeFileSync(places(dir).socket, '');
  writeFileSync(places(dir).clock, '');
  await take(dir);
  expect(readdirSync(places(dir).bin)).toEqual([]);
  expect(readdirSync(places(dir).root)).toEqual([]);
  expect(existsSync(places(dir).socket)).toBe(false);
  expect(existsSync(places(dir).clock)).toBe(false);
});

it('leaves nothing behind that would seem to run', async () => {
  const dir = temporaryFolder();
  await take(dir);
  writeFileSync(places(dir).socket, '');
  writeFileSync(places(dir).clock, '');
  leave(dir);
  expect(readdirSync(dir).sort()).toEqual(['holdpoint-sim.json', 'root']);
});

it('refuses a folder with other files, a file, a link, and touches none of them', async () => {
  const folder = temporaryFolder();
  const mine = join(folder, 'mine');
  mkdirSync(mine, { mode: 0o755 });
  writeFileSync(join(mine, 'thesis.txt'), '');
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(mine, join(folder, 'link'));
  await expect(take(mine)).rejects.toMatchObject(refusal('it holds other files'));
  await expect(take(join(folder, 'file'))).rejects.toMatchObject(refusal('it is no folder'));
  await expect(take(join(folder, 'link'))).rejects.toMatchObject(refusal('it is no folder'));
  expect(readdirSync(mine)).toEqual(['thesis.txt']);
  expect(statSync(mine).mode & 0o777).toBe(0o755);
});

it('refuses a place where nothing can be made: below a file, in /proc', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  await expect(take(join(folder, 'file', 'sim'))).rejects.toMatchObject(refusal('ENOTDIR'));
  await expect(take('/proc/holdpoint/sim')).rejects.toMatchObject(refusal('/proc/holdpoint'));
});

it('refuses a path that is too long for a socket', async () => {
  const dir = join(temporaryFolder(), 'x'.repeat(100));
  await expect(take(dir)).rejects.toMatchObject(refusal('too long'));
  expect(existsSync(dir)).toBe(false);
});

it('refuses one in which a simulation answers, and names its process', async () => {
  const dir = temporaryFolder();
  await take(dir);
  const other = createServer().listen(places(dir).socket);
  await new Promise((resolve) => other.once('listening', resolve));
  await expect(take(dir)).rejects.toMatchObject(refusal(`a simulation (pid ${process.pid}) runs in it`));
  expect(existsSync(places(dir).socket)).toBe(true);
  await new Promise((resolve) => other.close(resolve));
});
