// loaded beforehand: virtual time does not wait for a module
import '../../src/cli/commands/attach.ts';
import '../../src/cli/commands/stop.ts';
import '../../src/cli/parse.ts';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import type { ProcessRow } from '../../src/ports/host.ts';
import { sweep } from '../report/fixtures.ts';
import { host, row } from '../run/doctor/patient.ts';
import { holdpoint, temporaryFolder } from './harness.ts';
import { ID, RunFolder } from './run-folder.ts';

function scene() {
  const home = temporaryFolder();
  const run = new RunFolder(home);
  run.journal(
    {
      type: 'sweep.begun',
      run_id: ID,
      plan_id: 'p',
      command: 'sweep',
      holdpoint_version: '0',
      simulated: false,
      seed: 1,
      until_ms: null,
    },
    { type: 'change.begun', change: 1, goal: 'setting', trial: 'n4', start: 1, attempt: 1, replicate: 1 },
  );
  run.controller(900, 5);
  const table = new Map<number, ProcessRow>([[900, { ...row, pid: 900, start_ticks: 5 }]]);
  const local = host({ process: async (pid) => table.get(pid) ?? null });
  const terminated: number[] = [];
  const services = {
    ownMachine: async () => local,
    terminate: async (pid: number) => void terminated.push(pid),
  };
  return { home, run, table, terminated, services, clock: new VirtualClock() };
}

test('attach draws the journal as it grows and ends with the answer', async () => {
  const { home, run, table, services, clock } = scene();
  const called = holdpoint(['attach', '--dir', home], { services, clock, columns: 100 });
  await clock.run(clock.wait(1000));
  run.journal({
    type: 'holdpoint',
    change: 1,
    result: { name: 'loaded', state: 'passed', waited_s: 14, evidence: [] },
  });
  await clock.run(clock.wait(1000));
  run.end();
  table.clear();
  await clock.run(called);
  const { code, stdout, stderr } = await called;
  expect(code).toBe(0);
  expect(stderr.split('\n').map((line) => line.slice(9))).toEqual([
    `run ${ID} begun`,
    'change to n4 (start 1)',
    'n4: loaded passed after 14 s',
    'run done: winner',
    '',
  ]);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^winner n4: 89.2 tokens\/s .*nothing left to do$/);
});

test('attach leaves on Ctrl-C without touching the run', async () => {
  const { home, services, terminated, clock } = scene();
  let press = (): void => undefined;
  const called = holdpoint(['attach', ID, '--dir', home], { services, clock, onListen: (p) => (press = p) });
  await clock.run(clock.wait(600));
  press();
  const { code, stdout, stderr } = await clock.run(called);
  expect({ code, stdout, terminated }).toEqual({ code: 0, stdout: '', terminated: [] });
  expect(stderr).toContain(`left; run ${ID} goes on`);
});

test('attach to a run whose process is gone without an end says how to go on', async () => {
  const { home, run, table, services, clock } = scene();
  table.clear();
  const called = await clock.run(holdpoint(['attach', ID, '--dir', home, '--json'], { services, clock }));
  expect(called.code).toBe(2);
  expect(called.json().error?.hint).toBe(
    `\`holdpoint resume ${run.dir}\` goes on with it, \`holdpoint restore ${run.dir}\` puts the original back`,
  );
});

test('a torn or foreign line of the journal is skipped by a reader that only draws', async () => {
  const { home, run, table, services, clock } = scene();
  run.end();
  table.clear();
  const { writeFileSync } = await import('node:fs');
  writeFileSync(`${run.dir}/events.jsonl`, 'null\n{"record":7}\nnot json\n{"seq":', { flag: 'a' });
  expect((await clock.run(holdpoint(['attach', ID, '--dir', home], { services, clock }))).code).toBe(0);
});

test('stop signals the verified process once, waits for its end, and tells the result', async () => {
  const { home, run, table, terminated, services, clock } = scene();
  const called = holdpoint(['stop', ID, '--dir', home, '--json'], { services, clock });
  await clock.run(clock.wait(2000));
  run.end(sweep({ id: ID, dir: run.dir, state: 'interrupted' }));
  table.clear();
  const result = await clock.run(called);
  expect(terminated).toEqual([900]);
  expect(result.code).toBe(0);
  expect(result.json()).toMatchObject({ command: 'stop', ok: true, data: { id: ID, state: 'interrupted' } });
});

test('stop: the original is not back afterwards: exit 23', async () => {
  const { home, run, table, services, clock } = scene();
  const called = holdpoint(['stop', ID, '--dir', home], { services, clock });
  await clock.run(clock.wait(2000));
  run.end(sweep({ id: ID, dir: run.dir, state: 'stopped', restored: { to: 'original', ok: false } }));
  table.clear();
  const { code, stdout } = await clock.run(called);
  expect(code).toBe(23);
  expect(stdout).toContain(`left to do: holdpoint restore ${run.dir}`);
});

test('stop never signals another process that got the pid, nor after a reboot', async () => {
  for (const change of [{ start_ticks: 6 }, { state: 'Z' }]) {
    const { home, run, table, terminated, services, clock } = scene();
    table.set(900, { ...row, pid: 900, start_ticks: 5, ...change });
    run.end();
    const { code, stderr } = await holdpoint(['stop', ID, '--dir', home], { services, clock });
    expect({ code, terminated }).toEqual({ code: 2, terminated: [] });
    expect(stderr).toContain('has ended already');
  }
});
