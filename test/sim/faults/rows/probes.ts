import { expect } from 'vitest';
import { BOTH_READINGS, FIRST_READING, failed, measured, named, pending, type Row } from '../row.ts';

const unknown = named('memory-unknown', 'environment');
const missing = named('device-missing', 'hardware');
const hung = named('probe-hung', 'environment');
const booted = named('exited', 'crashed', { cause: 'unknown', phase: 'weights' });

export const PROBES: readonly Row[] = [
  {
    faults: ['not-available'],
    host: 'nvidia-smi says `[N/A]` for the memory of one device',
    why: '`[N/A]` is never 0: refused before anything is stopped (3, rules)',
    trials: { b8k4: pending(), b16k4w2k: pending() },
    ended_by: unknown,
    exit: 21,
    decision: 'not_enough_data',
    original: 'never touched',
  },
  {
    faults: ['not-available@2'],
    host: 'the same from the end of the first server on',
    why: 'what cannot be read is not free: nothing is started, the original neither (3, rules)',
    trials: { b8k4: FIRST_READING, b16k4w2k: failed(unknown) },
    ended_by: unknown,
    exit: 23,
    decision: 'not_enough_data',
    original: 'not back',
  },
  {
    faults: ['probe-hangs'],
    host: 'nvidia-smi sits in the driver and never returns',
    why: 'the probe is bounded, and nothing is started blindly (3, hold point 4)',
    trials: { b8k4: FIRST_READING, b16k4w2k: failed(hung) },
    ended_by: hung,
    exit: 23,
    decision: 'not_enough_data',
    original: 'not back',
  },
  {
    faults: ['device-vanishes'],
    host: 'one device is not listed any more when its server has ended',
    why: 'a device is gone: hardware, the run stops, and the original cannot start on what is left (3, hold point 4)',
    trials: { b8k4: FIRST_READING, b16k4w2k: failed(missing) },
    ended_by: missing,
    exit: 23,
    decision: 'not_enough_data',
    original: 'not back',
  },
  {
    faults: ['reboot'],
    host: 'the host goes down in the midst of a load and boots in 25 s; the unit comes back by itself, as it was',
    why: 'the generation is of another boot: exited, with both boot ids, and tried once more (2; 3, table)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: measured(booted, null) },
    exit: 0,
    decision: 'no_difference',
    original: 'back',
    did: 'waited for the load of what came up by itself before it was stopped',
    also({ document, machine }) {
      const [before, after] = document.trials[1]?.starts ?? [];
      expect(before?.fault?.data['boots']).toEqual({
        before: before?.generation?.boot_id,
        now: machine.kernel.boot_id,
      });
      expect(after?.generation?.boot_id).toBe(machine.kernel.boot_id);
      // what came up by itself loads for a minute: it is not wanted, and still not interrupted
      const observed = after?.hold_points.find(({ name }) => name === 'observed');
      expect(observed?.evidence.find(({ kind }) => kind === 'load')?.text).toMatch(
        /did not start was loading .*: after \d+ s it had loaded$/,
      );
      expect(observed?.waited_s).toBeGreaterThan(30);
    },
  },
  {
    faults: ['reboot@3'],
    host: "the same at the baseline's second start",
    why: 'what came up by itself at boot is the wanted setting: its load is waited for, and it is adopted (3, rules)',
    trials: { b8k4: measured(null, booted, null), b16k4w2k: measured(null) },
    exit: 0,
    decision: 'no_difference',
    original: 'back',
    also: ({ document }) => expect(document.trials[0]?.starts[2]?.adopted).toBe(true),
  },
];
