import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { pem } from '../pem.ts';

export const CA = pem('ca');

/** One connection as a server sees it that knows nothing of HTTP but where a request ends. */
export class Visit {
  readonly socket: net.Socket;
  /** Below TLS; the same without. */
  readonly wire: net.Socket;
  /** Counts from 0 over the life of the server. */
  readonly number: number;
  readonly closed: Promise<void>;
  #seen = Buffer.alloc(0);
  #wake = () => {};

  constructor(socket: net.Socket, wire: net.Socket, number: number) {
    this.socket = socket;
    this.wire = wire;
    this.number = number;
    this.closed = new Promise((resolve) => wire.once('close', () => resolve()));
    socket.on('error', () => {});
    wire.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      this.#seen = Buffer.concat([this.#seen, bytes]);
      this.#wake();
    });
  }

  /** The bytes of the next request; never, if none comes. */
  async request(): Promise<Buffer> {
    for (;;) {
      const head = this.#seen.indexOf('\r\n\r\n');
      const [, size] = /\r\ncontent-length: (\d+)/.exec(this.#seen.toString('latin1', 0, head)) ?? [];
      const end = head + 4 + Number(size ?? 0);
      if (head >= 0 && this.#seen.length >= end) {
        const request = this.#seen.subarray(0, end);
        this.#seen = this.#seen.subarray(end);
        return request;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  write(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  reset(): void {
    this.wire.resetAndDestroy();
  }
}

export interface RawServer {
  readonly url: URL;
  readonly visits: readonly Visit[];
  close(): Promise<void>;
}

/** Does with every connection what the script says. */
export async function startRaw(
  script: (visit: Visit) => unknown,
  { protocol = 'http:', host = '127.0.0.1' } = {},
): Promise<RawServer> {
  const visits: Visit[] = [];
  const wires = new Map<number | undefined, net.Socket>();
  const welcome = (socket: net.Socket) => {
    const visit = new Visit(socket, wires.get(socket.remotePort) ?? socket, visits.length);
    visits.push(visit);
    void script(visit);
  };
  const secure = protocol === 'https:';
  const server = secure
    ? tls.createServer({ cert: pem('trusted'), key: pem('key') }, welcome)
    : net.createServer(welcome);
  const all = new Set<net.Socket>();
  server.on('connection', (wire: net.Socket) => {
    all.add(wire);
    if (secure) wires.set(wire.remotePort, wire);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: new URL(`${protocol}//${name}:${port}/v1/completions?a=b`),
    visits,
    close() {
      for (const wire of all) wire.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
