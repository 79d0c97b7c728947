import { expect } from 'vitest';
import { PHASES } from '../../../../src/sim/faults/parse.ts';
import { BOTH_READINGS, FIRST_READING, failed, measured, named, type Row } from '../row.ts';

const WHERE: Readonly<Record<string, string>> = {
  args: 'the main process raises while it reads its arguments',
  dist: 'one rank fails in NCCL while the ranks look for each other',
  weights: 'one rank fails in the midst of the weights',
  kv: 'one rank fails while the KV cache is allocated',
  graphs: 'one rank fails at the capture of its graphs',
  draft: 'one rank fails at the draft model',
  warmup: 'the request that the server sends to itself fails',
};

/** By what Holdpoint reads in the log; null: no line has told a phase yet. */
const PHASE_NAMES: Readonly<Record<string, string | null>> = {
  args: null,
  dist: 'distributed',
  weights: 'weights',
  kv: 'kv-cache',
  graphs: 'graphs',
  // the draft's own weights begin with the same line as the target's
  draft: 'weights',
  warmup: 'warm-up',
};

const crashed = (phase: string) =>
  named('exited', 'crashed', {
    cause: 'unknown',
    phase: PHASE_NAMES[phase],
    ...(phase === 'args' ? { code: 1, signal: null } : { code: null, signal: 'SIGKILL' }),
  });
const inGraphs = crashed('graphs');

const inEachPhase = PHASES.filter((phase) => phase !== 'serving').map(
  (phase): Row => ({
    faults: [`crash:${phase}`],
    host: `${WHERE[phase]}; the next start comes through`,
    why: 'a crash that no pattern explains is tried once more (3, table)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: measured(crashed(phase), null) },
    exit: 0,
    decision: 'no_difference',
    original: 'back',
    ...(phase === 'draft'
      ? {
          weakness:
            "the log's line for the draft's weights is that of the target's: the phase is told as `weights`",
        }
      : {}),
  }),
);

export const CRASHES: readonly Row[] = [
  ...inEachPhase,
  {
    faults: ['crash:serving'],
    host: 'one rank fails under load, in the midst of a measurement',
    why: 'the number is void, and the setting is tried once more (3, hold point 10 and table)',
    load: { requests: 24, max_tokens: 96 },
    trials: {
      b8k4: BOTH_READINGS,
      b16k4w2k: measured(named('died-under-load', 'crashed', { signal: 'SIGKILL', cause: 'unknown' }), null),
    },
    exit: 0,
    decision: 'baseline_best',
    original: 'back',
    also({ document }) {
      const [start] = document.trials[1]?.starts ?? [];
      expect(start?.measurements).toEqual([]);
      // what the log said since the measurement began, not what it said while it loaded
      const [line] = start?.fault?.evidence ?? [];
      expect(line).toMatchObject({ kind: 'log', file: expect.stringMatching(/server\.log$/) });
      expect(line?.line).toBeGreaterThan(100);
      expect(start?.fault?.message).toContain(line?.text.slice(0, 100));
    },
  },
  {
    faults: ['crash@2', 'crash@3'],
    host: 'the capture of graphs fails at both starts of a setting',
    why: 'the setting has failed, the others go on (3, table)',
    settings: 3,
    trials: {
      b8k4: BOTH_READINGS,
      b16k4w2k: failed(inGraphs, inGraphs),
      b4k4w2k: measured(null),
    },
    exit: 10,
    decision: 'no_difference',
    original: 'back',
  },
  {
    faults: ['crash@2', 'crash@3', 'crash@4', 'crash@5', 'crash@6'],
    host: 'the same at every start of three settings',
    why: 'three different settings in a row stop the run (3, table)',
    settings: 4,
    trials: {
      b8k4: FIRST_READING,
      b16k4w2k: failed(inGraphs, inGraphs),
      b4k4w2k: failed(inGraphs, inGraphs),
      b12k6w2k: failed(inGraphs),
    },
    ended_by: inGraphs,
    exit: 12,
    decision: 'not_enough_data',
    original: 'back',
  },
  {
    faults: ['restart-loop'],
    host: 'from the first start on every server dies within seconds, and the unit is `Restart=always`',
    why: 'under our drop-in systemd does not start it again: it exited. The unit as it is, for the baseline and the original, is started again and again: restart-loop, exit 23 (3, hold point 6)',
    trials: {
      b8k4: measured(null, named('restart-loop', 'crashed'), named('restart-loop', 'crashed')),
      b16k4w2k: failed(crashed('args'), crashed('args')),
    },
    ended_by: named('restart-loop', 'crashed', { cause: 'unknown' }),
    exit: 23,
    decision: 'not_enough_data',
    original: 'not back',
  },
];
