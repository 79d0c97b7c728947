// Shows the main job on this machine: installs a real engine, writes small models whose text is known, and sweeps the
// example. `--dir DIR` keeps runs elsewhere than in .engine/demo. A second run reuses what the first has measured.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { proofs } from './demo/proof.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const SWEEP = ['dist/cli.mjs', 'sweep', '-f', 'examples/llama-speculative/holdpoint.yaml', '--yes'];

const { values } = parseArgs({ options: { dir: { type: 'string', default: join(ROOT, '.engine/demo') } } });
const dir = resolve(values.dir);

// Ctrl-C reaches the sweep too, which puts the original back: it is waited for.
process.on('SIGINT', () => {});

/**
 * @param {string} what
 * @param {string[]} argv
 */
function step(what, argv) {
  console.log(`\n== ${what}\n   node ${argv.join(' ')}\n`);
  const { status, signal } = spawnSync(process.execPath, argv, { cwd: ROOT, stdio: 'inherit' });
  if (status === 0) return true;
  console.error(
    `\ndemo: that ended with ${signal ?? `exit code ${status}`}; the table in README.md says what it means`,
  );
  process.exitCode = status ?? 1;
  return false;
}

if (!existsSync(join(ROOT, 'dist/cli.mjs'))) {
  console.error('demo: dist/cli.mjs is missing; `npm ci` builds it');
  process.exitCode = 2;
} else if (
  step('a real llama-server, in .engine of this checkout', ['scripts/engine.mjs']) &&
  step('small models that count, so that every answer is known', ['scripts/models.mjs']) &&
  step('the sweep', [...SWEEP, '--dir', dir])
) {
  let checks = proofs(join(dir, 'runs'));
  // The one check that is a time: other work on the machine can hide the gain, and never make one.
  if (checks.some(({ ok, timed }) => timed && !ok) && checks.every(({ ok, timed }) => timed || ok)) {
    if (step('everything holds but the gain in time: measured anew', [...SWEEP, '--fresh', '--dir', dir]))
      checks = proofs(join(dir, 'runs'));
  }
  console.log('\n== what was known beforehand, and what came\n');
  for (const { ok, text } of checks) console.log(`${ok ? '   ok      ' : '   FAILED  '}${text}`);
  if (checks.some(({ ok }) => !ok)) process.exitCode = 1;
  console.log(`
The run, with its evidence: ${relative(process.cwd(), dir) || '.'}/runs (report.md, results.csv, summary.json, events.jsonl)
Again: \`npm run demo:real\` reuses these measurements and says so; delete that folder to measure anew.`);
}
