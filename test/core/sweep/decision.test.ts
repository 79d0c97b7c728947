import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, type DecisionInput, decide } from '../../../src/core/sweep/decision.ts';

function candidate(name: string, readings: readonly number[], more: Partial<Candidate> = {}): Candidate {
  return { name, readings, failed_requests: 0, satisfies: true, ...more };
}

function verdict(candidates: readonly Candidate[], more: Partial<DecisionInput> = {}) {
  return decide({
    direction: 'maximize',
    metric: 'output_tokens_per_s',
    candidates,
    baseline: 'base',
    ...more,
  });
}

const base = (...readings: readonly number[]) => candidate('base', readings);
const minimize = { direction: 'minimize' as const, metric: 'ttft_p95' };

describe('the first decision', () => {
  it.each<[string, readonly Candidate[], Partial<DecisionInput>, string, string | null]>([
    ['clearly more', [base(100, 102), candidate('a', [120])], {}, 'winner', 'a'],
    ['5 %, but within 3 gaps', [base(100, 102), candidate('a', [108])], {}, 'no_difference', 'base'],
    ['beyond 3 gaps, but under 5 %', [base(100, 100.1), candidate('a', [104])], {}, 'no_difference', 'base'],
    ['just 5 %, no gap', [base(100, 100), candidate('a', [105])], {}, 'winner', 'a'],
    [
      'only better than the worse reading',
      [base(100, 130), candidate('a', [125])],
      {},
      'no_difference',
      'base',
    ],
    [
      'the best of several',
      [base(100, 101), candidate('a', [120]), candidate('b', [140])],
      {},
      'winner',
      'b',
    ],
    [
      'equals: the first of the plan',
      [base(100, 101), candidate('a', [140]), candidate('b', [140])],
      {},
      'winner',
      'a',
    ],
    ['a tie with the baseline', [base(100, 100), candidate('a', [100])], {}, 'no_difference', 'base'],
    [
      'clearly less',
      [base(100, 101), candidate('a', [90]), candidate('b', [50])],
      {},
      'baseline_best',
      'base',
    ],
    ['near the worse reading', [base(100, 110), candidate('a', [75])], {}, 'no_difference', 'base'],
    [
      'one of them near',
      [base(100, 101), candidate('a', [99]), candidate('b', [50])],
      {},
      'no_difference',
      'base',
    ],
    [
      'judged by its worst reading',
      [base(100, 101), candidate('a', [140, 103])],
      {},
      'no_difference',
      'base',
    ],
    ['less is more', [base(100, 98), candidate('a', [80])], minimize, 'winner', 'a'],
    [
      'less is more, and it is not',
      [base(100, 98), candidate('a', [120])],
      minimize,
      'baseline_best',
      'base',
    ],
    [
      'failed requests',
      [base(100, 101), candidate('a', [200], { failed_requests: 1 })],
      {},
      'baseline_best',
      'base',
    ],
    [
      'failed requests beside a winner',
      [base(100, 101), candidate('a', [200], { failed_requests: 1 }), candidate('b', [150])],
      {},
      'winner',
      'b',
    ],
    [
      'a condition broken',
      [base(100, 101), candidate('a', [200], { satisfies: false })],
      {},
      'baseline_best',
      'base',
    ],
    [
      'a condition broken by the baseline',
      [candidate('base', [100, 101], { satisfies: false }), candidate('a', [80])],
      {},
      'winner',
      'a',
    ],
    [
      'a condition broken by all',
      [candidate('base', [1, 1], { satisfies: false }), candidate('a', [2], { satisfies: false })],
      {},
      'none_satisfies',
      null,
    ],
    ['one reading of the baseline', [base(100), candidate('a', [200])], {}, 'not_enough_data', null],
    ['no number of the baseline', [base(), candidate('a', [200])], {}, 'not_enough_data', null],
    [
      'failed requests of the baseline',
      [candidate('base', [100, 101], { failed_requests: 2 }), candidate('a', [200])],
      {},
      'not_enough_data',
      null,
    ],
    ['nothing but the baseline', [base(100, 101)], {}, 'not_enough_data', null],
    [
      'all others failed',
      [base(100, 101), candidate('a', []), candidate('b', [])],
      {},
      'not_enough_data',
      null,
    ],
    [
      'no baseline',
      [candidate('a', [100]), candidate('b', [200])],
      { baseline: null },
      'not_enough_data',
      'b',
    ],
    [
      'no baseline, less is more',
      [candidate('a', [100]), candidate('b', [200])],
      { ...minimize, baseline: null },
      'not_enough_data',
      'a',
    ],
    [
      'no baseline, failed requests',
      [candidate('a', [100], { failed_requests: 1 })],
      { baseline: null },
      'not_enough_data',
      null,
    ],
    ['nothing at all', [], {}, 'not_enough_data', null],
    [
      'no number is no 0',
      [base(100, 101), candidate('a', [Number.NaN]), candidate('b', [90])],
      {},
      'baseline_best',
      'base',
    ],
  ])('%s', (_name, candidates, more, kind, best) => {
    expect(verdict(candidates, more)).toMatchObject({ kind, best });
  });

  it('gives its reason with the numbers', () => {
    expect(verdict([base(100, 102), candidate('a', [120.456])]).reason).toBe(
      'a with 120.5 output_tokens_per_s beats both readings of base with 100 and 102 output_tokens_per_s (baseline, gap 2) by more than 3 gaps and 5 %',
    );
    expect(
      verdict([base(100, 101), candidate('a', [90]), candidate('b', [200], { failed_requests: 3 })]).reason,
    ).toBe(
      'base with 100 and 101 output_tokens_per_s (baseline, gap 1) against 1 clearly worse by more than 3 gaps and 5 %, 1 cannot win (failed requests or where)',
    );
    expect(verdict([base(100, 101), candidate('a', [102])]).reason).toMatch(
      /^a with 102 .* is within 3 gaps and 5 % of base /,
    );
  });
});

