import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { realServices } from '../../src/cli/real-services.ts';
import { documentSchemas } from '../../src/core/documents/index.ts';
import { displayWidth } from '../../src/report/width.ts';
import { holdpoint, type Setup, temporaryFolder } from './harness.ts';

const FAST = '--speed=999999';

/** The command as it is, but for signals of this process. */
function demo(words: readonly string[], setup: Setup = {}) {
  const services = {
    ...realServices(),
    operator: async () => ({ latest: null, onRequest: () => () => {}, dispose() {} }),
  };
  return holdpoint(['demo', FAST, ...words], { ...setup, services });
}

/** As everybody first sees it: told once, for all tests that look at it. */
let usual: ReturnType<typeof demo> | null = null;
const usually = () => (usual ??= demo(['--json']));

const DOCUMENT = { naive: { settings: Array(4).fill({ outcome: 'failed to start' }) } };

test('four settings fail by the scripts, and the same four are measured by Holdpoint', async () => {
  const called = await usually();
  expect(called.code).toBe(0);
  const { command, simulated, ok, data } = called.json();
  expect({ command, simulated, ok }).toEqual({ command: 'demo', simulated: true, ok: true });
  expect(data).toMatchObject({
    ...DOCUMENT,
    sweep: {
      state: 'done',
      baseline: 'b8k4',
      restored: { to: 'original', ok: true },
      faults: [],
      trials: [
        { name: 'b8k4', status: 'measured', starts: [{ adopted: true }, { adopted: false }] },
        { name: 'b16k4w2k', status: 'measured' },
        { name: 'b4k4w2k', status: 'measured' },
        { name: 'b12k6w2k', status: 'measured' },
      ],
    },
  });
  expect(documentSchemas.demo.safeParse(data).error).toBeUndefined();
});

test('the same seed tells the same story, another seed another one', async () => {
  const numbers = async (called: ReturnType<typeof demo>) =>
    JSON.stringify((await called).json().data).match(/"output_tokens_per_s":[\d.]+/g);
  const first = await numbers(usually());
  expect(first?.length).toBe(10);
  expect(await numbers(demo(['--json', '--seed=1']))).toEqual(first);
  expect(await numbers(demo(['--json', '--seed=4']))).not.toEqual(first);
});

for (const [columns, isTTY] of [
  [80, true],
  [80, false],
  [200, true],
] as const) {
  test(`it reads well at ${columns} columns, ${isTTY ? 'on a terminal' : 'without one'}`, async () => {
    const { stdout, stderr, code } = await demo([], { columns, isTTY });
    expect(code).toBe(0);
    const widest = (lines: readonly string[]) => Math.max(...lines.map(displayWidth));
    // the morning line and commands to paste are not broken
    const told = stdout.split('\n').filter((line) => !line.startsWith('no difference shown'));
    expect(widest(told)).toBeLessThanOrEqual(columns);
    const [scripts = ''] = stderr.split('2. Holdpoint');
    expect(widest(scripts.split('\n'))).toBeLessThanOrEqual(columns);
    expect(scripts).toContain('the OLD process answered');
    expect(stdout).toContain('simulated: no number here comes from a real machine');
    expect(stdout.trimEnd().split('\n').slice(-3)).toEqual([
      expect.stringContaining('holdpoint init'),
      expect.stringContaining('holdpoint doctor'),
      expect.stringContaining('holdpoint sweep'),
    ]);
    if (!isTTY) expect(stderr).toMatch(/released passed after .*\n +GPU-\w{8}\.\.\. after \d+ s, GPU-/);
    expect(stderr).toContain(isTTY ? 'window = 2048' : 'draft_window_size=2048');
  });
}

test('the scripts alone', async () => {
  const { stdout, code } = await demo(['--naive']);
  expect([code, stdout]).toEqual([
    0,
    ['b8k4', 'b16k4w2k', 'b4k4w2k', 'b12k6w2k'].map((name) => `${name}: failed to start\n`).join(''),
  ]);
  const { data } = (await demo(['--naive', '--json'])).json();
  expect(data).toMatchObject({ ...DOCUMENT, sweep: null });
  expect(documentSchemas.demo.safeParse(data).error).toBeUndefined();
});

test('a folder that was named keeps the run', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'kept'));
  writeFileSync(join(cwd, 'kept/holdpoint.yaml'), 'mine\n');
  const { stdout } = await demo(['--dir=kept'], { cwd });
  expect(readFileSync(join(cwd, 'kept/holdpoint.yaml'), 'utf8')).toBe('mine\n');
  const [run = ''] = readdirSync(join(cwd, 'kept/runs'));
  expect(stdout).toContain(`all of it: ${join(cwd, 'kept/runs', run)}`);
  for (const file of [
    'events.jsonl',
    'report.html',
    'report.md',
    'results.csv',
    'summary.json',
    'holdpoint.yaml',
  ])
    expect(existsSync(join(cwd, 'kept/runs', run, file)), file).toBe(true);
});

const WRONG: readonly (readonly [string, string, RegExp])[] = [
  ['an unknown fault', '--fault=gremlins', /no fault `gremlins`/],
  ['a fault without phases with one', '--fault=garbage:kv', /the fault garbage has no phase/],
  ['a phase that there is not', '--fault=crash:lunch', /no phase `lunch`/],
  ['a start that there is not', '--fault=crash@0', /no start 0/],
  ['no speed', '--speed=0', /speed 0/],
  ['a speed backwards', '--speed=-3', /'--speed <n>' argument '-3' is invalid/],
  ['a seed that is no whole number', '--seed=1.5', /'--seed <n>' argument '1\.5' is invalid/],
];
for (const [what, word, says] of WRONG) {
  test(`${what}: one clear line, exit 2`, async () => {
    const { code, stdout, stderr } = await demo([word]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(says);
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
  });
}
