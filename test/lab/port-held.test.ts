import { userInfo } from 'node:os';
import { expect } from 'vitest';
import { until } from '../contract/until.ts';
import { describeReal, requireReal } from '../helpers/real-things.ts';
import { type Lab, test } from './lab.ts';
import { isAlive } from './support/processes.ts';
import type { Ran } from './support/ran.ts';

const ME = userInfo().username;

/** The sweep stopped at its first look: named, by this process, and nothing was begun. */
function expectHeld(ran: Ran, holder: { readonly pid: number } | null, command: string | null): void {
  expect(ran.fault).toMatchObject({
    name: 'port-held',
    class: 'control',
    scope: 'run',
    data: { pid: holder?.pid ?? null, user: holder === null ? null : ME },
  });
  if (command !== null) expect(ran.fault.data['command']).toContain(command);
  expect(ran.deeds).toEqual(['change to observe', 'observed failed', 'restored original: true']);
  expect(ran.touched).toBe(false);
  expect(ran.exit).toBe(20);
  expect(ran.trial('slots=1').status).toBe('pending');
}

async function sweep(lab: Lab): Promise<Ran> {
  return lab.sweep(lab.configuration(await lab.server()));
}

describeReal(['llama-server'], 'port held before the start', () => {
  test.concurrent('by a real server of somebody else', async ({ lab }) => {
    const argv = await lab.server('--alias', 'not-yours');
    const holder = lab.foreignServer(argv);
    const ran = await sweep(lab);
    expectHeld(ran, holder, argv.join(' '));
    const listener = ran.fault.evidence.find((e) => e.kind === 'listener');
    expect(listener?.text).toMatch(/^127\.0\.0\.1 \(socket \d+\): /);
    expect(listener?.text).toContain(`pid ${holder.pid}, user ${ME}, ${argv.join(' ')}`);
    expect(isAlive(holder.pid), 'it is left alone').toBe(true);
  });

  test.concurrent('by a stale healthy server with the very command that is to be started', async ({
    lab,
  }) => {
    const argv = await lab.server();
    const holder = lab.foreignServer(argv);
    expect((await fetch(`${lab.url}/health`)).status).toBe(200);
    expectHeld(await sweep(lab), holder, argv.join(' '));
    expect(isAlive(holder.pid)).toBe(true);
  });

  test.concurrent('by a socket that is only bound: no pid can be named, the trial bind is the evidence', async ({
    lab,
  }) => {
    const argv = [requireReal('python3'), `${lab.fixture('bind-only.py')[1]}`, String(lab.port)];
    const holder = lab.foreignThatSays(/bound/, argv);
    const ran = await sweep(lab);
    expectHeld(ran, null, null);
    expect(ran.fault.message).toContain('is bound by a process that does not listen');
    expect(ran.fault.evidence).toEqual([
      { kind: 'port', text: `trial bind of port ${lab.port}: EADDRINUSE` },
    ]);
    expect(isAlive(holder.pid)).toBe(true);
  });

  test.concurrent('by a file server that answers 404', async ({ lab }) => {
    const holder = lab.foreignThatSays(/listening/, [
      ...lab.fixture('file-server-404.mjs'),
      String(lab.port),
    ]);
    expectHeld(await sweep(lab), holder, 'file-server-404.mjs');
    expect(isAlive(holder.pid)).toBe(true);
  });

  test.concurrent('by a server that answers 503 and is healthy later: it is never taken for a load of ours', async ({
    lab,
  }) => {
    const argv = [...lab.fixture('healthy-later.mjs'), String(lab.port), '300'];
    const holder = lab.foreignThatSays(/listening/, argv);
    expectHeld(await sweep(lab), holder, 'healthy-later.mjs');
    await until(async () => (await fetch(`${lab.url}/health`)).status === 200);
    expectHeld(await sweep(lab), holder, 'healthy-later.mjs');
  });
});
