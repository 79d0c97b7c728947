import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gaps, gapsPerToken, gapsWithZeros } from '../../../src/core/metrics/request-times.ts';
import { answered } from './traces.ts';

/** Events as pairs: how long after the one before, and how many tokens it carries. */
const events = fc.array(fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 5 })), {
  maxLength: 12,
});

function traceOf(pairs: readonly (readonly [number, number])[]) {
  let at = 100;
  const times = pairs.map(([gap]) => (at += gap));
  return answered(0, times, { event_tokens: pairs.map(([, tokens]) => tokens) });
}

test('gaps are those between neighbours, of all but the first event', () => {
  fc.assert(
    fc.property(events, (pairs) => {
      expect(gaps(traceOf(pairs))).toEqual(pairs.slice(1).map(([gap]) => gap));
    }),
  );
});

test('per token: each gap is shared by the tokens that ended it', () => {
  fc.assert(
    fc.property(events, (pairs) => {
      const expected = pairs.slice(1).flatMap(([gap, k]) => new Array<number>(k).fill(gap / k));
      expect(gapsPerToken(traceOf(pairs))).toEqual(expected);
    }),
  );
});

test('with zeros: every token stands at its event, and the gaps are those of the tokens', () => {
  fc.assert(
    fc.property(events, (pairs) => {
      // an event without tokens has no place among those of tokens
      const some = pairs.filter(([, k]) => k > 0);
      let at = 0;
      const token_times = some.flatMap(([gap, k]) => {
        at += gap;
        return new Array<number>(k).fill(at);
      });
      const expected = token_times.slice(1).map((time, i) => time - (token_times[i] ?? 0));
      expect(gapsWithZeros(traceOf(some))).toEqual(expected);
    }),
  );
});

test('nobody says how the tokens fell to the events: no gap of a token is known', () => {
  const trace = answered(0, [1, 2, 3], { usage_tokens: 12 });
  expect([gapsPerToken(trace), gapsWithZeros(trace)]).toEqual([null, null]);
});
