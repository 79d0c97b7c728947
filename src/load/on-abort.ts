const LISTENERS = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Listens to a signal that is not aborted yet; returns how to end that. A signal looks through all of its own listeners
 * at each removal, and warns of many: of each there is one of ours, whatever the number of requests that it ends.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = LISTENERS.get(signal) ?? listening(signal);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function listening(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  LISTENERS.set(signal, listeners);
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  signal.addEventListener('abort', tell, { once: true });
  return listeners;
}
