import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { guarded } from '../../../src/adapters/host/guarded.ts';
import { LocalHost } from '../../../src/adapters/host/local.ts';
import { FaultError, fault } from '../../../src/core/fault.ts';

test('a guarded host is the same host until it may not act: then it only looks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-guarded-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let ours = true;
  const host = guarded(new LocalHost(), () => {
    if (!ours) throw new FaultError(fault('lock-held', 'taken over'));
  });
  const file = join(folder, 'file');
  await host.writeText(file, 'one');
  expect((await host.run(['/bin/cat', file])).stdout).toBe('one');
  ours = false;
  const refused = { fault: { name: 'lock-held' } };
  await expect(host.run(['/bin/sh', '-c', `echo two >${file}`])).rejects.toMatchObject(refused);
  await expect(host.writeText(file, 'two')).rejects.toMatchObject(refused);
  await expect(host.remove(file)).rejects.toMatchObject(refused);
  expect(readFileSync(file, 'utf8')).toBe('one');
  expect(await host.readText(file, 10)).toBe('one');
  expect((await host.process(process.pid))?.pid).toBe(process.pid);
  expect(host.simulated).toBe(false);
});
