import { expect, test } from 'vitest';
import { isBesideServer } from '../../src/cli/starting-unit.ts';
import type { Host } from '../../src/ports/host.ts';
import type { Supervisor } from '../../src/ports/supervisor.ts';

/** Parents by pid; this process is the first one. */
function looked(main: number | null, parents: Readonly<Record<number, number>>, self = '40') {
  const host: Partial<Host> = {
    readText: async () => (self === '' ? null : `${self} (node) S 1 1\n`),
    process: async (pid) => {
      const ppid = parents[pid];
      return ppid === undefined ? null : ({ pid, ppid } as Awaited<ReturnType<Host['process']>>);
    },
  };
  const present = async () =>
    ({ generation: main === null ? null : { kind: 'systemd', pid: main } }) as Awaited<
      ReturnType<Supervisor['present']>
    >;
  return isBesideServer(host as Host, { present });
}

test.each<[string, number | null, Record<number, number>, boolean]>([
  ['ExecStartPre=: there is no server yet', 0, { 40: 1 }, true],
  ['ExecStartPost=, behind a shell', 30, { 40: 39, 39: 1 }, true],
  ["under a user's manager", 30, { 40: 25, 25: 1 }, true],
  ['a process of the server', 30, { 40: 35, 35: 30, 30: 1 }, false],
  ['the server itself', 40, { 40: 1 }, false],
  ['nothing of the unit runs', null, { 40: 1 }, false],
  ['a parent that cannot be seen', 30, { 40: 39 }, false],
])('%s: %s', async (_what, main, parents, expected) => {
  expect(await looked(main, parents)).toBe(expected);
});

test('who this process is cannot be seen', async () => {
  expect(await looked(0, { 40: 1 }, '')).toBe(false);
});
