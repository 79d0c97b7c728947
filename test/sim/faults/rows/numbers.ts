import { BOTH_READINGS, measured, type Row } from '../row.ts';

const all = { b8k4: BOTH_READINGS, b16k4w2k: measured(null), b4k4w2k: measured(null) };
const load = { requests: 16, max_tokens: 128 };
const common = { settings: 3, load, trials: all, exit: 0, original: 'back' } as const;

/** Here no fault is named: what counts is that no winner is shown where there is none. By the model b8k4 is the fastest. */
export const NUMBERS: readonly Row[] = [
  {
    ...common,
    faults: [],
    host: 'nothing',
    why: 'for comparison: b4k4w2k is 5 % slower, too near for two readings',
    decision: 'no_difference',
  },
  {
    ...common,
    faults: ['noise'],
    host: 'starts and minutes spread by 8 %; a slower setting reads 10 % faster',
    why: "less than 3 gaps of the baseline's own readings: no difference shown",
    decision: 'no_difference',
  },
  {
    ...common,
    faults: ['noise'],
    seed: 2,
    host: 'the same with other draws: both readings of the baseline happen to agree',
    why: 'the first decision rule knows no other measure of noise than these two readings, and is deceived',
    decision: 'winner',
    weakness: 'a false winner: the statistics that replace this rule must turn this row round',
  },
  {
    ...common,
    faults: ['drift'],
    host: 'each start is 4 % slower than the one before',
    why: 'the baseline, first and last, shows the drift as its gap: no difference shown',
    decision: 'no_difference',
  },
  {
    ...common,
    faults: ['outlier-start@4'],
    host: "the baseline's second start is 20 % slower than it should be",
    why: 'its gap is wide, and the setting that reads faster than that start is no winner',
    decision: 'no_difference',
  },
  {
    ...common,
    faults: ['outlier-start'],
    host: 'the start of one setting is 20 % slower than it should be',
    why: 'a setting that is measured once cannot be told from its outlier; it does not make a winner of another',
    decision: 'no_difference',
  },
];
