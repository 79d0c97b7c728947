import type { Connections } from '../../ports/exchange.ts';

/** Holds simulated time to a speed at which answers can be watched; `ended` lets it go. */
export interface SlowTime {
  /** Never rejects: where nobody can be asked, there is nothing to wait for. */
  readonly begun: Promise<void>;
  end(): void;
}

/** Connections over which nothing is sent before simulated time is slow, and which let it go when they are destroyed. */
export function slowedConnections(connections: Connections, time: SlowTime): Connections {
  return {
    exchange(request, listener) {
      let cancel = (): void => {
        cancelled = true;
      };
      let cancelled = false;
      void time.begun.then(() => {
        if (!cancelled) cancel = connections.exchange(request, listener);
      });
      return () => cancel();
    },
    destroy() {
      connections.destroy();
      time.end();
    },
  };
}
