import net from 'node:net';
import tls from 'node:tls';
import { KiB } from '../../core/units.ts';
import type { Connections, ExchangeRequest } from '../../ports/exchange.ts';
import { Connection } from './connection.ts';
import { type RequestHead, requestBytes, requestHead } from './request-head.ts';

/** As libuv reads. */
const READ_BYTES = 64 * KiB;
/** Before an idle connection is asked whether its other side lives. */
const ALIVE_MS = 1000;

type Read = (bytes: Buffer) => void;

/**
 * HTTP/1.1 over sockets. Connections are kept, and the last used is taken first. `ca`: PEM of a certificate authority that
 * is trusted beside the usual ones; null: none.
 */
export function openConnections(protocol: string, ca: string | null = null): Connections {
  const pool = new Pool(protocol === 'https:' ? overTls(ca) : overTcp);
  return {
    exchange(request, listener) {
      if (request.url.protocol !== protocol) throw new TypeError(`${request.url.protocol} over ${protocol}`);
      const bytes = requestBytes(pool.head(request), request.body);
      return pool.take(request.url).send(bytes, listener);
    },
    destroy: () => pool.destroy(),
  };
}

class Pool {
  readonly #open: (url: URL, read: Read) => net.Socket;
  readonly #all = new Set<Connection>();
  /** The last used at the end; until when each is kept. */
  #free: { readonly connection: Connection; readonly origin: string; readonly until: number }[] = [];
  #head: {
    readonly url: URL;
    readonly headers: ExchangeRequest['headers'];
    readonly head: RequestHead;
  } | null = null;

  constructor(open: (url: URL, read: Read) => net.Socket) {
    this.#open = open;
  }

  /** A load sends thousands of requests to one address. */
  head({ url, headers }: ExchangeRequest): RequestHead {
    if (this.#head?.url !== url || this.#head.headers !== headers)
      this.#head = { url, headers, head: requestHead(url, headers) };
    return this.#head.head;
  }

  take(url: URL): Connection {
    const { origin } = url;
    for (;;) {
      const at = this.#free.findLastIndex((free) => free.origin === origin);
      const [found] = at < 0 ? [] : this.#free.splice(at, 1);
      if (found === undefined) return this.#fresh(url);
      if (performance.now() < found.until) return found.connection;
      found.connection.destroy();
    }
  }

  destroy(): void {
    for (const connection of this.#all) connection.destroy();
  }

  #fresh(url: URL): Connection {
    const { origin } = url;
    const connection = new Connection(
      {
        free: (connection, kept_ms) => {
          this.#free.push({ connection, origin, until: performance.now() + kept_ms });
        },
        gone: (connection) => {
          this.#all.delete(connection);
          this.#free = this.#free.filter((free) => free.connection !== connection);
        },
      },
      (read) => this.#open(url, read),
    );
    this.#all.add(connection);
    return connection;
  }
}

function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** All sockets read into one buffer: what came is taken out of it before the next read. */
const BUFFER = Buffer.allocUnsafeSlow(READ_BYTES);

function reading(read: Read): net.OnReadOpts {
  return {
    buffer: BUFFER,
    callback(size) {
      read(BUFFER.subarray(0, size));
      return true;
    },
  };
}

function overTcp(url: URL, read: Read): net.Socket {
  return net.connect({
    host: hostOf(url),
    port: Number(url.port || 80),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: ALIVE_MS,
    onread: reading(read),
  });
}

function overTls(ca: string | null): (url: URL, read: Read) => net.Socket {
  const trusted =
    ca === null ? {} : { secureContext: tls.createSecureContext({ ca: [...tls.rootCertificates, ca] }) };
  /** By origin: where one goes on, the certificate is not held against the name again. */
  const sessions = new Map<string, Buffer>();
  return (url, read) => {
    const host = hostOf(url);
    const { origin } = url;
    const session = sessions.get(origin);
    const socket = tls.connect({
      host,
      port: Number(url.port || 443),
      servername: net.isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      ...trusted,
      ...(session === undefined ? {} : { session }),
    });
    socket.setNoDelay(true).setKeepAlive(true, ALIVE_MS);
    socket.on('session', (found) => {
      sessions.set(origin, found);
    });
    // what TLS has deciphered lies in a buffer of its own
    socket.on('data', read);
    return socket;
  };
}
