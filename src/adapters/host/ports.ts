import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { FaultError, fault } from '../../core/fault.ts';
import type { PortHolder, PortState } from '../../ports/host.ts';
import { answersAt, canonicalAddress, parseListeners, type TcpListener } from './proc-net.ts';
import { readProc } from './proc-read.ts';
import { ownersOf, type SocketOwner } from './socket-owners.ts';
import { combineBinds, trialBind } from './trial-bind.ts';
import { userName } from './users.ts';

/**
 * Who would answer a client that connects to the address. Listeners that this client cannot reach (bound to another
 * address of the machine) are left out. A port with a listener is held; only without one is a bind tried.
 */
export async function readPort(address: string, port: number): Promise<PortState> {
  const clients = await addressesOf(address);
  const sockets = listeningSockets(port).filter((s) =>
    clients.some((client) => answersAt(s.address, client)),
  );
  if (sockets.length > 0)
    return { port, listeners: holders(sockets), bind: 'held', bind_error: 'EADDRINUSE' };
  const bind = combineBinds(await Promise.all(clients.map((client) => trialBind(client, port))));
  return { port, listeners: [], bind: bind.state, bind_error: bind.error };
}

export async function addressesOf(address: string): Promise<string[]> {
  const canonical = canonicalAddress(address);
  if (isIP(canonical) !== 0) return [canonical];
  try {
    const found = await lookup(canonical, { all: true });
    return [...new Set(found.map((entry) => canonicalAddress(entry.address)))];
  } catch (error) {
    const evidence = [{ kind: 'dns', text: `${address}: ${(error as Error).message}` }];
    throw new FaultError(
      fault('probe-failed', 'the address of the endpoint could not be resolved', { evidence }),
    );
  }
}

export function listeningSockets(port: number): TcpListener[] {
  return socketTables().flatMap((table) => parseListeners(table, port));
}

/** The texts of /proc/net/tcp and tcp6. Fault: `probe-failed`. */
export function socketTables(): string[] {
  const v4 = readProc('/proc/net/tcp');
  const v6 = readProc('/proc/net/tcp6') ?? '';
  if (v4 === null)
    throw new FaultError(fault('probe-failed', 'the table of sockets (/proc/net/tcp) could not be read'));
  return [v4, v6];
}

function holders(sockets: readonly TcpListener[]): PortHolder[] {
  const owners = ownersOf(new Set(sockets.map((socket) => socket.inode)));
  return sockets.flatMap((socket) => {
    const found = owners.filter((owner) => owner.inode === socket.inode);
    return found.length > 0 ? found.map((owner) => ownedBy(socket, owner)) : [ownerUnknown(socket)];
  });
}

function ownedBy(socket: TcpListener, owner: SocketOwner): PortHolder {
  return { ...ownerUnknown(socket), pid: owner.pid, start_ticks: owner.start_ticks, command: owner.command };
}

function ownerUnknown(socket: TcpListener): PortHolder {
  return {
    pid: null,
    start_ticks: null,
    uid: socket.uid,
    user: userName(socket.uid),
    command: '',
    inode: socket.inode,
    address: socket.address,
  };
}
