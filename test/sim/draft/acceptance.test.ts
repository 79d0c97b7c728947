import { describe, expect, it } from 'vitest';
import { Acceptance } from '../../../src/sim/draft/acceptance.ts';
import { acceptanceLength } from '../../../src/sim/draft/throughput.ts';
import { SeededRandom } from '../../../src/sim/random.ts';
import { slowAcceptanceLength } from './slow-simulation.ts';

/** Standard error below 0.5 % of the acceptance length. */
const STEPS = 20_000;

describe('the acceptance length', () => {
  it.each([
    { hitRate: 0.8, budget: 8, topk: 4, block: 8 },
    { hitRate: 0.7, budget: 4, topk: 4, block: 8 },
    { hitRate: 0.9, budget: 16, topk: 4, block: 8 },
    { hitRate: 0.8, budget: 20, topk: 5, block: 8 },
    { hitRate: 0.75, budget: 12, topk: 6, block: 16 },
    { hitRate: 0.92, budget: 24, topk: 2, block: 16 },
    { hitRate: 0.8, budget: 6, topk: 3, block: 3 },
    { hitRate: 0.82, budget: 7, topk: 1, block: 8 },
    { hitRate: 0.9, budget: 15, topk: 1, block: 16 },
  ])('is that of a slow simulation within 2 %: $hitRate, b$budget k$topk, block $block', (settings) => {
    const { hitRate, budget, topk, block } = settings;
    const acceptance = new Acceptance({ budget, topk, depth: block - 1 });
    const slow = slowAcceptanceLength(settings, STEPS, new SeededRandom(7));
    expect(Math.abs((1 + acceptance.expected(hitRate)) / slow - 1)).toBeLessThan(0.02);
    const random = new SeededRandom(8);
    let drawn = 0;
    for (let step = 0; step < STEPS; step++) drawn += 1 + acceptance.draw(hitRate, random.uniform());
    expect(Math.abs(drawn / STEPS / slow - 1)).toBeLessThan(0.02);
  });

  // The model card of the Kimi draft, block 8, and what the tasks' hit rates were fitted to.
  it.each([
    [0.755, 3.5],
    [0.82, 4.1],
    [0.87, 4.8],
    [0.9, 5.3],
  ])('of a chain at hit rate %s is %s within 5 %', (acceptance, published) => {
    const chain = { algorithm: 'chain', budget: 8, topk: 4, block: 8, window: null } as const;
    const tau = acceptanceLength(chain, { concurrency: 1, context_tokens: 4096, acceptance });
    expect(Math.abs(tau / published - 1)).toBeLessThan(0.05);
  });

  it('is never above the block, and at least 1', () => {
    const acceptance = new Acceptance({ budget: 64, topk: 8, depth: 7 });
    expect(acceptance.draw(0.9, 0)).toBe(7);
    expect(acceptance.draw(0.9, 1 - 2 ** -32)).toBe(0);
  });

  it('of a block of one token is 1', () => {
    expect(new Acceptance({ budget: 0, topk: 1, depth: 0 }).expected(0.8)).toBe(0);
  });

  it('grows with the budget', () => {
    const lengths = [4, 8, 16, 32, 64, 512].map((budget) =>
      new Acceptance({ budget, topk: 8, depth: 7 }).expected(0.8),
    );
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(new Set(lengths).size).toBe(lengths.length);
  });

  it.each([Number.NaN, 0, 1, -0.2])('of a hit rate of %s is refused', (hitRate) => {
    expect(() => new Acceptance({ budget: 8, topk: 4, depth: 7 }).expected(hitRate)).toThrow(RangeError);
  });
});
