import type { Cancel, ExchangeListener, SimAnswer, SimRequest, SimTime } from '../machine.ts';
import type { Socket } from './port-table.ts';
import type { SimProcess } from './process.ts';

/**
 * One HTTP exchange between a client and a process. Each thing that happens reaches the client as an event of its
 * own, so a client that opens the next exchange never does so from inside the server's call.
 */
export class Exchange implements SimAnswer {
  readonly #time: SimTime;
  readonly #listener: ExchangeListener;
  readonly #letGo: Cancel;
  #server: SimProcess | null = null;
  #headSent = false;
  /** The server's side is done. */
  #closed = false;
  /** The client takes nothing more: it was told the end, or went away. */
  #over = false;
  #aborted: (() => void)[] = [];

  constructor(time: SimTime, listener: ExchangeListener) {
    this.#time = time;
    this.#listener = listener;
    this.#letGo = time.hold();
  }

  /** The connection is made when the event runs; null: nobody listens. */
  connect(request: SimRequest, reach: () => Socket | null): void {
    this.#time.after(0, () => {
      if (this.#over) return;
      const socket = reach();
      if (socket === null) return this.#finish((listener) => listener.failed('ECONNREFUSED'));
      this.#server = socket.owner;
      socket.owner.exchanges.add(this);
      socket.owner.whenRunning(() => {
        if (!this.#over) socket.handler(request, this);
      });
    });
  }

  head(status: number, headers: Readonly<Record<string, string>>): void {
    if (this.#closed || this.#headSent) return;
    this.#headSent = true;
    this.#send((listener) => listener.head(status, headers));
  }

  write(text: string): void {
    this.head(200, {});
    if (!this.#closed && text !== '') this.#send((listener) => listener.data(text));
  }

  end(): void {
    this.head(200, {});
    if (this.#closed) return;
    this.#closed = true;
    this.#server?.whenRunning(() => this.#finish((listener) => listener.end()));
  }

  reset(): void {
    this.#closed = true;
    this.#finish((listener) => listener.failed('ECONNRESET'));
  }

  onAbort(run: () => void): void {
    this.#aborted.push(run);
  }

  /** The client goes away. */
  cancel(): void {
    if (this.#over) return;
    this.#over = true;
    this.#closed = true;
    this.#leave();
    for (const run of this.#aborted) this.#time.after(0, () => this.#server?.whenRunning(run));
  }

  #send(tell: (listener: ExchangeListener) => void): void {
    this.#server?.whenRunning(() =>
      this.#time.after(0, () => {
        if (!this.#over) tell(this.#listener);
      }),
    );
  }

  #finish(tell: (listener: ExchangeListener) => void): void {
    this.#time.after(0, () => {
      if (this.#over) return;
      this.#over = true;
      this.#leave();
      tell(this.#listener);
    });
  }

  #leave(): void {
    this.#server?.exchanges.delete(this);
    this.#letGo();
  }
}
