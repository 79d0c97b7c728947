// Installs a lock file of packages; done by uv, which gets many at once and writes each file once.

import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.mjs';
import { Trouble } from '../trouble.mjs';
import { fetchWheel } from '../wheels.mjs';

const BINARY = 'uv-0.13.9.data/scripts/uv';

const UV = /** @type {import('../pins.mjs').Wheel} */ ({
  name: 'uv',
  version: '0.13.9',
  platform: 'manylinux_2_17_x86_64',
  sha256: 'd7f459fe4fd247d830351c75686d3996ace3c6f3f728eb0e85a30b7ada0cef19',
  licence: 'Apache-2.0 or MIT',
  licenceFiles: [],
  files: [BINARY],
});

/**
 * @param {string} work an own folder, on the same file system as what is installed
 * @returns {Promise<(args: string[], hear?: (line: string) => void) => Promise<void>>} runs uv
 * @throws {Trouble} if it cannot be had; the function it returns, if uv fails
 */
export async function getUv(work) {
  const [binary = ''] = await fetchWheel(UV, join(work, 'uv'));
  chmodSync(binary, 0o755);
  const env = { ...process.env, ...(await asPip()), UV_CACHE_DIR: join(work, 'cache'), UV_NO_CONFIG: '1' };
  return async (args, hear = () => {}) => {
    const { code, output } = await run(binary, args, { env, hear });
    if (code === 0) return;
    const said = output.trim().split('\n').slice(-4).join(' ').replaceAll(/\s+/g, ' ');
    throw new Trouble(
      `${args.slice(0, 2).join(' ')} failed: ${said || `uv ended with ${code ?? 'no code'}`}`,
      'pip must reach PyPI or a mirror of it (pip config list shows which), and the disk have room (df -h); then run this again',
    );
  };
}

/** What pip was told about the registry and its certificates is true for uv too. What uv was told itself goes first. */
async function asPip() {
  const { output } = await run('python3', ['-m', 'pip', 'config', 'list']);
  /** @param {string} key */
  const told = (key) => new RegExp(`^(?::env:|global|install)\\.${key}='(.*)'$`, 'm').exec(output)?.[1];
  const given = { UV_DEFAULT_INDEX: told('index-url'), SSL_CERT_FILE: told('cert') };
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && process.env[name] === undefined),
  );
}

/** @param {string} file a lock file, one package a line */
export const packagesIn = (file) => readFileSync(file, 'utf8').trim().split('\n').length;
