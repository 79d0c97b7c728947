import type { VirtualClock } from '../../src/adapters/clock/virtual.ts';

/** The same object, with virtual time going by from each call until its promise settles. */
export function driven<T extends object>(target: T, clock: VirtualClock): T {
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of);
      if (typeof value !== 'function') return value;
      return (...words: unknown[]) => {
        const result: unknown = value.apply(of, words);
        return result instanceof Promise ? clock.run(result) : result;
      };
    },
  });
}
