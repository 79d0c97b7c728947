import { expect, it } from 'vitest';
import { recordedTraces } from '../../../src/core/metrics/recorded.ts';
import { recordLine } from '../../../src/load/record.ts';
import { answered } from './traces.ts';

it('a record gives back the measured requests as they were seen, without the warm-up', () => {
  const measured = answered(1, [2, 3.5], {
    last_choice_ms: 4,
    event_tokens: [1, 3],
    usage_tokens: 4,
    text_events: 1,
    reasoning_events: 1,
    input_tokens: 7,
    cached_tokens: 2,
    drafted_tokens: 6,
    accepted_tokens: 2,
    verify_steps: 2,
  });
  const failed = answered(5, [], { outcome: 'http-500', sent_ms: null, ended_ms: null });
  const warmUp = answered(0, [1], { phase: 'warm-up' });
  expect(recordedTraces([warmUp, measured, failed].map(recordLine).join(''))).toEqual([measured, failed]);
});
