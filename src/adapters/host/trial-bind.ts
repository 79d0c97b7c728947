import { createConnection } from 'node:net';

export interface TrialBind {
  readonly state: 'free' | 'held' | 'unknown';
  readonly error: string | null;
}

/** The bind has succeeded or failed long before; what is waited for is only the refusal of the connection. */
const PATIENCE_MS = 1000;

/**
 * Can the address be bound? Binds without listening, so that no client's connection can ever land here: the socket is
 * bound as the local end of a connection to port 0, where nobody can listen, and is refused at once.
 *
 * Node sets SO_REUSEADDR, as servers do, so connections in TIME_WAIT do not count. A socket that is bound with
 * SO_REUSEADDR and does not listen yet is not seen: the kernel lets both have the port until one of them listens.
 */
export function trialBind(address: string, port: number): Promise<TrialBind> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: address, port: 0, localAddress: address, localPort: port });
    const done = (result: TrialBind): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => done({ state: 'free', error: null }), PATIENCE_MS);
    socket.on('connect', () => done({ state: 'free', error: null }));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.syscall !== 'bind') return done({ state: 'free', error: null });
      const code = error.code ?? error.message;
      done({ state: code === 'EADDRINUSE' ? 'held' : 'unknown', error: code });
    });
  });
}

/** Addresses that this machine does not have (a switched-off IPv6) say nothing about the others of a name. */
const ABSENT = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** One answer for all addresses of a name: held if any is held, free if what exists is free. */
export function combineBinds(binds: readonly TrialBind[]): TrialBind {
  const held = binds.find((bind) => bind.state === 'held');
  if (held !== undefined) return held;
  const unknown = binds.find((bind) => bind.state === 'unknown' && !ABSENT.has(bind.error ?? ''));
  if (unknown !== undefined) return unknown;
  return binds.find((bind) => bind.state === 'free') ?? binds[0] ?? { state: 'unknown', error: 'no address' };
}
