import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FaultError, fault } from '../../src/core/fault.ts';
import { sweep, trial } from '../report/fixtures.ts';
import { begun, passed } from '../tui/events.ts';
import { holdpoint, temporaryFolder } from './harness.ts';
import { ID, RunFolder, storedRun } from './run-folder.ts';
import { runServices } from './services.ts';

function scene(
  extra: Partial<Parameters<typeof runServices>[0]> = {},
  changes: Parameters<typeof runServices>[1] = {},
) {
  const home = temporaryFolder();
  const run = new RunFolder(home);
  const document = sweep({ id: ID, dir: run.dir });
  return { home, run, ...runServices({ document, ...extra }, changes) };
}

test('resume: the answer on stdout ends with the morning line, everything else on stderr, reports in the folder', async () => {
  const { home, run, services, seen } = scene({ during: ({ sink }) => sink(begun('n4')) });
  const { code, stdout, stderr } = await holdpoint(['resume', '--dir', home], { services, columns: 100 });
  expect(code).toBe(0);
  expect(seen).toMatchObject({ modes: ['resume'], disposed: 1, hangup: 'continue' });
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^winner n4: .*; nothing left to do$/);
  expect(stdout).toContain(
    'decision: winner: n4 beats both readings of the baseline\nllama-server -m m.gguf --n 4\n',
  );
  expect(stderr).toContain('change to n4 (start 1)');
  expect(readFileSync(join(run.dir, 'results.csv'), 'utf8')).toMatch(/^run,simulated,trial,/);
  expect(readFileSync(join(run.dir, 'report.md'), 'utf8')).toMatch(/^# Holdpoint: k26\n/);
  expect(statSync(join(run.dir, 'report.md')).mode & 0o777).toBe(0o600);
});

test('restore is its own mode', async () => {
  const { home, services, seen } = scene();
  expect((await holdpoint(['restore', ID, '--dir', home, '--on-hangup', 'restore'], { services })).code).toBe(
    0,
  );
  expect(seen).toMatchObject({ modes: ['restore'], hangup: 'restore' });
});

test('--json: one document; ok says that the exit code is 0', async () => {
  const { home, services } = scene({ exit_code: 10 });
  const called = await holdpoint(['resume', ID, '--dir', home, '--json'], { services });
  expect(called.code).toBe(10);
  expect(called.json()).toMatchObject({
    schema_version: 1,
    command: 'resume',
    simulated: false,
    ok: false,
    data: { id: ID, decision: { kind: 'winner' } },
  });
});

test('a fault that ended the run stands beside the document, and on stderr with its evidence', async () => {
  const held = fault('port-held', 'port 8080 is taken', {
    evidence: [{ kind: 'listener', text: 'pid 7 \x1b[2J' }],
  });
  const { home, services } = scene({ exit_code: 20, fault: held });
  const called = await holdpoint(['resume', ID, '--dir', home, '--json'], { services });
  expect(called.json()).toMatchObject({ ok: false, error: { name: 'port-held' }, data: { id: ID } });
  const { stderr } = await holdpoint(['resume', ID, '--dir', home], { services });
  expect(stderr).toContain(
    'holdpoint: port-held: port 8080 is taken\n    listener: pid 7 \\x1b[2J\n  hint: ',
  );
});

test('--events: the lines of the journal on stdout and nothing else, the morning line on stderr', async () => {
  const { home, services } = scene({
    during: ({ sink }) => [begun('n4'), passed('loaded', 3)].forEach(sink),
  });
  const { stdout, stderr } = await holdpoint(['resume', ID, '--dir', home, '--events'], { services });
  const types = stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { record: { type: string } }).record.type);
  expect(types).toEqual(['change.begun', 'holdpoint']);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^winner n4/);
});

test('--json and --events exclude each other, before anything is touched', async () => {
  const { home, services, seen } = scene();
  expect((await holdpoint(['resume', ID, '--dir', home, '--events', '--json'], { services })).code).toBe(2);
  expect(seen.modes).toEqual([]);
});

test('a fault that is thrown (a held lock) has its own exit code, and signals are let go', async () => {
  const { home, services, seen } = scene({
    during: () => {
      throw new FaultError(fault('lock-held', 'another run holds it'));
    },
  });
  const { code, stderr } = await holdpoint(['resume', ID, '--dir', home], { services });
  expect(code).toBe(30);
  expect(stderr).toContain('holdpoint: lock-held: another run holds it');
  expect(seen.disposed).toBe(1);
});

test('a secret of a command reaches neither stdout nor the reports', async () => {
  const canary = 'canary-4711';
  const home = temporaryFolder();
  const argv = ['llama-server', '--api-key', canary];
  const plain = storedRun();
  const stored = { ...plain, plan: { ...plain.plan, base: { ...plain.plan.base, argv } } };
  const run = new RunFolder(home, stored);
  const leaking = fault('exited', `it said ${canary}`, {
    evidence: [{ kind: 'log', text: `key ${canary}` }],
  });
  const document = sweep({
    id: ID,
    dir: run.dir,
    trials: [trial('current', { command: { argv, env: {}, shown: argv.join(' ') }, fault: leaking })],
  });
  const { services } = runServices({ document, fault: leaking, exit_code: 12 });
  for (const flags of [[], ['--json']]) {
    const { stdout, stderr } = await holdpoint(['resume', ID, '--dir', home, ...flags], { services });
    expect(stdout + stderr).not.toContain(canary);
  }
  for (const name of ['results.csv', 'report.md'])
    expect(readFileSync(join(run.dir, name), 'utf8')).not.toContain(canary);
});

test('reports that cannot be written hide neither the answer nor the exit code', async () => {
  const { home, run, services } = scene({
    during: () => rmSync(run.dir, { recursive: true }),
    exit_code: 12,
  });
  const { code, stdout, stderr } = await holdpoint(['resume', ID, '--dir', home], { services });
  expect(code).toBe(12);
  expect(stderr).toContain('journal-failed');
  expect(stdout).toContain('decision: winner');
});

test('an interrupted run that keeps not all that it needs says how its work goes on, never with resume', async () => {
  for (const sealed of [true, false]) {
    const interrupted = sweep({
      id: ID,
      state: 'interrupted',
      trials: [trial('current'), trial('n64', { status: 'pending', starts: [] })],
    });
    const { home, services } = scene({ document: interrupted, sealed, exit_code: 130 });
    const { stdout } = await holdpoint(['resume', ID, '--dir', home], { services });
    expect(stdout).toMatch(sealed ? /left to do: holdpoint sweep -f / : /left to do: holdpoint resume /);
  }
});
