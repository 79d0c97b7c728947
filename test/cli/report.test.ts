import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import { EVENTS_FILE, FileJournal } from '../../src/adapters/journal/file.ts';
import { readJournal } from '../../src/adapters/journal/read.ts';
import { documentSchemas } from '../../src/core/documents/index.ts';
import type { JournalRecord } from '../../src/core/sweep/records.ts';
import { measurement, start } from '../report/fixtures.ts';
import { type Called, holdpoint, temporaryFolder } from './harness.ts';
import { ID, RunFolder } from './run-folder.ts';

const BEGUN: JournalRecord = {
  type: 'sweep.begun',
  run_id: ID,
  plan_id: 'p',
  command: 'sweep',
  holdpoint_version: '0.1.0',
  simulated: true,
  seed: 1,
  until_ms: null,
};

function measured(trial: string, rate: number): JournalRecord[] {
  const own = start({ measurements: [measurement(1, rate)] });
  return [
    { type: 'start.ended', trial, start: own },
    { type: 'trial.ended', trial, status: 'measured', fault: null },
  ];
}

async function run(...records: readonly JournalRecord[]): Promise<RunFolder> {
  const folder = new RunFolder(temporaryFolder());
  const journal = await FileJournal.create(folder.dir, { clock: new VirtualClock(), boot_id: 'boot' });
  for (const record of records) await journal.append(record);
  await journal.close();
  return folder;
}

const journal = async (dir: string) => (await readJournal(join(dir, EVENTS_FILE))).lines;

function report(...argv: readonly string[]): Promise<Called> {
  return holdpoint(['report', ...argv], { services: { journal } });
}

const REPORTS = ['report.html', 'report.md', 'results.csv'];

test('of a run that was killed: what there is, and that it is a part; nothing named in the folder is run', async () => {
  const { dir } = await run(BEGUN, ...measured('current', 45));
  const { code, stdout, stderr } = await report(dir);
  expect(code).toBe(0);
  expect(stdout.trim().split('\n').sort()).toEqual(REPORTS.map((name) => join(dir, name)));
  expect(stderr).toContain('1 of 2 settings measured');
  const page = readFileSync(join(dir, 'report.html'), 'utf8');
  expect(page).toContain('running: 1 of 2 settings have not been tried');
  expect(page).toContain('<title>(simulated) ');
  expect(page).toContain('<td class="number">45.0</td>');
});

test('a last line that was cut off by a crash costs only itself', async () => {
  const { dir } = await run(BEGUN, ...measured('current', 45));
  writeFileSync(join(dir, 'events.jsonl'), '{"seq":4,"wall', { flag: 'a' });
  expect((await report(dir)).code).toBe(0);
});

test('the decision of a run that has ended is the one that it wrote', async () => {
  const decision = {
    kind: 'no_difference',
    best: 'current',
    reason: 'as it was written',
    command: null,
  } as const;
  const { dir, runs } = await run(
    BEGUN,
    ...measured('current', 45),
    ...measured('n4', 90),
    { type: 'restored', restored: { to: 'original', ok: true }, fault: null },
    { type: 'sweep.ended', state: 'done', decision, faults: [] },
  );
  const called = await report(ID, '--dir', join(runs, '..'), '--json');
  const envelope = called.json();
  expect(envelope).toMatchObject({ command: 'report', simulated: true, ok: true });
  expect(documentSchemas.report.safeParse(envelope.data).error).toBeUndefined();
  expect(envelope.data).toMatchObject({ run: ID, state: 'done', share: false });
  expect(readFileSync(join(dir, 'report.html'), 'utf8')).toContain('as it was written');
});

test('--share writes beside them, without the folders of this machine', async () => {
  const { dir } = await run(BEGUN, ...measured('current', 45));
  const { code } = await report(dir, '--share');
  expect(code).toBe(0);
  expect(readdirSync(join(dir, 'share')).sort()).toEqual(REPORTS);
  expect(existsSync(join(dir, 'report.html'))).toBe(false);
  for (const name of REPORTS) expect(readFileSync(join(dir, 'share', name), 'utf8')).not.toContain(dir);
});

