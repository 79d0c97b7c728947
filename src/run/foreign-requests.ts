import type { ConnectionFacts } from '../core/change/observations.ts';
import { describePeer, isInUse, namedIn, peersOf } from '../core/change/peers.ts';
import { countOf } from '../core/change/traffic.ts';
import { type Fault, fault } from '../core/fault.ts';
import { patiently } from './patiently.ts';
import type { Ports } from './ports.ts';

export interface Measuring {
  readonly endpoint: { readonly address: string; readonly port: number };
  /** The most requests of the measurement that are open at once. */
  readonly concurrency: number;
}

/** A request of others that was seen; `requests` null: the engine does not count them. */
export interface Foreign {
  readonly requests: number | null;
  readonly fault: Fault;
}

type When = 'before' | 'during' | 'after';

/** A connection that moved this shortly before a look carries something now. */
const JUST_NOW_MS = 1_000;

/**
 * Looks for requests of others beside a measurement. The engine's counters decide; who is connected gives the names.
 * An engine without counters leaves the connections alone as a sign, and there only one that carries data at two looks
 * in a row counts: a monitor that asks for the health of the server is no load.
 */
export class ForeignRequests {
  readonly #ports: Pick<Ports, 'engine' | 'host' | 'clock'>;
  readonly #measuring: Measuring;
  #used: ReadonlySet<string> = new Set();

  constructor(ports: Pick<Ports, 'engine' | 'host' | 'clock'>, measuring: Measuring) {
    this.#ports = ports;
    this.#measuring = measuring;
  }

  /** null: nobody is seen. `open`: requests in flight by the engine's counters; null: it does not say. */
  async beside(
    when: 'before' | 'after',
  ): Promise<{ readonly open: number | null; readonly found: Foreign | null }> {
    const { clock, engine } = this.#ports;
    const open = countOf({ traffic: await patiently(clock, () => engine.traffic()) });
    return { open, found: open !== null && open > 0 ? await this.#told(open, when) : null };
  }

  /** Ours are in flight too: what is above their number is of others. An unreadable look is no sign of any. */
  async during(): Promise<Foreign | null> {
    const traffic = await this.#ports.engine.traffic().catch(() => null);
    const open = countOf({ traffic });
    const { concurrency } = this.#measuring;
    if (open !== null) return open > concurrency ? this.#told(open - concurrency, 'during') : null;
    const used = (await this.#connections()).filter((each) => isInUse(each, JUST_NOW_MS) === true);
    const still = used.filter((each) => this.#used.has(keyOf(each)));
    this.#used = new Set(used.map(keyOf));
    return still.length > 0 ? this.#fault(null, 'during', still) : null;
  }

  async #told(requests: number, when: When): Promise<Foreign> {
    return this.#fault(requests, when, await this.#connections());
  }

  #fault(requests: number | null, when: When, connections: readonly ConnectionFacts[]): Foreign {
    const peers = peersOf(connections);
    const what =
      requests === null ? 'data of others' : `${requests} request${requests === 1 ? '' : 's'} of others`;
    const message = `${what} ${when} the measurement${namedIn(peers)}`;
    const evidence = peers.map((peer) => ({ kind: 'peer', text: describePeer(peer) }));
    return { requests, fault: fault('foreign-load', message, { data: { requests, when, peers }, evidence }) };
  }

  async #connections(): Promise<readonly ConnectionFacts[]> {
    const { address, port } = this.#measuring.endpoint;
    return this.#ports.host.connections(address, port).catch(() => []);
  }
}

function keyOf({ address, port }: ConnectionFacts): string {
  return `${address} ${port}`;
}
