import type { Host } from '../../ports/host.ts';

/** What changes something on a host, or may. */
const ACTS: ReadonlySet<string | symbol> = new Set(['run', 'writeText', 'remove']);

/** The same host, but `check` is asked right before each tool and each change of a file; its fault is theirs. */
export function guarded(host: Host, check: () => void): Host {
  const made = new Map<string | symbol, unknown>();
  const method = (target: Host, name: string | symbol, value: (...args: unknown[]) => unknown): unknown =>
    ACTS.has(name)
      ? async (...args: unknown[]) => {
          check();
          return value.apply(target, args);
        }
      : value.bind(target);
  return new Proxy(host, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!made.has(name)) made.set(name, method(target, name, value as (...args: unknown[]) => unknown));
      return made.get(name);
    },
  });
}
