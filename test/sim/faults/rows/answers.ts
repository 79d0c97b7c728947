import { expect } from 'vitest';
import { BOTH_READINGS, failed, measured, named, type Row } from '../row.ts';

export const ANSWERS: readonly Row[] = [
  {
    faults: ['parameter-ignored'],
    host: 'the server comes up without the budget and the window that it was given, and says nothing',
    why: "the engine's own report disagrees: no number for it (3, hold point 9)",
    trials: {
      b8k4: BOTH_READINGS,
      b16k4w2k: failed(
        named('config-mismatch', 'invalid-setting', { parameter: 'budget', wanted: 16, got: 7 }),
      ),
    },
    exit: 10,
    decision: 'not_enough_data',
    original: 'back',
    also: ({ document }) =>
      expect(document.trials[1]?.fault?.message).toBe(
        'budget is 7, wanted 16; window is absent, wanted 2048',
      ),
  },
  {
    faults: ['parameter-rewritten'],
    host: 'the server overrides topk with 1, with a warning in its log',
    why: 'what runs is not what was asked (3, hold point 9)',
    trials: {
      b8k4: BOTH_READINGS,
      b16k4w2k: failed(named('config-mismatch', 'invalid-setting', { parameter: 'topk', wanted: 4, got: 1 })),
    },
    exit: 10,
    decision: 'not_enough_data',
    original: 'back',
  },
  {
    faults: ['garbage'],
    host: 'the server answers with no text that a model would write',
    why: 'garbage counts as a crash: tried once more (3, hold point 8 and table)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: measured(named('garbage', 'crashed'), null) },
    exit: 0,
    decision: 'no_difference',
    original: 'back',
  },
  {
    faults: ['http-500'],
    host: 'every generation is answered with 500',
    why: 'it does not complete a request: no retry (3, hold point 8 and table)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: failed(named('not-generating', 'hung')) },
    exit: 10,
    decision: 'not_enough_data',
    original: 'back',
    also: ({ document }) => expect(document.trials[1]?.fault?.message).toContain('status 500'),
  },
  {
    faults: ['sometimes-500'],
    host: 'every tenth generation is answered with 500',
    why: 'it passes every hold point, and the requests that it fails are counted: it cannot win (4)',
    load: { requests: 16, max_tokens: 64 },
    trials: { b8k4: BOTH_READINGS, b16k4w2k: measured(null) },
    exit: 0,
    decision: 'baseline_best',
    original: 'back',
    also: ({ document }) => expect(document.trials[1]?.starts[0]?.measurements[0]?.failed).toBe(2),
  },
  {
    faults: ['garbage-when-busy'],
    host: 'from 17 requests at once on the server answers with no text that a model would write',
    why: 'alone it passes every hold point; its answers under load are looked at: it cannot win (8)',
    load: { requests: 24, max_tokens: 64, concurrency: 24 },
    trials: { b8k4: BOTH_READINGS, b16k4w2k: measured(null) },
    exit: 0,
    decision: 'baseline_best',
    original: 'back',
    also: ({ document }) => {
      expect(document.trials[1]?.starts[0]?.measurements[0]?.garbage).toBeGreaterThan(2);
      expect(document.decision.reason).toContain('answers under load are garbage');
    },
  },
  {
    faults: ['wrong-answers'],
    host: 'the server adds up one sum in sixteen wrongly',
    why: 'nothing but questions with known answers shows it; none are asked here (8)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: measured(null) },
    exit: 0,
    decision: 'baseline_best',
    original: 'back',
  },
];
