import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Mirror } from '../../../src/sim/daemon/mirror.ts';
import { SimFiles } from '../../../src/sim/files.ts';
import { temporaryFolder } from './world.ts';

const UNIT = '/etc/systemd/system/a.service';

function mirrored() {
  const root = temporaryFolder();
  const files = new SimFiles(() => 0);
  files.write(UNIT, 'one\n');
  files.write('/var/log/x', 'not shown\n');
  const mirror = new Mirror(root, files);
  mirror.give();
  return { root, files, mirror, real: join(root, UNIT) };
}

it('shows what lies below /etc, and nothing else', () => {
  const { root, real } = mirrored();
  expect(readFileSync(real, 'utf8')).toBe('one\n');
  expect(readdirSync(root)).toEqual(['etc']);
  expect(readdirSync(join(root, 'etc/systemd/system'))).toEqual(['a.service']);
});

it('takes edits, new files and removals, and leaves what was not touched as it is', () => {
  const { root, files, mirror, real } = mirrored();
  const before = files.facts(UNIT)?.inode;
  mirror.take();
  expect(files.facts(UNIT)?.inode).toBe(before);
  writeFileSync(real, 'two\n');
  mkdirSync(`${real}.d`);
  writeFileSync(join(`${real}.d`, 'x.conf'), '[Service]\n');
  mirror.take();
  expect(files.read(UNIT)).toBe('two\n');
  expect(files.read(`${UNIT}.d/x.conf`)).toBe('[Service]\n');
  rmSync(join(`${real}.d`, 'x.conf'));
  mirror.take();
  expect(files.read(`${UNIT}.d/x.conf`)).toBe(null);
  expect(existsSync(join(root, 'etc'))).toBe(true);
});

it('an edit of the same length within the same moment is seen when the file was replaced, as sed -i does', () => {
  const { files, mirror, real } = mirrored();
  rmSync(real);
  writeFileSync(real, 'six\n');
  mirror.take();
  expect(files.read(UNIT)).toBe('six\n');
});

it('shows what happens on the host: changes, new files, removals', () => {
  const { files, mirror, real } = mirrored();
  files.write(UNIT, 'three\n');
  files.write('/etc/new/deep', 'x');
  mirror.give();
  expect(readFileSync(real, 'utf8')).toBe('three\n');
  files.remove('/etc/new/deep');
  files.remove(UNIT);
  mirror.give();
  mirror.take();
  expect(existsSync(real)).toBe(false);
  expect(files.list('/etc')).toEqual([]);
});

it('follows no link out of its folder', () => {
  const { root, files, mirror } = mirrored();
  symlinkSync('/etc/passwd', join(root, 'etc', 'passwd'));
  symlinkSync('/etc', join(root, 'etc', 'all'));
  mirror.take();
  expect(files.list('/etc')).toEqual(['systemd']);
});
