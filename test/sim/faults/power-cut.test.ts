import { expect, test } from 'vitest';
import { resumeRun } from '../../../src/run/resume.ts';
import { SimulatedRun, storyOf } from '../../helpers/simulated-sweep.ts';
import { dropIns, ownCommand, serviceOn } from './look.ts';

/** Holdpoint runs on the host itself: a reboot takes both. What it had not written by then is lost. */
test('a reboot that takes Holdpoint too: resume finds the host as it is and brings the run to its end', async () => {
  const story = storyOf({ concurrency: [1], requests: 4, max_tokens: 64 });
  const configuration = { ...story, settings: story.settings?.slice(0, 2) ?? null };
  const run = await SimulatedRun.of({ faults: ['reboot'], load_s: 60, configuration });
  const { journal, built } = run;
  const before = built.machine.kernel.boot_id;
  const append = journal.append.bind(journal);
  journal.append = (record) => {
    if (built.machine.kernel.boot_id !== before) throw new Error('power cut');
    return append(record);
  };
  await expect(run.sweep()).rejects.toThrow('power cut');
  expect(journal.lines.at(-1)?.record.type).toBe('members');
  expect(serviceOn(built.machine).command).toBe(ownCommand(built.machine));

  journal.append = append;
  const resumed = await run.again((request) => resumeRun({ ...request, mode: 'resume' }));
  const { trials, restored, state } = resumed.document;
  expect([resumed.exit_code, state, restored]).toEqual([0, 'done', { to: 'original', ok: true }]);
  expect(trials.map(({ name, status }) => [name, status])).toEqual([
    ['b8k4', 'measured'],
    ['b16k4w2k', 'measured'],
  ]);
  const [lost, second] = trials[1]?.starts ?? [];
  expect([lost?.fault?.name, lost?.generation?.boot_id]).toEqual(['interrupted', before]);
  expect([second?.fault, second?.generation?.boot_id]).toEqual([null, built.machine.kernel.boot_id]);
  expect(serviceOn(built.machine)).toEqual({ command: ownCommand(built.machine), listens: true });
  expect(dropIns(built.machine)).toEqual([]);
});
