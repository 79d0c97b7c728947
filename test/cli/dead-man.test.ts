import '../../src/cli/commands/dead-man.ts';
import { expect, test } from 'vitest';
import type { WireOptions } from '../../src/cli/services.ts';
import type { ResumeRequest } from '../../src/run/resume.ts';
import { writeDocument } from '../../src/run/store.ts';
import { sweep } from '../report/fixtures.ts';
import { host, row } from '../run/doctor/patient.ts';
import { holdpoint, temporaryFolder } from './harness.ts';
import { RunFolder } from './run-folder.ts';
import { runServices } from './services.ts';

function scene(living: boolean, fence: number) {
  const home = temporaryFolder();
  const run = new RunFolder(home);
  const kept = [{ name: 'SERVER_KEY', value: 'sk-kept' }];
  writeDocument(run.dir, 'secrets.json', kept);
  writeDocument(run.dir, 'controller.json', { pid: 900, start_ticks: 5, boot_id: 'boot', uid: 0, fence });
  const requests: ResumeRequest[] = [];
  const wired: WireOptions[] = [];
  const { services } = runServices({ document: sweep({ id: 'x', dir: run.dir }) });
  const own = host({
    process: async (pid) => (living && pid === 900 ? { ...row, pid, start_ticks: 5 } : null),
  });
  return {
    run,
    requests,
    wired,
    services: {
      ...services,
      ownMachine: async () => own,
      wire: async (configuration: never, options: WireOptions) => {
        wired.push(options);
        return (services.wire as NonNullable<typeof services.wire>)(configuration, options);
      },
      resumeRun: async (request: ResumeRequest) => {
        requests.push(request);
        return { document: sweep({ id: 'x', dir: run.dir }), sealed: false, fault: null, exit_code: 130 };
      },
    },
  };
}

test('the process is dead: the restore, with the key that the run has kept and without a timer of its own', async () => {
  const { run, services, requests, wired } = scene(false, 1);
  const called = await holdpoint(['dead-man', run.dir, '--fence', '1'], { services });
  expect(called.stderr).toContain('Holdpoint is not there any more: the original is put back');
  expect(requests).toMatchObject([{ mode: 'restore', by: 'dead-man', over: null, dir: run.dir }]);
  expect(wired).toEqual([{ tools_from_path: false, kept: [{ name: 'SERVER_KEY', value: 'sk-kept' }] }]);
  expect(called.code).toBe(130);
});

test('the process hangs: it is taken over', async () => {
  const { run, services, requests } = scene(true, 1);
  await holdpoint(['dead-man', run.dir, '--fence', '1'], { services });
  expect(requests).toMatchObject([{ by: 'dead-man', over: { pid: 900, start_ticks: 5, fence: 1 } }]);
});

test('somebody has taken the run up since: nothing is touched, and that is no failure', async () => {
  const { run, services, requests } = scene(true, 2);
  const called = await holdpoint(['dead-man', run.dir, '--fence', '1'], { services });
  expect([called.code, requests]).toEqual([0, []]);
  expect(called.stderr).toBe(
    'nothing is touched: process 900 has taken up the run since this timer was armed\n',
  );
});

test.each([
  ['--dead-man', '2s'],
  ['--dead-man', 'soon'],
] as const)('%s %s: usage, and nothing is begun', async (...words) => {
  const { services } = scene(false, 1);
  const called = await holdpoint(['restore', '/nowhere', ...words], { services });
  expect(called.code).toBe(2);
});
