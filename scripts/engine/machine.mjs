// What the prebuilt servers need of a machine, checked before anything is downloaded.

import { readFileSync } from 'node:fs';
import { Trouble } from './trouble.mjs';

const OTHERWISE = 'everything but the demos and tests on a real engine works without it';
const LEAST_GLIBC = [2, 35];
const INSTRUCTIONS = ['avx2', 'fma', 'f16c', 'bmi2'];

/**
 * @param {string} program as people call it
 * @param {{ platform: string, arch: string, glibc: string | undefined, cpu: string }} [machine]
 * @throws {Trouble} that names the first thing that is missing
 */
export function checkMachine(program, machine = thisMachine()) {
  const { platform, arch, glibc, cpu } = machine;
  if (platform !== 'linux' || arch !== 'x64') {
    throw new Trouble(
      `the prebuilt ${program} is for Linux on x86_64, not ${platform} on ${arch}`,
      OTHERWISE,
    );
  }
  if (glibc === undefined) {
    throw new Trouble(
      'no glibc (another C library such as musl)',
      `use a distribution with glibc; ${OTHERWISE}`,
    );
  }
  const [major = 0, minor = 0] = glibc.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = LEAST_GLIBC;
  if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
    const least = LEAST_GLIBC.join('.');
    throw new Trouble(
      `glibc ${glibc}; ${least} or later is needed`,
      'Debian 12, Ubuntu 22.04 and later have it',
    );
  }
  const flags = new Set(/^flags\s*:(.*)$/m.exec(cpu)?.[1]?.trim().split(/\s+/));
  const missing = INSTRUCTIONS.filter((name) => !flags.has(name));
  if (missing.length > 0) {
    throw new Trouble(
      `the CPU lacks ${missing.join(', ')}`,
      `an x86_64 CPU from 2015 on has them; ${OTHERWISE}`,
    );
  }
}

function thisMachine() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  const { platform, arch } = process;
  const cpu = platform === 'linux' ? readFileSync('/proc/cpuinfo', 'utf8') : '';
  return { platform, arch, glibc: report.header?.glibcVersionRuntime, cpu };
}
