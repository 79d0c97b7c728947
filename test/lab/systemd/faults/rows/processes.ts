import { expect } from 'vitest';
import { MODEL } from '../../../../../src/sim/story/service.ts';
import { listenersOn, waitBlocking } from '../../../support/blocking.ts';
import type { DeviceLab } from '../../../support/devices/device-lab.ts';
import type { Ran } from '../../../support/ran.ts';
import type { Row } from '../row.ts';

const STALE = 'stale';

/** Every signal that Holdpoint has sent, by the journal. */
const signals = (ran: Ran): readonly string[] =>
  ran.records.flatMap((record) =>
    record.type === 'intent' && record.method === 'signal' ? [String(record.detail['signal'])] : [],
  );

const killMain = (lab: DeviceLab): void => {
  lab.machine.demand('kill', '-KILL', lab.shows('MainPID'));
};
/** The first change's word on how the old server went. */
const howStopped = (ran: Ran) =>
  ran
    .points('stopped')
    .flatMap(({ state, evidence }) => (state === 'passed' ? [evidence[0]?.text ?? ''] : []));

export const PROCESSES: readonly Row[] = [
  {
    name: 'old server answers into the new load',
    host: 'a helper of the old server, in a control group of its own, takes the port while the new one loads, and lists the model',
    why: 'an answer proves nothing: the new server could not bind, and who listens is no member of it (3, hold points 6 and 7)',
    short: true,
    plant: {
      at: 'setting started',
      act(lab) {
        lab.job(STALE, ...lab.fixture('stale-models.mjs'), String(lab.port), MODEL);
        waitBlocking('the stale helper listens', () => listenersOn(lab.port) > 0);
      },
    },
    heal: (lab) => lab.endJob(STALE),
    setting: 'failed',
    fault: { name: 'exited', data: { cause: 'port-held' } },
    did: 'named it, sent it no signal, measured nothing',
    exit: 23,
    original: 'by restore',
    also(ran, lab) {
      expect(lab.pidOfJob(STALE)).not.toBe(0);
      expect(ran.start('b16k4w2k').measurements).toEqual([]);
    },
  },
  {
    name: 'survivor in another session',
    host: 'a helper of the old server in a session of its own outlives it, deaf to TERM',
    why: 'the control group decides who belongs to it: TERM, and KILL after `limits.stop` (3, hold point 3)',
    short: true,
    serve: { faults: 'survivor@1' },
    file: () => ({ limits: { stop: '4s' } }),
    setting: 'measured',
    fault: null,
    did: 'followed it by the control group, killed it after `limits.stop`',
    exit: 0,
    original: 'back',
    also: (ran) => expect(howStopped(ran)[0]).toMatch(/is gone after \d+ TERMs? and \d KILL/),
  },
  {
    name: 'leader gone, members alive',
    host: 'the main process is killed in the midst of a measurement; `KillMode=process` leaves its eight ranks',
    why: 'the number is void; nothing is started before the control group is empty (3, hold points 3 and 10)',
    short: true,
    serve: { unit: ['KillMode=process'] },
    file: () => ({ limits: { stop: '4s' } }),
    plant: { at: 'measuring', act: killMain },
    setting: 'measured',
    fault: { name: 'died-under-load' },
    did: 'ended the members, started the setting once more, measured it',
    exit: 0,
    original: 'back',
    also: (ran) => expect(howStopped(ran)[1]).toMatch(/KILL/),
  },
  {
    name: 'SIGTERM lost while loading',
    host: 'the load comes to a halt, and while it loads the server loses every TERM',
    why: 'TERM is repeated; after `limits.stop` every member is killed (3, hold point 3)',
    short: true,
    serve: { faults: 'stall@2 signal-lost@2' },
    // other rows slow a load down to half a minute
    file: () => ({ limits: { load: '60s', quiet: '5m', stop: '6s' } }),
    setting: 'failed',
    fault: { name: 'load-timeout' },
    did: 'repeated TERM, then sent KILL',
    exit: 10,
    original: 'back',
    also(ran, lab) {
      const sent = signals(ran).slice(1);
      const told = lab.machine.run(['journalctl', '--no-pager', '-n', '40', '-u', lab.unit]).stdout;
      expect(sent.indexOf('KILL'), `${howStopped(ran).join('\n')}\n${told}`).toBeGreaterThan(1);
    },
  },
  {
    name: 'first SIGTERM lost',
    host: 'the server that serves takes no notice of the first TERM',
    why: 'TERM is repeated until the state changes (3, hold point 3)',
    short: false,
    serve: { faults: 'signal-lost@1' },
    file: () => ({ limits: { stop: '60s' } }),
    setting: 'measured',
    fault: null,
    did: 'repeated TERM',
    exit: 0,
    original: 'back',
    also(ran) {
      expect(howStopped(ran)[0]).toMatch(/is gone after [2-9] TERMs/);
      expect(signals(ran)).not.toContain('KILL');
    },
  },
  {
    name: 'stop that hangs',
    host: '`ExecStop=` of the unit never comes to an end',
    why: 'the command belongs to the control group: it is ended with it after `limits.stop` (3, hold point 3)',
    short: true,
    serve: { unit: ['ExecStop=/bin/sleep 600'] },
    file: () => ({ limits: { stop: '4s' } }),
    setting: 'measured',
    fault: null,
    did: 'sent TERM to the members, KILL after `limits.stop`',
    exit: 0,
    original: 'back',
  },
];
