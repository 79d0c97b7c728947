import { describe, expect, it } from 'vitest';
import type { DraftConfiguration } from '../../../src/sim/draft/configuration.ts';
import { stepMilliseconds } from '../../../src/sim/draft/cost.ts';
import { KIMI_K26_ON_8_RTX_PRO_6000 } from '../../../src/sim/draft/kimi.ts';

const TREE: DraftConfiguration = { algorithm: 'tree', budget: 8, topk: 4, block: 8, window: null };
const NONE: DraftConfiguration = { ...TREE, algorithm: 'none' };

function cost(configuration: DraftConfiguration, sequences: number, context_tokens: number): number {
  const batch = { sequences, context_tokens, draft_context_tokens: context_tokens };
  return stepMilliseconds(configuration, batch, KIMI_K26_ON_8_RTX_PRO_6000);
}

describe('a decode step', () => {
  it('of one token is the base, 8 experts and the cache from memory, and 122 reductions', () => {
    const memory = ((8 * 60 * 24.8e6) / 8 + 4096 * 70_300) / 1.216e9;
    const reductions = 122 * (0.018 + (7168 * 2) / 28e6);
    expect(cost(NONE, 1, 4096)).toBeCloseTo(11 + memory + reductions, 9);
  });

  it('with a tree adds 9 tokens instead of 1, the draft and the work on the host', () => {
    const experts = 384 * (1 - (1 - 8 / 384) ** (1 + 0.66 * 8));
    const memory = ((experts * 60 * 24.8e6) / 8 + 4096 * 70_300) / 1.216e9;
    const reductions = 122 * (0.018 + (9 * 7168 * 2) / 28e6);
    const draft = 1.2 + (6.5e9 / 8 + 4096 * 12_000) / 1.216e9;
    const host = 0.6 + 0.02 * Math.sqrt(8);
    expect(cost(TREE, 1, 4096)).toBeCloseTo(11 + memory + reductions + draft + host, 9);
  });

  it('is padded to the next captured batch', () => {
    const perSequence = 0.02 * Math.sqrt(8);
    expect(cost(TREE, 5, 0)).toBeCloseTo(cost(TREE, 8, 0) - 3 * perSequence, 9);
    expect(cost(TREE, 9, 0)).toBeGreaterThan(cost(TREE, 8, 0) + 1);
  });

  it('beyond the largest captured batch is eager and not padded', () => {
    expect(cost(NONE, 65, 0) - cost(NONE, 64, 0)).toBeGreaterThan(12);
    expect(cost(NONE, 66, 0)).toBeGreaterThan(cost(NONE, 65, 0));
  });

  it('is bound by memory in small batches and by arithmetic in large ones', () => {
    const memory = (sequences: number) => cost(TREE, sequences, 1e5) - cost(TREE, sequences, 0);
    expect(memory(1)).toBeGreaterThan(5);
    const wide = { ...TREE, budget: 128 };
    const draft = (1e5 * 12_000) / 1.216e9;
    expect(cost(wide, 64, 1e5) - cost(wide, 64, 0)).toBeCloseTo(draft, 9);
  });

  it('of a chain is that of its block, without the work for a tree', () => {
    const chain: DraftConfiguration = { ...TREE, algorithm: 'chain', budget: 99 };
    const sevenNodes: DraftConfiguration = { ...TREE, budget: 7 };
    expect(cost(chain, 1, 0)).toBeCloseTo(cost(sevenNodes, 1, 0) - 0.6 - 0.02 * Math.sqrt(7), 9);
  });
});
