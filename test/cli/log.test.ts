import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import { writeDocument } from '../../src/run/store.ts';
import { holdpoint, temporaryFolder } from './harness.ts';
import { ID, RunFolder } from './run-folder.ts';

function folder(): { run: RunFolder; home: string } {
  const home = temporaryFolder();
  const run = new RunFolder(home);
  run.log('01-current', 1, 'one\ntwo\n');
  run.log('02-n4', 1, 'first start\n');
  run.log('02-n4', 12, 'evil \x1b[2J\x1b]0;x\x07 \u202e line\nunfinished');
  return { run, home };
}

test('the newest run, the last trial that started, its last start; foreign text visible', async () => {
  const { home } = folder();
  expect(await holdpoint(['log', '--dir', home])).toMatchObject({
    code: 0,
    stdout: 'evil \\x1b[2J\\x1b]0;x\\x07 \\u{202e} line\nunfinished\n',
  });
});

test('a run by id or by folder, a trial, a start; as one document', async () => {
  const { run, home } = folder();
  expect((await holdpoint(['log', ID, 'n4', '--start', '1', '--dir', home])).stdout).toBe('first start\n');
  const called = await holdpoint(['log', run.dir, 'current', '--json']);
  expect(called.json()).toMatchObject({
    command: 'log',
    ok: true,
    data: { trial: 'current', start: 1, lines: ['one', 'two'] },
  });
});

test.each([
  [['log', 'nope'], 'no run nope in'],
  [['log', ID, 'n5'], 'has no trial `n5`'],
  [['log', ID, 'n4', '--start', '7'], 'trial n4 has no start 7'],
])('%j: exit 2 with what there is', async (argv, message) => {
  const { home } = folder();
  const { code, stderr } = await holdpoint([...argv, '--dir', home]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toContain('hint: ');
});

test('a secret that the server wrote into its log is not printed', async () => {
  const { run, home } = folder();
  writeDocument(run.dir, 'secrets.json', [{ name: '--api-key', value: 'canary-123' }]);
  run.log('01-current', 1, 'key is canary-123\n');
  expect((await holdpoint(['log', ID, 'current', '--dir', home])).stdout).toBe(
    'key is {secret: --api-key}\n',
  );
});

test('a link in place of the log is not followed, a run folder of others is refused', async () => {
  const { run, home } = folder();
  const file = join(run.dir, 'trials', '01-current', 'start-1', 'server.log');
  rmSync(file);
  writeFileSync(join(home, 'secret'), 'secret\n');
  symlinkSync(join(home, 'secret'), file);
  const { code, stdout } = await holdpoint(['log', ID, 'current', '--dir', home]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const other = join(home, 'other');
  mkdirSync(other, { mode: 0o777 });
  const refused = await holdpoint(['log', join(home, 'runs', '..', 'other')]);
  expect(refused.code).not.toBe(0);
});

test('a line without end does not fill the memory: it is cut and the next one is whole', async () => {
  const { run, home } = folder();
  run.log('01-current', 1, `${'x'.repeat(3 * 1024 * 1024)}\nnext\n`);
  const lines = (await holdpoint(['log', ID, 'current', '--dir', home])).stdout.split('\n');
  expect(lines[0]?.length).toBeLessThan(300_000);
  expect(lines[1]).toBe('next');
});

test('a character that is split between two reads stays whole; bytes that are no UTF-8 are shown as such', async () => {
  const { run, home } = folder();
  run.log(
    '01-current',
    1,
    Buffer.concat([Buffer.from('a'.repeat(256 * 1024 - 1)), Buffer.from('é\n'), Buffer.from([0xff, 0x0a])]),
  );
  const lines = (await holdpoint(['log', ID, 'current', '--dir', home])).stdout.split('\n');
  expect(lines[0]?.slice(-2)).not.toContain('\ufffd');
  expect(lines[1]).toBe('\ufffd');
});

test('--follow prints what comes until Ctrl-C', async () => {
  const { run, home } = folder();
  const clock = new VirtualClock();
  let press = (): void => undefined;
  const called = holdpoint(['log', ID, 'current', '--follow', '--dir', home], {
    clock,
    onListen: (p) => (press = p),
  });
  await clock.run(clock.wait(1000));
  appendFileSync(join(run.dir, 'trials', '01-current', 'start-1', 'server.log'), 'three\n');
  await clock.run(clock.wait(1000));
  press();
  expect((await called).stdout).toBe('one\ntwo\nthree\n');
});
