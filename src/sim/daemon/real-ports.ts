import { createServer, type Server } from 'node:http';
import { FaultError, fault } from '../../core/fault.ts';
import type { SimKernel } from '../kernel/kernel.ts';
import { bridge } from './bridge.ts';
import type { FastClock } from './fast-clock.ts';
import { SPEED_OF_AN_ANSWER } from './speeds.ts';

const ADDRESS = '127.0.0.1';

interface RealPortsOptions {
  readonly kernel: SimKernel;
  readonly clock: FastClock;
  /** A port that the simulated host opened could not be opened here. */
  readonly trouble: (text: string) => void;
}

/** Real ports of this machine for those on which the simulated host listens: same number, refused when it refuses. */
export class RealPorts {
  readonly #options: RealPortsOptions;
  readonly #servers = new Map<number, Server>();

  /** From now on they follow the simulated ones. */
  constructor(options: RealPortsOptions) {
    this.#options = options;
    options.kernel.onPorts(() => this.#follow());
    this.#follow();
  }

  close(): void {
    for (const server of this.#servers.values()) {
      server.close();
      server.closeAllConnections();
    }
    this.#servers.clear();
  }

  #follow(): void {
    const wanted = new Set(
      this.#options.kernel
        .listening()
        .map((socket) => socket.port)
        .filter((port) => this.#options.kernel.sockets(ADDRESS, port).some((socket) => socket.listens)),
    );
    for (const [port, server] of this.#servers) if (!wanted.has(port)) this.#shut(port, server);
    for (const port of wanted) if (!this.#servers.has(port)) this.#listen(port);
  }

  /** Exchanges that are open go on: the simulated server decides about them. */
  #shut(port: number, server: Server): void {
    this.#servers.delete(port);
    server.close();
    server.closeIdleConnections();
  }

  #listen(port: number): void {
    const { kernel, clock, trouble } = this.#options;
    const server = createServer((request, response) => {
      const speedUp = clock.slow(SPEED_OF_AN_ANSWER);
      response.once('finish', () => {
        if (!server.listening) request.socket.end();
      });
      void bridge(kernel, port, request, response).finally(speedUp);
    });
    server.on('error', (error) => trouble(`port ${port} of this machine cannot be opened: ${error.message}`));
    server.listen(port, ADDRESS);
    this.#servers.set(port, server);
  }
}

/** Fault: `usage`, where somebody else has the port. */
export function requireFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const attempt = createServer();
    attempt.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'somebody else listens there' : error.message;
      const hint = 'name another one with --port: the simulated server and its unit then use that';
      reject(new FaultError(fault('usage', `port ${port} of this machine cannot be used: ${why}`, { hint })));
    });
    attempt.listen(port, ADDRESS, () => attempt.close(() => resolve()));
  });
}
