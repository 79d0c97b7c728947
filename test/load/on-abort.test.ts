import { expect, it } from 'vitest';
import { onAbort } from '../../src/load/on-abort.ts';

it('tells everybody who still listens, once, and burdens the signal with one listener', () => {
  const [controller, told] = [new AbortController(), [] as string[]];
  let added = 0;
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    added++;
    add(...given);
  };
  const off = ['a', 'b', 'c'].map((name) => onAbort(signal, () => told.push(name)));
  off[1]?.();
  controller.abort();
  expect([told, added]).toEqual([['a', 'c'], 1]);
});

it('lets a listener end the listening of another while it is told', () => {
  const [controller, told] = [new AbortController(), [] as string[]];
  const off: (() => void)[] = [];
  for (const name of ['a', 'b'])
    off.push(
      onAbort(controller.signal, () => {
        told.push(name);
        for (const end of off) end();
      }),
    );
  controller.abort();
  expect(told).toEqual(['a', 'b']);
});
