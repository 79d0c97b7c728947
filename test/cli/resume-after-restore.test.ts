import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainTrial } from '../../src/core/plan/laid-out-trial.ts';
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
  expect(sealRun(folder, { ...stored, plan: { ...stored.plan, base } }, [secret])).toBe(true);
  expect(readDocument(folder, 'plan.json')).toMatchObject({ sealed: true });
  expect(sealRun(folder, stored, [])).toBe(false);
  expect(readDocument(folder, 'plan.json')).not.toHaveProperty('sealed');
  // once it is, it stays so
  expect(sealRun(folder, { ...stored, sealed: true }, [])).toBe(true);
});

test('a run whose plan was put together in another order keeps all that its settings need', () => {
  const folder = temporaryFolder();
  const stored = storedRun();
  const trials = stored.plan.trials.map((trial) => plainTrial(trial, { warnings: ['a warning'] }));
  const turned = backwards({ ...stored, plan: { ...stored.plan, trials } });
  expect(sealRun(folder, turned, [])).toBe(false);
  expect(readDocument(folder, 'plan.json')).toEqual(JSON.parse(JSON.stringify(turned)));
});

/** The same JSON, the keys of every object the other way round. */
function backwards<T>(value: T): T {
  const turn = (_key: string, node: unknown) =>
    node !== null && typeof node === 'object' && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).reverse())
      : node;
  return JSON.parse(JSON.stringify(value), turn) as T;
}