describe('whatever the numbers', () => {
  const reading = fc.double({ min: 0.001, max: 1e6, noNaN: true });
  const direction = fc.constantFrom('maximize' as const, 'minimize' as const);

  it('identical readings never make a winner, whoever has them', () => {
    fc.assert(
      fc.property(reading, reading, direction, (a, b, d) => {
        const pair = [candidate('base', [a, b]), candidate('x', [a]), candidate('y', [b])];
        expect(verdict(pair, { direction: d })).toMatchObject({ kind: 'no_difference', best: 'base' });
        expect(verdict(pair, { direction: d, baseline: 'base' }).kind).not.toBe('winner');
        const swapped = [candidate('base', [b, a]), candidate('x', [a]), candidate('y', [b])];
        expect(verdict(swapped, { direction: d }).kind).toBe('no_difference');
      }),
    );
  });

  it('a winner beats both readings of the baseline, and has no failed request', () => {
    const other = fc.record({
      readings: fc.array(reading, { maxLength: 2 }),
      failed_requests: fc.nat(1),
      satisfies: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.tuple(reading, reading),
        fc.array(other, { maxLength: 5 }),
        direction,
        (pair, others, d) => {
          const candidates = [candidate('base', pair), ...others.map((o, i) => ({ ...o, name: `t${i}` }))];
          const { kind, best } = verdict(candidates, { direction: d });
          if (kind !== 'winner') return;
          const winner = candidates.find((c) => c.name === best);
          const sign = d === 'maximize' ? 1 : -1;
          expect([winner?.failed_requests, winner?.satisfies]).toEqual([0, true]);
          for (const r of winner?.readings ?? [])
            for (const b of pair) expect(r * sign).toBeGreaterThan(b * sign);
        },
      ),
    );
  });

  it('maximising and minimising mirror each other', () => {
    fc.assert(
      fc.property(
        fc.tuple(reading, reading),
        fc.array(reading, { minLength: 1, maxLength: 4 }),
        (pair, values) => {
          const of = (sign: number) => [
            candidate(
              'base',
              pair.map((r) => r * sign),
            ),
            ...values.map((v, i) => candidate(`t${i}`, [v * sign])),
          ];
          const [up, down] = [verdict(of(1)), verdict(of(-1), { direction: 'minimize' })];
          expect([up.kind, up.best]).toEqual([down.kind, down.best]);
        },
      ),
    );
  });
});
