import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { FaultError, fault } from '../../core/fault.ts';
import { shownCommand } from '../../core/shown-command.ts';
import type { PortHolder, PortState } from '../../ports/host.ts';
import { answersAt, canonicalAddress, parseListeners, type TcpListener } from './proc-net.ts';
import { linkProc, listProc, readProc } from './proc-read.ts';
import { pids, readProcess } from './process-table.ts';
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

async function addressesOf(address: string): Promise<string[]> {
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

function listeningSockets(port: number): TcpListener[] {
  const v4 = readProc('/proc/net/tcp');
  const v6 = readProc('/proc/net/tcp6') ?? '';
  if (v4 === null)
    throw new FaultError(fault('probe-failed', 'the table of sockets (/proc/net/tcp) could not be read'));
  return [...parseListeners(v4, port), ...parseListeners(v6, port)];
}

function holders(sockets: readonly TcpListener[]): PortHolder[] {
  const owners = ownersOf(new Set(sockets.map((socket) => socket.inode)));
  return sockets.flatMap((socket) => {
    const found = owners.filter((owner) => owner.inode === socket.inode);
    return found.length > 0 ? found.map((owner) => ownedBy(socket, owner)) : [ownerUnknown(socket)];
  });
}

interface Owner {
  readonly inode: string;
  readonly pid: number;
  readonly start_ticks: number;
  readonly command: string;
}

/** Which processes have the sockets open. Forked workers share one socket, so one inode may have several owners. */
function ownersOf(inodes: ReadonlySet<string>): Owner[] {
  return pids().flatMap((pid) => {
    const opened = socketsOf(pid).filter((socket) => inodes.has(socket.inode));
    return [...new Map(opened.map((socket) => [socket.inode, socket])).values()].flatMap((socket) => {
      const row = readProcess(pid);
      // Seen before and after the start ticks were read: the ticks are those of the process with the socket.
      const again = linkProc(`/proc/${pid}/fd/${socket.fd}`);
      if (row === null || again !== `socket:[${socket.inode}]`) return [];
      return [{ inode: socket.inode, pid, start_ticks: row.start_ticks, command: shownCommand(row.argv) }];
    });
  });
}

function socketsOf(pid: number): { readonly fd: string; readonly inode: string }[] {
  return (listProc(`/proc/${pid}/fd`) ?? []).flatMap((fd) => {
    const inode = /^socket:\[(\d+)\]$/.exec(linkProc(`/proc/${pid}/fd/${fd}`) ?? '')?.[1];
    return inode === undefined ? [] : [{ fd, inode }];
  });
}

function ownedBy(socket: TcpListener, owner: Owner): PortHolder {
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
