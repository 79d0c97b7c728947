import { describe, expect, it } from 'vitest';
import type { DraftConfiguration } from '../../../src/sim/draft/configuration.ts';
import { outputTokensPerSecond } from '../../../src/sim/draft/throughput.ts';

function tree(budget: number, topk: number, window: number | null = null): DraftConfiguration {
  return { algorithm: 'tree', budget, topk, block: 8, window };
}

const NONE: DraftConfiguration = { algorithm: 'none', budget: 0, topk: 0, block: 1, window: null };

function rate(configuration: DraftConfiguration, concurrency: number, context_tokens = 4096): number {
  return outputTokensPerSecond(configuration, { concurrency, context_tokens, acceptance: 0.8 });
}

function name({ algorithm, budget, topk, window }: DraftConfiguration): string {
  return algorithm === 'none' ? 'none' : `b${budget}k${topk}${window === null ? '' : `w${window}`}`;
}

function best(configurations: readonly DraftConfiguration[], concurrency: number): string {
  return (
    configurations.map((each) => ({ name: name(each), rate: rate(each, concurrency) })).sort(byRate)[0]
      ?.name ?? ''
  );
}

function byRate(one: { rate: number }, other: { rate: number }): number {
  return other.rate - one.rate;
}

describe('throughput', () => {
  // Tokens a second of an earlier prototype of this model, written by others.
  it.each([
    [1, 4096, tree(4, 4), 160],
    [1, 4096, tree(8, 4), 170],
    [1, 4096, tree(12, 6), 157],
    [1, 4096, tree(16, 4), 146],
    [1, 4096, tree(32, 8), 114],
    [1, 4096, NONE, 68],
    [4, 4096, tree(4, 4), 407],
    [4, 4096, tree(8, 4), 384],
    [4, 4096, tree(16, 4), 305],
    [32, 4096, tree(4, 4), 1211],
    [32, 4096, tree(8, 4, 2048), 1282],
    [32, 4096, tree(16, 4), 1163],
    [32, 4096, NONE, 740],
    [64, 4096, tree(8, 4, 2048), 1976],
    [64, 4096, tree(32, 8), 1149],
    [8, 131_072, tree(8, 4), 244],
    [8, 131_072, tree(8, 4, 512), 270],
    [8, 131_072, tree(8, 4, 2048), 277],
    [8, 131_072, tree(8, 4, 8192), 276],
  ] as const)(
    'of %i requests with %i tokens, %o, is %i within 5 %',
    (concurrency, context, configuration, known) => {
      expect(Math.abs(rate(configuration, concurrency, context) / known - 1)).toBeLessThan(0.05);
    },
  );

  const swept = [
    tree(8, 4),
    tree(16, 4, 2048),
    tree(4, 4, 2048),
    tree(12, 6, 2048),
    tree(4, 4),
    tree(12, 6),
    tree(16, 4),
    tree(32, 8),
    NONE,
  ];

  it('has its best setting at b8k4 for one request and at b4k4 for four', () => {
    expect(best(swept, 1)).toMatch(/^b8k4/);
    expect(best(swept, 4)).toMatch(/^b4k4/);
    expect(best(swept, 32)).toMatch(/^b8k4/);
  });

  it('falls with large trees, and a window pays off with long contexts only', () => {
    expect(rate(tree(64, 8), 64)).toBeLessThan(rate(NONE, 64));
    expect(rate(tree(8, 4, 2048), 1) / rate(tree(8, 4), 1)).toBeCloseTo(1, 2);
    expect(rate(tree(8, 4, 2048), 8, 131_072) / rate(tree(8, 4), 8, 131_072)).toBeGreaterThan(1.08);
  });
});
