import { expect, test } from 'vitest';
import { permitsKey } from '../../../src/core/change/permits-key.ts';
import type { ChangeState } from '../../../src/core/change/types.ts';

const mine = { pid: 10, start_ticks: 7 };

function permitted(listeners: readonly unknown[], more: Readonly<Record<string, unknown>> = {}): boolean {
  const facts = {
    listener: null,
    generation: null,
    present: { members: [mine] },
    port: { listeners },
    ...more,
  };
  return permitsKey({ facts, passed: [] } as unknown as ChangeState);
}

test('a key goes to the server that was found on the port', () => {
  expect(permitted([mine])).toBe(true);
});

test('while nobody listens, whoever comes first is not yet known: no key', () => {
  expect(permitted([])).toBe(false);
  expect(permitted([], { port: null })).toBe(false);
});

test.each([
  ['another process beside ours', [mine, { pid: 11, start_ticks: 7 }]],
  ['the same pid in another life', [{ pid: 10, start_ticks: 8 }]],
  ['an owner that cannot be read', [{ pid: null, start_ticks: null }]],
])('%s: no key', (_name, listeners) => {
  expect(permitted(listeners)).toBe(false);
});
