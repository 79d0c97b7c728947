import { expect } from 'vitest';
import { describeReal } from '../helpers/real-things.ts';
import { type Lab, test, type Watch } from './lab.ts';
import { listenersOn, waitBlocking } from './support/blocking.ts';
import { evidenceAt, logLineOf, type Ran, stateOf } from './support/ran.ts';

/** Calls once, right after a hold point has passed for the first time and before anything follows from it. */
function whenPassed(name: string, act: () => void): Watch {
  let done = false;
  return (record) => {
    if (
      done ||
      record.type !== 'holdpoint' ||
      record.result.name !== name ||
      record.result.state !== 'passed'
    )
      return;
    done = true;
    act();
  };
}

const parameters = { slots: { flag: '-np', values: [1, 2] } };

/** Who answers cannot be told: the sweep stops, what it started is gone, the stranger is left alone. */
function expectStopped(ran: Ran, lab: Lab, stranger: number): void {
  expect(ran.fault).toMatchObject({ class: 'identity', scope: 'run', retry: { max: 0 } });
  expect(ran.trial('slots=1')).toMatchObject({ status: 'failed', starts: { length: 1 } });
  expect(ran.start('slots=1').measurements).toEqual([]);
  expect(ran.trial('slots=2').status).toBe('pending');
  expect(ran.deeds.slice(-3)).toEqual(['change to original', 'signal TERM', 'restored original: true']);
  expect(ran.exit).toBe(12);
  expect(lab.servers).toEqual([]);
  expect(lab.foreigners.map(({ pid }) => pid)).toEqual([stranger]);
}

describeReal(['llama-server'], 'who listens', () => {
  test.concurrent.for(['loaded', 'identified'])(
    'a second server by --reuse-port after %s: ambiguous-listener',
    async (point, { lab }) => {
      let second = 0;
      const intrude = whenPassed(point, () => {
        second = lab.foreignServer(shared).pid;
        waitBlocking('two sockets listen', () => listenersOn(lab.port) === 2);
      });
      const shared = await lab.server('--reuse-port');
      const ran = await lab.sweep(lab.configuration(shared, { parameters }), intrude);
      expect(ran.fault.name).toBe('ambiguous-listener');
      expect(ran.fault.message).toContain(`is shared with pid ${second}`);
      const told = evidenceAt(ran.start('slots=1'), point === 'loaded' ? 'identified' : 'generating');
      expect(told).toContain(`pid ${ran.start('slots=1').generation?.pid}, user`);
      expect(told).toContain(`pid ${second}, user`);
      expectStopped(ran, lab, second);
    },
  );

  test.concurrent('a fixture engine that lives on without its port: wrong-listener', async ({ lab }) => {
    let stranger = 0;
    const take = whenPassed('released', () => {
      stranger = lab.foreignThatSays(/healthy/, [
        ...lab.fixture('healthy-later.mjs'),
        String(lab.port),
        '0',
      ]).pid;
    });
    const command = [...lab.fixture('lives-without-port.mjs'), ...(await lab.server())];
    const ran = await lab.sweep(lab.configuration(command, { parameters }), take);
    expect(ran.fault).toMatchObject({
      name: 'wrong-listener',
      data: { pid: stranger, command: expect.stringContaining('healthy-later.mjs') },
    });
    expect(evidenceAt(ran.start('slots=1'), 'loaded'), 'the stranger said that it is healthy').toContain(
      'health answered 200',
    );
    expect(stateOf(ran.start('slots=1'), 'identified')).toBe('failed');
    expectStopped(ran, lab, stranger);
  });

  test.concurrent('a stranger takes the port after released and leaves: exited (port-held), tried again', async ({
    lab,
  }) => {
    let stranger: ReturnType<Lab['foreign']> | null = null;
    const take = whenPassed('released', () => {
      stranger = lab.foreignThatSays(/listening/, [...lab.fixture('file-server-404.mjs'), String(lab.port)]);
    });
    const ran = await lab.sweep(lab.configuration(await lab.server(), { parameters }), (record) => {
      take(record);
      if (record.type !== 'holdpoint' || record.result.state !== 'failed' || stranger === null) return;
      process.kill(stranger.pid, 'SIGKILL');
      waitBlocking('the port is free', () => listenersOn(lab.port) === 0);
    });
    expectPortTaken(ran, stranger);
    expect(ran.trial('slots=1')).toMatchObject({ status: 'measured', starts: { length: 2 } });
    expect(ran.trial('slots=2').status).toBe('measured');
    expect(ran.exit).toBe(0);
  });

  test.concurrent('a stranger takes the port after released and stays: the sweep stops', async ({ lab }) => {
    let stranger: ReturnType<Lab['foreign']> | null = null;
    const take = whenPassed('released', () => {
      stranger = lab.foreignThatSays(/listening/, [...lab.fixture('file-server-404.mjs'), String(lab.port)]);
    });
    const ran = await lab.sweep(lab.configuration(await lab.server(), { parameters }), take);
    expectPortTaken(ran, stranger);
    expect(ran.fault).toMatchObject({ name: 'port-held', scope: 'run', data: { pid: pidOf(stranger) } });
    expect(ran.trial('slots=1').status).toBe('failed');
    expect(ran.trial('slots=2').status).toBe('pending');
    expect(ran.exit).toBe(12);
    expect(lab.foreigners.map(({ pid }) => pid)).toEqual([pidOf(stranger)]);
  });
});

function pidOf(stranger: ReturnType<Lab['foreign']> | null): number {
  if (stranger === null) throw new Error('no stranger came');
  return stranger.pid;
}

/** The server ended because the port was taken: by whom, and the line of its own log that says so. */
function expectPortTaken(ran: Ran, stranger: ReturnType<Lab['foreign']> | null): void {
  const fault = ran.faultOf('slots=1');
  expect(fault).toMatchObject({
    name: 'exited',
    class: 'control',
    data: {
      cause: 'port-held',
      code: 1,
      pid: pidOf(stranger),
      command: expect.stringContaining('file-server-404.mjs'),
    },
  });
  expect(fault.evidence.find((e) => e.kind === 'listener')?.text).toContain(`pid ${pidOf(stranger)}, user`);
  // llama-server now and then ends before its last line is written; then the port alone is the evidence
  if (fault.message.includes('the log does not say why')) return;
  const line = logLineOf(fault);
  expect(line.text).toContain("couldn't bind HTTP server socket, hostname: 127.0.0.1, port:");
  expect(line.file.startsWith(ran.dir)).toBe(true);
  expect(line.line).toBeGreaterThan(0);
}
