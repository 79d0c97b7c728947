import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { LocalHost } from '../../../../src/adapters/host/local.ts';
import { Followed } from '../../../../src/adapters/supervisor/process/followed.ts';
import { asMember } from '../../../../src/adapters/supervisor/process/members.ts';
import { signalMembers } from '../../../../src/adapters/supervisor/process/signals.ts';
import type { Host, ProcessRow } from '../../../../src/ports/host.ts';
import { kill } from '../../support/programs.ts';

test('what Holdpoint runs under gets no signal, though a record names it as a member', async () => {
  const child = spawn('/bin/sleep', ['3600'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const local = new LocalHost();
  const row = (await local.process(child.pid as number)) as ProcessRow;
  // A table in which Holdpoint was started by that process.
  const processes = async (): Promise<ProcessRow[]> => [row, { ...row, pid: process.pid, ppid: row.pid }];
  const host = { processes, process: (pid: number) => local.process(pid) } as unknown as Host;
  const generation = {
    kind: 'process' as const,
    id: 'x',
    pid: row.pid,
    start_ticks: row.start_ticks,
    boot_id: 'b',
  };
  const beginnings = { held: null, boot_id: 'b', log: null, definition: null, members: [] };
  const report = await signalMembers(host, new Followed(generation, beginnings), [asMember(row)], 'KILL');
  expect(report).toMatchObject({ sent: [], gone: [], refused: [{ pid: row.pid }] });
  expect((await local.process(row.pid))?.state).not.toBe('Z');
  await kill(child);
});
