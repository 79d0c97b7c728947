import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
const IMPORTS = 'lint/style/noRestrictedImports';
const GLOBALS = 'lint/style/noRestrictedGlobals';
const PLUGIN = 'plugin';

interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** One wrong line: where it stands, what it says, which rule must object to it and in which words. */
type Plant = readonly [file: string, code: string, rule: string, words: string];

const PLANTS: readonly Plant[] = [
  ['src/core/change/node.ts', `import { readFileSync } from 'node:fs';`, IMPORTS, 'core imports only itself'],
  ['src/core/change/bare.ts', `import { readFileSync } from 'fs';`, IMPORTS, 'core imports only itself'],
  [
    'src/core/change/types.ts',
    `import type { Server } from 'node:net';`,
    IMPORTS,
    'core imports only itself',
  ],
  ['src/core/change/lazy.ts', `export const os = import('node:os');`, IMPORTS, 'core imports only itself'],
  ['src/core/change/bought.ts', `export { Command } from 'commander';`, IMPORTS, 'core imports only itself'],
  ['src/core/plan/near.ts', `import { x } from 'pure-rand-evil';`, IMPORTS, 'core imports only itself'],
  ['src/core/up.ts', `import type { Host } from '../ports/host.ts';`, IMPORTS, 'no other layer'],
  ['src/core/change/out.ts', `export * from '../../run/wait.ts';`, IMPORTS, 'no other layer'],
  ['src/core/change/wired.ts', `import { wire } from '../../wire.ts';`, IMPORTS, 'no other layer'],
  ['src/core/change/script.ts', `import '../../../scripts/gguf/model.mjs';`, IMPORTS, 'no other layer'],
  ['src/core/change/hidden.ts', `export type S = import('node:fs').Stats;`, PLUGIN, 'write `import type`'],
  ['src/core/now.ts', 'export const at = Date.now();', PLUGIN, 'core has no clock'],
  ['src/core/new.ts', 'export const at = new Date();', PLUGIN, 'core has no clock'],
  ['src/core/called.ts', 'export const at = Date();', PLUGIN, 'core has no clock'],
  ['src/core/taken.ts', 'export const { now } = Date;', PLUGIN, 'core has no clock'],
  ['src/core/alias.ts', 'export const Clock = Date;', PLUGIN, 'core has no clock'],
  ['src/core/dice.ts', 'export const x = Math.random();', PLUGIN, 'core has no randomness'],
  ['src/core/dice-2.ts', `export const x = Math['random']();`, PLUGIN, 'core has no randomness'],
  ['src/core/dice-3.ts', 'export const { random } = Math;', PLUGIN, 'core has no randomness'],
  ['src/core/uuid.ts', 'export const id = crypto.randomUUID();', GLOBALS, 'crypto'],
  ['src/core/time.ts', 'export const at = performance.now();', GLOBALS, 'performance'],
  ['src/core/timer.ts', 'setTimeout(() => undefined, 1);', GLOBALS, 'setTimeout'],
  ['src/core/every.ts', 'setInterval(() => undefined, 1);', GLOBALS, 'setInterval'],
  ['src/core/soon.ts', 'setImmediate(() => undefined);', GLOBALS, 'setImmediate'],
  ['src/core/env.ts', `export const home = process.env['HOME'];`, GLOBALS, 'process'],
  ['src/core/net.ts', `export const page = fetch('http://localhost');`, GLOBALS, 'fetch'],
  ['src/core/all.ts', 'export const p = globalThis.process;', GLOBALS, 'globalThis'],
  [
    'src/ports/node.ts',
    `import { EventEmitter } from 'node:events';`,
    IMPORTS,
    'no package and no Node module',
  ],
  ['src/ports/bought.ts', `import { z } from 'zod';`, IMPORTS, 'no package and no Node module'],
  ['src/ports/out.ts', `import type { Ports } from '../run/ports.ts';`, IMPORTS, 'ports import only core'],
  [
    'src/adapters/host/up.ts',
    `import { waitFor } from '../../run/wait.ts';`,
    IMPORTS,
    'adapters import only',
  ],
  ['src/adapters/clock/up.ts', `import { sse } from '../../load/sse.ts';`, IMPORTS, 'adapters import only'],
  ['src/run/local.ts', `import { LocalHost } from '../adapters/host/local.ts';`, IMPORTS, 'run imports only'],
  ['src/run/load.ts', `import { generator } from '../load/generator.ts';`, IMPORTS, 'run imports only'],
  ['src/run/face.ts', `import type { Face } from '../tui/face.ts';`, IMPORTS, 'run imports only'],
  ['src/run/doctor/wired.ts', `export const w = import('../../wire.ts');`, IMPORTS, 'run imports only'],
  [
    'src/load/clock.ts',
    `import { RealClock } from '../adapters/clock/real.ts';`,
    IMPORTS,
    'load imports only',
  ],
  ['src/load/loop.ts', `import type { Session } from '../run/session.ts';`, IMPORTS, 'load imports only'],
  [
    'src/report/run.ts',
    `import type { RunResult } from '../run/api.ts';`,
    IMPORTS,
    'report imports only core',
  ],
  [
    'src/report/port.ts',
    `import type { Host } from '../ports/host.ts';`,
    IMPORTS,
    'report imports only core',
  ],
  ['src/report/node.ts', `import { writeFileSync } from 'node:fs';`, IMPORTS, 'report imports only core'],
  ['src/tui/host.ts', `import { LocalHost } from '../adapters/host/local.ts';`, IMPORTS, 'a face draws'],
  ['src/tui/cli.ts', `import type { Context } from '../cli/context.ts';`, IMPORTS, 'a face draws'],
  [
    'src/cli/commands/host.ts',
    `import { LocalHost } from '../../adapters/host/local.ts';`,
    IMPORTS,
    'only wire.ts',
  ],
  ['src/cli/clock.ts', `export const c = import('../adapters/clock/real.ts');`, IMPORTS, 'only wire.ts'],
  ['src/cli/load.ts', `import type { Body } from '../load/body.ts';`, IMPORTS, 'only wire.ts'],
  ['src/wire.ts', `import { cli } from './cli/cli.ts';`, IMPORTS, 'wire.ts knows no face'],
  ['src/wire-simulated.ts', `import type { Face } from './tui/face.ts';`, IMPORTS, 'wire.ts knows no face'],
  ['src/wire-daemon.ts', `import { table } from './report/table.ts';`, IMPORTS, 'wire.ts knows no face'],
  [
    'src/sim/daemon/clock.ts',
    `import { RealClock } from '../../adapters/clock/real.ts';`,
    IMPORTS,
    'the simulated host and the mock server import only',
  ],
  [
    'src/mock/face.ts',
    `import { table } from '../report/table.ts';`,
    IMPORTS,
    'and the mock server import only',
  ],
  [
    'src/sim/loop.ts',
    `import type { Ports } from '../run/ports.ts';`,
    IMPORTS,
    'the simulated host and the mock server import',
  ],
  [
    'src/sim/load.ts',
    `export { sse } from '../load/sse.ts';`,
    IMPORTS,
    'the simulated host and the mock server import only',
  ],
  [
    'src/sim/wired.ts',
    `export const w = import('../wire.ts');`,
    IMPORTS,
    'the simulated host and the mock server import only',
  ],
  [
    'src/sim/face.ts',
    `import { table } from '../report/table.ts';`,
    IMPORTS,
    'the simulated host and the mock server import',
  ],
  ['src/core/simulated.ts', `import { build } from '../sim/build.ts';`, IMPORTS, 'no other layer'],
  ['src/core/wired-2.ts', `import { story } from '../wire-simulated.ts';`, IMPORTS, 'no other layer'],
  [
    'src/ports/sim.ts',
    `import type { Machine } from '../sim/machine.ts';`,
    IMPORTS,
    'ports import only core',
  ],
  ['src/adapters/sim.ts', `import { build } from '../sim/build.ts';`, IMPORTS, 'adapters import only'],
  ['src/run/sim.ts', `import { build } from '../sim/build.ts';`, IMPORTS, 'run imports only'],
  ['src/run/wired.ts', `import { story } from '../wire-simulated.ts';`, IMPORTS, 'run imports only'],
  ['src/load/sim.ts', `import { build } from '../sim/build.ts';`, IMPORTS, 'load imports only'],
  ['src/report/sim.ts', `import { build } from '../sim/build.ts';`, IMPORTS, 'report imports only core'],
  ['src/tui/sim.ts', `import { build } from '../sim/build.ts';`, IMPORTS, 'a face draws'],
  ['src/cli/sim.ts', `export const s = import('../sim/build.ts');`, IMPORTS, 'only wire.ts'],
];

