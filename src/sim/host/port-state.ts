import { FaultError, fault } from '../../core/fault.ts';
import { shownCommand } from '../../core/shown-command.ts';
import type { PortHolder, PortState } from '../../ports/host.ts';
import { isOwn, resolve } from '../kernel/addresses.ts';
import type { SimKernel } from '../kernel/kernel.ts';
import type { Socket } from '../kernel/port-table.ts';

/** Who would answer a client of that address, and what a trial bind says. */
export function portState(kernel: SimKernel, name: string, port: number): PortState {
  const address = resolve(name, kernel.hostname);
  if (address === null) {
    const evidence = [{ kind: 'dns', text: `${name}: getaddrinfo ENOTFOUND ${name}` }];
    throw new FaultError(
      fault('probe-failed', 'the address of the endpoint could not be resolved', { evidence }),
    );
  }
  if (!isOwn(address)) return { port, listeners: [], bind: 'unknown', bind_error: 'EADDRNOTAVAIL' };
  const sockets = kernel.sockets(address, port);
  if (sockets.length === 0) return { port, listeners: [], bind: 'free', bind_error: null };
  const listeners = sockets.filter((socket) => socket.listens).map(holder);
  return { port, listeners, bind: 'held', bind_error: 'EADDRINUSE' };
}

function holder({ owner, inode, address }: Socket): PortHolder {
  const { pid, start_ticks, uid, argv } = owner;
  return { pid, start_ticks, uid, user: owner.options.user, command: shownCommand(argv), inode, address };
}
