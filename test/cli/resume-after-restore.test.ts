import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunRequest } from '../../src/run/api.ts';
import { readDocument, sealRun, writeDocument } from '../../src/run/store.ts';
import { runSweep } from '../../src/run/sweep.ts';
import { temporaryFolder } from './harness.ts';
import { Promotable } from './promotable.ts';
import { storedRun } from './run-folder.ts';

/** A sweep that was interrupted after its first measurement, and has put the original back. */
async function interrupted() {
  const at = new Promotable(temporaryFolder());
  // virtual time does not wait for code that is still to be loaded
  await at.call('status');
  let latest: 'interrupt' | null = null;
  const pressed = (request: RunRequest) =>
    runSweep({
      ...request,
      operator: {
        get latest() {
          return latest;
        },
        onRequest: () => () => undefined,
      },
      sink(event) {
        request.sink(event);
        if (event.type === 'journal' && event.line.record.type === 'measurement.ended') latest = 'interrupt';
      },
    });
  const first = await at.with({ services: { ...at.services, runSweep: pressed } }, 'sweep', '--yes');
  expect(first.code).toBe(130);
  const dir = join(at.cwd, 'runs', at.runs.at(-1) ?? '');
  expect(existsSync(join(dir, 'original.json'))).toBe(false);
  return { at, dir };
}

test('a run that was interrupted goes on, and puts back what it found then', async () => {
  const { at, dir } = await interrupted();
  const found = await at.argv();
  const { code, stdout } = await at.call('resume', dir);
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 of 2 settings measured')]);
  expect([await at.argv(), await at.shows('Restart')]).toEqual([found, 'always']);
});

test('what its settings need is not kept any more: refused, with what to do, and nothing is touched', async () => {
  const { at, dir } = await interrupted();
  const stored = storedRun();
  writeDocument(dir, 'plan.json', { ...readDocument<object>(dir, 'plan.json'), sealed: true });
  const before = await at.shows('InvocationID');
  const { code, stderr } = await at.call('resume', dir);
  expect([code, stderr]).toEqual([2, expect.stringContaining('begin it anew')]);
  expect(await at.shows('InvocationID')).toBe(before);

  const secret = { name: 'KEY', value: 'sk-one' };
  const base = { ...stored.plan.base, env: { KEY: secret.value } };
  const folder = temporaryFolder();
  sealRun(folder, { ...stored, plan: { ...stored.plan, base } }, [secret]);
  expect(readDocument(folder, 'plan.json')).toMatchObject({ sealed: true });
  sealRun(folder, stored, []);
  expect(readDocument(folder, 'plan.json')).not.toHaveProperty('sealed');
});
