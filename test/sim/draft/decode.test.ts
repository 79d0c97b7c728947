import { describe, expect, it } from 'vitest';
import { DecodeModel } from '../../../src/sim/draft/decode.ts';
import { acceptanceLength, outputTokensPerSecond } from '../../../src/sim/draft/throughput.ts';
import { SeededRandom } from '../../../src/sim/random.ts';

const TREE = { algorithm: 'tree', budget: 8, topk: 4, block: 8, window: 2048 } as const;
const SEQUENCE = { acceptance: 0.8, context_tokens: 4096 };

describe('decoding', () => {
  it('step by step comes to the expected throughput', () => {
    const model = new DecodeModel({ ...TREE, random: new SeededRandom(3) });
    let seconds = 0;
    let tokens = 0;
    for (let step = 0; step < 5000; step++) {
      const done = model.step([SEQUENCE, SEQUENCE, SEQUENCE, SEQUENCE]);
      seconds += done.seconds;
      tokens += done.committed.reduce((sum, committed) => sum + committed, 0);
    }
    const load = { concurrency: 4, ...SEQUENCE };
    expect(Math.abs(tokens / 20_000 / acceptanceLength(TREE, load) - 1)).toBeLessThan(0.02);
    expect(Math.abs(tokens / seconds / outputTokensPerSecond(TREE, load) - 1)).toBeLessThan(0.02);
  });

  it('without a draft brings one token for each sequence and draws nothing', () => {
    const random = new SeededRandom(3);
    const model = new DecodeModel({ ...TREE, algorithm: 'none', random });
    expect(model.step([SEQUENCE, SEQUENCE]).committed).toEqual([1, 1]);
    expect(random.uniform()).toBe(new SeededRandom(3).uniform());
  });

  it('goes by the hit rate of each sequence', () => {
    const model = new DecodeModel({ ...TREE, random: new SeededRandom(4) });
    const totals = [0, 0];
    for (let step = 0; step < 2000; step++) {
      const { committed } = model.step([
        { acceptance: 0.7, context_tokens: 4096 },
        { acceptance: 0.92, context_tokens: 4096 },
      ]);
      totals[0] = (totals[0] ?? 0) + (committed[0] ?? 0);
      totals[1] = (totals[1] ?? 0) + (committed[1] ?? 0);
    }
    expect((totals[1] ?? 0) / (totals[0] ?? 1)).toBeGreaterThan(1.4);
  });

  it('is the same with the same seed', () => {
    const run = () => {
      const model = new DecodeModel({ ...TREE, random: new SeededRandom(5) });
      return Array.from({ length: 50 }, () => model.step([SEQUENCE]));
    };
    expect(run()).toEqual(run());
  });

  it('takes longer with longer contexts', () => {
    const model = new DecodeModel({ ...TREE, random: new SeededRandom(6) });
    const long = model.step([{ acceptance: 0.8, context_tokens: 131_072 }]);
    expect(long.seconds).toBeGreaterThan(model.step([SEQUENCE]).seconds + 0.005);
  });
});
