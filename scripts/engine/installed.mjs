// What says that a folder holds exactly this version of the server.

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { WHEELS } from './pins.mjs';

const STAMP_FILE = 'stamp.json';
const PINNED = WHEELS.map(({ name, version, sha256, files }) => ({ name, version, sha256, files }));
const STAMP = `${JSON.stringify(PINNED, null, 2)}\n`;

/** @param {string} folder */
export const serverIn = (folder) => join(folder, 'llama-server');

/** @param {string} folder */
export const writeStamp = (folder) => writeFileSync(join(folder, STAMP_FILE), STAMP);

/** @param {string} folder */
export function isInstalled(folder) {
  const files = WHEELS.flatMap((wheel) => wheel.files).map((file) => join(folder, basename(file)));
  try {
    return (
      readFileSync(join(folder, STAMP_FILE), 'utf8') === STAMP &&
      files.every((file) => statSync(file).isFile())
    );
  } catch {
    return false;
  }
}
