import { expect } from 'vitest';
import { parseFaultSpec } from '../../../../src/sim/faults/parse.ts';
import { holdPointsOf, processesOf, signalsOf } from '../look.ts';
import { BOTH_READINGS, FIRST_READING, failed, measured, named, pending, type Row } from '../row.ts';

const STALE = 'sglang::detokenizer';
const FINETUNE = '/home/mara/venv/bin/python finetune.py --config lora.yaml';
const onThePort = named('port-held', 'control', { user: 'root', command: STALE });
const onTheDevice = named('memory-held-by-foreign', 'leftover', { trend: 'not falling' });

/** It lives on, and no signal went to it. */
function untouched(sweep: Parameters<typeof signalsOf>[0], command: string): void {
  const [stranger, ...more] = processesOf(sweep.machine, command).filter(
    ({ cgroup }) => !cgroup.includes('sglang-k26'),
  );
  expect(stranger).toBeDefined();
  expect(more).toEqual([]);
  expect(signalsOf(sweep).flatMap(({ pids }) => pids)).not.toContain(stranger?.pid);
}

export const STRANGERS: readonly Row[] = [
  {
    faults: ['stale-listener'],
    host: 'a helper of the old server, outside its control group, keeps the port and answers /v1/models',
    why: 'it is no member: named with pid, user and command, never signalled; retried while the port may come free, then the original cannot start either (3, rules)',
    trials: {
      b8k4: FIRST_READING,
      b16k4w2k: failed(onThePort, onThePort, onThePort, onThePort),
    },
    ended_by: onThePort,
    exit: 23,
    decision: 'not_enough_data',
    original: 'not back',
    did: 'sent it no signal',
    also: (sweep) => untouched(sweep, STALE),
  },
  {
    faults: [{ ...parseFaultSpec('stale-listener'), ms: 6_000 }],
    host: 'the same for 6 s',
    why: 'the port was just freed: tried again after 1, 3 and 10 s, until it is free (3, table)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: measured(onThePort, onThePort, onThePort, null) },
    exit: 0,
    decision: 'baseline_best',
    original: 'back',
  },
  {
    faults: ['foreign-holder'],
    host: "another user's job takes 20 GiB of a device as soon as the server has ended",
    why: 'named with pid, user and command, never signalled; the original cannot come back over it (3, hold point 4)',
    trials: { b8k4: FIRST_READING, b16k4w2k: failed(onTheDevice) },
    ended_by: onTheDevice,
    exit: 23,
    decision: 'not_enough_data',
    original: 'not back',
    did: 'sent it no signal',
    also(sweep) {
      untouched(sweep, FINETUNE);
      const [stranger] = processesOf(sweep.machine, FINETUNE);
      expect(sweep.fault?.message).toContain(`pid ${stranger?.pid} (user mara): ${FINETUNE}`);
    },
  },
  {
    faults: [{ ...parseFaultSpec('foreign-holder'), ms: 60_000 }],
    host: 'the same for a minute',
    why: 'a stranger that gives memory back in time is waited for (3, hold point 4)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: measured(null) },
    exit: 0,
    decision: 'baseline_best',
    original: 'back',
    did: 'waited at `released` for more than 60 s',
    also: (sweep) => expect(holdPointsOf(sweep, 'released')[1]?.waited_s).toBeGreaterThan(60),
  },
  {
    faults: ['foreign-traffic'],
    host: 'two clients of others are being answered from the beginning',
    why: 'clients come first: busy before anything is stopped (3, rules)',
    trials: { b8k4: pending(), b16k4w2k: pending() },
    ended_by: named('busy', 'identity', { running: 2, waiting: 0 }),
    exit: 22,
    decision: 'not_enough_data',
    original: 'never touched',
    also({ fault, document }) {
      expect(fault?.message).toBe('2 requests of others in flight, from 10.20.0.7');
      expect(fault?.data['peers']).toMatchObject([
        { address: '10.20.0.7', pid: null, connections: 2, in_use: 2 },
      ]);
      expect(document.restored).toEqual({ to: 'original', ok: true });
    },
  },
  {
    faults: ['foreign-traffic@2'],
    host: 'two clients of others come as soon as the setting is ready',
    why: 'each measurement is void, and two such voids stop the sweep (3, rules)',
    trials: {
      b8k4: FIRST_READING,
      b16k4w2k: pending(named('foreign-load', 'measurement', { requests: 2, when: 'before' })),
    },
    ended_by: named('foreign-load', 'measurement', { requests: 2 }),
    exit: 12,
    decision: 'not_enough_data',
    original: 'back',
    also({ document, fault }) {
      expect(document.trials[1]?.starts[0]?.measurements).toEqual([]);
      expect(fault?.message).toBe('2 requests of others before the measurement, from 10.20.0.7');
    },
  },
];