/** What looks like a violation and is none. */
const ALLOWED: readonly (readonly [file: string, code: string])[] = [
  ['src/core/good.ts', `export { sha256 } from '@noble/hashes/sha2.js';`],
  ['src/core/good-2.ts', `export { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';`],
  ['src/core/good-3.ts', `export { parseDocument } from 'yaml';`],
  ['src/core/good-4.ts', `export const zod = import('zod');`],
  ['src/core/plan/good.ts', `import type { Fault } from '../fault.ts';\nexport type F = Fault;`],
  ['src/core/good-5.ts', 'export const at = Date.parse("2030-01-01");'],
  ['src/core/good-6.ts', 'export const at = new Date(0).toISOString();'],
  ['src/core/good-7.ts', 'export const name = { process: 1 }.process;'],
  ['src/core/good-8.ts', 'export const most = Math.max(1, 2);'],
  ['src/adapters/host/good.ts', `import { readFileSync } from 'node:fs';\nexport const read = readFileSync;`],
  ['src/run/good.ts', `import type { Host } from '../ports/host.ts';\nexport type H = Host;`],
  ['src/cli/good.ts', `export const wired = import('../wire.ts');`],
  ['src/cli/good-2.ts', `export const wired = import('../wire-simulated.ts');`],
  ['src/wire-good.ts', `export { build } from './sim/build.ts';`],
  ['src/sim/good.ts', `import type { Host } from '../ports/host.ts';\nexport type H = Host;`],
  ['src/sim/good-2.ts', `import { spawn } from 'node:child_process';\nexport const run = spawn;`],
  ['src/tui/good.ts', `import type { RunEvent } from '../run/events.ts';\nexport type E = RunEvent;`],
];

