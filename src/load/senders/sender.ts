import type { RequestTrace } from '../../core/metrics/trace.ts';
import type { LoadDialect } from '../../ports/load.ts';
import type { ClientReadings } from '../client-watch.ts';
import type { Asked } from '../request.ts';

/** What all requests of a load have in common. Plain data: it goes to other threads. */
export interface SenderSpec {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly dialect: LoadDialect;
  readonly expect: string | null;
  readonly timeout_ms: number;
  /** Of the clock of the main thread: what the times of the traces count from. */
  readonly origin: number;
}

/** Sends the requests of a load and reads their answers, in the threads that it has. When it sends, the schedule says. */
export interface Sender {
  /** Threads beside the one that asks. */
  readonly threads: number;
  /**
   * Never rejects for a server's fault. `slot`: requests of one slot go over the same connections. `on_free` is called
   * once, with the time at which the answer had ended: the slot can have its next request before this one is judged.
   */
  send(asked: Asked, body: string, slot: number, on_free: (ended_ms: number) => void): Promise<RequestTrace>;
  /** From now on it watches itself; what it saw is told when that is called. */
  watch(): () => Promise<ClientReadings>;
  /** Ends all connections. */
  close(): void;
}
