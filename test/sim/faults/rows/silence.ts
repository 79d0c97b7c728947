import { expect } from 'vitest';
import { holdPointsOf, signalsOf } from '../look.ts';
import { BOTH_READINGS, failed, measured, named, type Row } from '../row.ts';

const stalled = (phase: string | null) => named('load-stalled', 'hung', { phase });
const passed = (sweep: Parameters<typeof signalsOf>[0]) =>
  expect(holdPointsOf(sweep, 'stopped').map(({ state }) => state)).not.toContain('failed');

export const SILENCE: readonly Row[] = [
  {
    faults: ['hang'],
    host: 'the server is healthy and lists its model, and answers no request',
    why: 'health is a claim: a request that is never answered is hung, no retry (3, hold point 8)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: failed(named('hung', 'hung')) },
    exit: 10,
    decision: 'not_enough_data',
    original: 'back',
  },
  {
    faults: ['stall'],
    host: 'in the midst of the weights log, memory, I/O and CPU time stand still',
    why: 'only silence that could be read is a stall (3, hold point 6)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: failed(stalled('weights')) },
    exit: 10,
    decision: 'not_enough_data',
    original: 'back',
    also: ({ document }) =>
      expect(document.trials[1]?.fault?.data['quiet']).toSatisfy(
        (quiet: number) => quiet >= 600 && quiet < 610,
      ),
  },
  {
    faults: ['stall:args'],
    host: 'the same before anything was said',
    why: 'the same, and no phase is invented',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: failed(stalled(null)) },
    exit: 10,
    decision: 'not_enough_data',
    original: 'back',
  },
  {
    faults: ['signal-lost'],
    host: 'the first SIGTERM to the server is lost',
    why: 'TERM is repeated until the state changes: `stopped` passes (3, hold point 3)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: measured(null) },
    exit: 0,
    decision: 'baseline_best',
    original: 'back',
    did: 'repeated TERM',
    also(sweep) {
      passed(sweep);
      expect(signalsOf(sweep).map(({ signal }) => signal)).not.toContain('KILL');
      expect(signalsOf(sweep).length).toBeGreaterThan(4);
    },
  },
  {
    faults: ['stall', 'signal-lost'],
    host: 'the load stalls, and a server that loads loses every SIGTERM',
    why: 'after `limits.stop` (here 30 s) every member is killed (3, hold point 3)',
    stop_ms: 30_000,
    trials: { b8k4: BOTH_READINGS, b16k4w2k: failed(stalled('weights')) },
    exit: 10,
    decision: 'not_enough_data',
    original: 'back',
    did: 'repeated TERM, then sent KILL to all 10 members',
    also(sweep) {
      passed(sweep);
      expect(signalsOf(sweep).find(({ signal }) => signal === 'KILL')?.pids.length).toBe(10);
    },
  },
  {
    faults: ['survivor'],
    host: 'a helper in a session of its own outlives the server, deaf to TERM',
    why: 'it is a member of the control group: repeated TERM, then KILL after `limits.stop` (here 30 s), and `stopped` passes (3, hold point 3)',
    stop_ms: 30_000,
    trials: { b8k4: BOTH_READINGS, b16k4w2k: measured(null) },
    exit: 0,
    decision: 'baseline_best',
    original: 'back',
    did: 'repeated TERM, then sent KILL to the one that was left',
    also(sweep) {
      passed(sweep);
      expect(signalsOf(sweep).find(({ signal }) => signal === 'KILL')?.pids.length).toBe(1);
    },
  },
];