/** The dependency rule's findings in a folder that holds the project's own configuration. */
function violations(folder: string): Violation[] {
  const only = ['style/noRestrictedImports', 'style/noRestrictedGlobals', 'plugin'].map(
    (rule) => `--only=${rule}`,
  );
  const argv = [BIOME, 'lint', '--reporter=github', '--max-diagnostics=none', ...only, 'src'];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' });
  const lines = stdout.matchAll(/^::\w+ title=([^,]+),file=([^,]+),line=(\d+),[^:]*::(.*)$/gm);
  const found = [...lines].map(([, rule = '', file = '', line, message = '']) => ({
    rule,
    file: relative(folder, resolve(folder, file)),
    line: Number(line),
    message,
  }));
  // A linter that did not run at all must not look like a clean tree.
  expect({ status, stderr }).toMatchObject({ status: found.length === 0 ? 0 : 1 });
  return found;
}

describe('the dependency rule', () => {
  let folder = '';
  let found: readonly Violation[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdpoint-lint-'));
    for (const name of ['biome.json', 'package.json', 'lint']) {
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    }
    for (const [file, code] of [...PLANTS, ...ALLOWED]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${code}\n`);
    }
    found = violations(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(PLANTS)('%s: %s', (file, _code, rule, words) => {
    const here = found.filter((violation) => violation.file === file);
    expect(here).toEqual([expect.objectContaining({ rule, line: 1 })]);
    expect(here[0]?.message).toContain(words);
  });

  test.each(ALLOWED)('%s is allowed', (file) => {
    expect(found.filter((violation) => violation.file === file)).toEqual([]);
  });

  test('the real tree keeps it', () => {
    expect(violations(ROOT)).toEqual([]);
  });
});
