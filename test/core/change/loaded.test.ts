import { expect, test } from 'vitest';
import { loaded } from '../../../src/core/change/holdpoints/loaded.ts';
import type { View } from '../../../src/core/change/types.ts';
import type { EngineName } from '../../../src/core/engine/definition.ts';
import { engineDefinition } from '../../../src/core/engine/index.ts';

function waiting(engine: EngineName, phase: string | null): string {
  const view = {
    input: { engine: engineDefinition(engine) },
    facts: { phase, life: null },
    now: 5000,
    since: 0,
  } as unknown as View;
  return loaded.waiting(view, loaded.begin(view));
}

test.each<[EngineName, string | null, string]>([
  ['sglang', 'weights', '(phase weights, usually about 72 % of the load, '],
  ['sglang', 'ready', '(phase ready, '],
  ['llamacpp', 'tensors', '(phase tensors, '],
  ['sglang', null, '(unknown resident, '],
])('the waiting line of %s in phase %s', (engine, phase, text) => {
  const line = waiting(engine, phase);
  expect(line).toContain(text);
  expect(line.includes('usually')).toBe(text.includes('usually'));
});
