import { expect, it } from 'vitest';
import { effectiveHitRate } from '../../../src/sim/draft/hit-rate.ts';

it.each([
  ['a short context', 4096, null, 0],
  ['a window of 2048', 131_072, 2048, 0],
  ['a window wider than the context', 1000, 2048, 0],
  ['a small window that hides nothing', 400, 512, 0],
  ['half of 2048', 131_072, 1024, 0.006],
  ['a quarter of 2048', 131_072, 512, 0.012],
  ['twice the trained context', 16_384, null, 0.004],
  ['16 times the trained context', 131_072, null, 0.016],
  ['a window as wide as the trained context', 131_072, 8192, 0],
])('%s costs what the model says', (_, context_tokens, window, loss) => {
  expect(effectiveHitRate(0.8, context_tokens, window)).toBeCloseTo(0.8 - loss, 12);
});