type Spoil = (dir: string) => void;

const SPOILT: readonly (readonly [string, number, string, Spoil])[] = [
  [
    'a newer version',
    2,
    'was written by another version (schema 2)',
    (dir) => rewritten(dir, (plan) => ({ ...plan, schema_version: 2 })),
  ],
  [
    'a plan of another form',
    2,
    'is no run of this version',
    (dir) => rewritten(dir, (plan) => ({ ...plan, plan: { trials: 7 } })),
  ],
  [
    'a plan that is no JSON',
    2,
    'no plan.json that can be read',
    (dir) => writeFileSync(join(dir, 'plan.json'), '{'),
  ],
  [
    'a journal that is damaged in its middle',
    31,
    'the journal is damaged in line 1',
    (dir) => {
      const file = join(dir, 'events.jsonl');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"seed":1', '"seed":2'));
    },
  ],
  [
    'a journal that is a link',
    31,
    'the journal cannot be read',
    (dir) => {
      const other = join(dir, 'other');
      mkdirSync(other);
      symlinkSync(join(dir, 'events.jsonl'), join(other, 'events.jsonl'));
      writeFileSync(join(other, 'plan.json'), readFileSync(join(dir, 'plan.json')));
    },
  ],
  ['a folder that others may write', 20, 'can be written by others', (dir) => chmodSync(dir, 0o777)],
];

test.each(SPOILT)(
  '%s: exit %i, said in words, and nothing is written',
  async (what, exit, message, spoil) => {
    const { dir } = await run(BEGUN, ...measured('current', 45));
    spoil(dir);
    const { code, stdout, stderr } = await report(what.endsWith('a link') ? join(dir, 'other') : dir);
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('hint: ');
    expect(stderr).not.toContain('COMMAND --help');
    expect(readdirSync(dir).filter((name) => REPORTS.includes(name))).toEqual([]);
  },
);

test('numbers of a received folder that are none are refused before they are shown', async () => {
  const wrong = { ...measurement(1, 45), output_tokens_per_s: '<script>' as never };
  const { dir } = await run(
    BEGUN,
    { type: 'start.ended', trial: 'current', start: start({ measurements: [wrong] }) },
    {
      type: 'trial.ended',
      trial: 'current',
      status: 'measured',
      fault: null,
    },
  );
  const { code, stderr } = await report(dir);
  expect(code).toBe(2);
  expect(stderr).toContain('is no run of this version');
});

test('a folder that is no run, and none at all', async () => {
  const empty = join(temporaryFolder(), 'empty');
  mkdirSync(empty, { mode: 0o700 });
  expect(await report(empty)).toMatchObject({ code: 2, stdout: '' });
  expect((await report('/nonexistent/run')).stderr).toContain('no run folder at /nonexistent/run');
  expect(readdirSync(empty)).toEqual([]);
});

function rewritten(dir: string, change: (plan: Record<string, unknown>) => object): void {
  const file = join(dir, 'plan.json');
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
}

test('compare: two runs by their folders, as text and as a document', async () => {
  const first = await run(BEGUN, ...measured('current', 50));
  const second = await run(BEGUN, ...measured('current', 60));
  const compare = (...argv: readonly string[]) =>
    holdpoint(['compare', first.dir, ...argv], { services: { journal } });
  const { code, stdout } = await compare(second.dir);
  expect(code).toBe(0);
  expect(stdout).toContain('50.0 | 60.0');
  expect(stdout).toContain('+20 % (no interval: fewer than two starts on a side)');
  expect(stdout).toMatch(/^simulated: /);
  const { data } = (await compare(second.dir, '--json')).json();
  expect(documentSchemas.compare.safeParse(data).error).toBeUndefined();
  const real = await run({ ...BEGUN, simulated: false }, ...measured('current', 60));
  const mixed = await compare(real.dir);
  expect(mixed.code).toBe(2);
  expect(mixed.stderr).toContain('one of the two is simulated');
  expect((await compare('/nonexistent/run')).code).toBe(2);
});
