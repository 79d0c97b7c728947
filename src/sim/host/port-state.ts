import { FaultError, fault } from '../../core/fault.ts';
import { shownCommand } from '../../core/shown-command.ts';
import type { Milliseconds } from '../../core/units.ts';
import type { ClientConnection, PortHolder, PortState } from '../../ports/host.ts';
import { isOwn, resolve } from '../kernel/addresses.ts';
import type { SimKernel } from '../kernel/kernel.ts';
import type { Socket } from '../kernel/port-table.ts';

/** Who would answer a client of that address, and what a trial bind says. */
export function portState(kernel: SimKernel, name: string, port: number): PortState {
  const address = resolved(kernel, name);
  if (!isOwn(address)) return { port, listeners: [], bind: 'unknown', bind_error: 'EADDRNOTAVAIL' };
  const sockets = kernel.sockets(address, port);
  if (sockets.length === 0) return { port, listeners: [], bind: 'free', bind_error: null };
  const listeners = sockets.filter((socket) => socket.listens).map(holder);
  return { port, listeners, bind: 'held', bind_error: 'EADDRINUSE' };
}

/** Who holds connections to the server that a client of that address meets. */
export function clientsOf(
  kernel: SimKernel,
  name: string,
  port: number,
  now: Milliseconds,
): readonly ClientConnection[] {
  return kernel.connections(resolved(kernel, name), port).map((connected) => {
    const client = connected.pid === null ? null : kernel.process(connected.pid);
    return {
      address: connected.address,
      port: connected.port,
      local: client !== null,
      pid: client?.pid ?? null,
      user: client?.user ?? null,
      command: client === null ? '' : shownCommand(client.argv),
      queued_bytes: 0,
      idle_ms: connected.asks ? 0 : now - connected.since,
      unanswered: connected.asks,
    };
  });
}

function resolved(kernel: SimKernel, name: string): string {
  const address = resolve(name, kernel.hostname);
  if (address !== null) return address;
  const evidence = [{ kind: 'dns', text: `${name}: getaddrinfo ENOTFOUND ${name}` }];
  throw new FaultError(
    fault('probe-failed', 'the address of the endpoint could not be resolved', { evidence }),
  );
}

function holder({ owner, inode, address }: Socket): PortHolder {
  const { pid, start_ticks, uid, argv } = owner;
  return { pid, start_ticks, uid, user: owner.options.user, command: shownCommand(argv), inode, address };
}
