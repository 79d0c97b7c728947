import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../fixtures/call-back.mjs');

/** Hooks of a sweep that run a function of the test: the sweep waits for them at a place that it chose itself. */
export class CallBacks {
  readonly #server: Server;
  readonly #calls: (() => Promise<void>)[] = [];
  readonly errors: unknown[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      const call = this.#calls[Number(request.url?.slice(1))] ?? (async () => {});
      call().then(
        () => response.end('done'),
        (error: unknown) => {
          this.errors.push(error);
          response.writeHead(500).end();
        },
      );
    });
    this.#server.listen(0, '127.0.0.1');
    this.#server.unref();
  }

  /** The argv of a hook that runs this function. */
  async hook(call: () => Promise<void>): Promise<readonly string[]> {
    if (!this.#server.listening) await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    return [process.execPath, PROGRAM, `http://127.0.0.1:${port}/${this.#calls.push(call) - 1}`];
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
