import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { buildCli } from '../helpers/built-cli.ts';
import { requireReal } from '../helpers/real-things.ts';
import { freePort } from '../sim/daemon/world.ts';

const NAIVE = fileURLToPath(new URL('../../examples/story/naive-sweep.sh', import.meta.url));
const WITNESSED = fileURLToPath(new URL('../../examples/story/witnessed-sweep.sh', import.meta.url));
const NAMES = ['b8k4', 'b16k4w2k', 'b4k4w2k', 'b12k6w2k'];

const { program, remove } = await buildCli();

afterAll(remove);

/** `holdpoint sim OPTIONS -- bash -c SCRIPT` in a group of its own, as a terminal would start it. */
async function simulate(script: string, options: readonly string[] = []) {
  const temporary = mkdtempSync(join(tmpdir(), 'hp-'));
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
  const port = await freePort();
  const words = [program, 'sim', '--port', String(port), ...options, '--', 'bash', '-c', script];
  const child = spawn(process.execPath, words, {
    env: { ...process.env, TMPDIR: temporary, URL: `http://127.0.0.1:${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  const closed = once(child, 'close').then(([code]: unknown[]) => code);
  return {
    said,
    /** Ctrl-C once the text was said; then the exit code. */
    async interruptAt(name: 'stdout' | 'stderr', text: string) {
      while (!said[name].includes(text)) await once(child[name], 'data');
      process.kill(-Number(child.pid), 'SIGINT');
      return closed;
    },
    closed,
    leftBehind: () => readdirSync(temporary),
  };
}

/** The script with its exit code, then how many loads the server's own log says were ever finished. */
const counted = (script: string) =>
  `bash ${script}; code=$?; journalctl -u sglang-k26.service -o cat | grep -c 'fired up and ready'; exit $code`;

test('the naive script fails four times, and not one of its settings was ever loaded', async () => {
  requireReal('curl');
  const { said, closed, leftBehind } = await simulate(counted(NAIVE));
  expect({ code: await closed, ...said }).toEqual({
    code: 1,
    stdout: `${NAMES.map((name) => `${name}: failed to start\n`).join('')}4 of 4 failed to start\n1\n`,
    stderr: '',
  });
  expect(leftBehind()).toEqual([]);
});

test('with mark and wait instead of its sleeps it succeeds, and each of its steps shows its evidence', async () => {
  requireReal('curl');
  const { said, closed, leftBehind } = await simulate(counted(WITNESSED), ['--speed', '300']);
  expect(await closed, said.stderr).toBe(0);
  const { stdout } = said;
  expect(stdout.match(/^\w+: .*$/gm)).toEqual(NAMES.map((name) => `${name}: measured`));
  expect(stdout.endsWith('0 of 4 failed to start\n5\n')).toBe(true);
  expect(stdout.match(/^stopped after .*\n {4}process: every process of sglang-k26/gm)).toHaveLength(4);
  expect(stdout.match(/^released after .*\n( {4}memory: GPU-.*\n){8} {4}port: /gm)).toHaveLength(4);
  const loads = [...stdout.matchAll(/^generating after (\d+) min/gm)].map(([, minutes]) => Number(minutes));
  expect(loads).toHaveLength(4);
  expect(Math.min(...loads)).toBeGreaterThanOrEqual(6);
  for (const flags of ['budget 8 ', 'budget 16 ', 'budget 4 ', 'budget 12 '])
    expect(stdout).toMatch(new RegExp(`listener: .*--speculative-ddtree-${flags}`));
  expect(leftBehind()).toEqual([]);
});

test('Ctrl-C ends a script and the simulation with it', async () => {
  const { interruptAt, leftBehind } = await simulate('echo begun; sleep 100000; echo went on');
  expect(await interruptAt('stdout', 'begun')).toBe(130);
  expect(leftBehind()).toEqual([]);
});

test('Ctrl-C while a script waits for a hold point ends the script, not only the wait', async () => {
  const script = 'holdpoint wait stopped --since $(holdpoint mark --unit sglang-k26.service); echo went on';
  const { said, interruptAt, leftBehind } = await simulate(script);
  expect(await interruptAt('stderr', 'processes left')).toBe(130);
  expect(said.stdout).toBe('');
  expect(said.stderr).toContain('interrupted; nothing was touched');
  expect(leftBehind()).toEqual([]);
});

test('what a script leaves running is named, and never reaches the programs of this machine', async () => {
  const script = '(while [ -e "$SIM_ROOT" ]; do /bin/sleep 0.1; done) >/dev/null 2>&1 & echo $!';
  const { said, closed, leftBehind } = await simulate(script);
  expect(await closed).toBe(0);
  expect(said.stderr).toContain(`pid ${said.stdout.trim()} still runs: bash -c `);
  const [folder = ''] = leftBehind();
  expect(said.stderr).toContain(`remove `);
  expect(folder).toMatch(/^holdpoint-sim-/);
});
