import type { Connections, ExchangeEnd, ExchangeListener } from '../../../src/ports/exchange.ts';

type Headers = Parameters<ExchangeListener['headers']>[1];

/** A listener that keeps what it was told. */
export class Told implements ExchangeListener {
  /** In order: `connecting`, `headers 200`, `data`, `end reset`; what follows in the same read is one `data`. */
  readonly calls: string[] = [];
  headersTold: Headers = {};
  readonly parts: Uint8Array[] = [];
  message = '';
  stale = false;
  readonly #on: (call: string) => unknown;
  readonly ended: Promise<ExchangeEnd>;
  #end: (how: ExchangeEnd) => void = () => {};

  constructor(on: (call: string) => unknown = () => {}) {
    this.#on = on;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get body(): Buffer {
    return Buffer.concat(this.parts);
  }

  connecting(): void {
    this.#told('connecting');
  }

  headers(status: number, headers: Headers): void {
    this.headersTold = headers;
    this.#told(`headers ${status}`);
  }

  data(chunk: Uint8Array): void {
    this.parts.push(chunk);
    this.#told('data');
  }

  end(how: ExchangeEnd, message: string, stale: boolean): void {
    this.message = message;
    this.stale = stale;
    this.#end(how);
    this.#told(`end ${how}`);
  }

  #told(call: string): void {
    this.calls.push(call);
    this.#on(call.split(' ')[0] ?? '');
  }
}

interface Ask {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly on?: (call: string) => unknown;
}

interface Asked {
  readonly told: Told;
  readonly cancel: () => void;
}

export function ask(connections: Connections, url: URL, { headers = {}, body = '{}', on }: Ask = {}): Asked {
  const told = new Told(on);
  return { told, cancel: connections.exchange({ url, headers, body }, told) };
}

/** What a listener may still be told by what has been begun. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}
