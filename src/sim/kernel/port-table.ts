import type { HttpHandler, ListenOptions } from '../machine.ts';
import { meets } from './addresses.ts';
import type { SimProcess } from './process.ts';

export interface Socket {
  readonly inode: string;
  readonly address: string;
  readonly port: number;
  readonly owner: SimProcess;
  readonly handler: HttpHandler;
  /** False: bound only. */
  readonly listens: boolean;
  readonly reuse_port: boolean;
}

const FIRST_INODE = 31_000;

/** Sockets of the machine that are bound to a port. */
export class PortTable {
  readonly #sockets = new Map<number, Socket[]>();
  readonly #changed: () => void;
  #inodes = FIRST_INODE;

  /** `changed` is told when a socket comes or goes. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** null: EADDRINUSE. As on Linux, a wildcard and an address of the same port exclude each other. */
  bind(owner: SimProcess, port: number, handler: HttpHandler, options: ListenOptions): Socket | null {
    const { address = '0.0.0.0', bound_only = false, reuse_port = false } = options;
    const there = this.at(address, port);
    if (there.some((socket) => !(reuse_port && socket.reuse_port && socket.owner.uid === owner.uid)))
      return null;
    this.#inodes += 7;
    const inode = String(this.#inodes);
    const socket = { inode, address, port, owner, handler, listens: !bound_only, reuse_port };
    this.#sockets.set(port, [...(this.#sockets.get(port) ?? []), socket]);
    this.#changed();
    return socket;
  }

  close(socket: Socket): void {
    this.#keep(socket.port, (other) => other !== socket);
  }

  closeAll(owner: SimProcess): void {
    for (const port of this.#sockets.keys()) this.#keep(port, (socket) => socket.owner !== owner);
  }

  /** What a client or a new listener of that address meets. */
  at(address: string, port: number): readonly Socket[] {
    return (this.#sockets.get(port) ?? []).filter((socket) => meets(socket.address, address));
  }

  /** Every listening socket, for those who open the same ports on a real machine. */
  listening(): readonly Socket[] {
    return [...this.#sockets.values()].flat().filter((socket) => socket.listens);
  }

  #keep(port: number, stays: (socket: Socket) => boolean): void {
    const left = (this.#sockets.get(port) ?? []).filter(stays);
    if (left.length === this.#sockets.get(port)?.length) return;
    if (left.length === 0) this.#sockets.delete(port);
    else this.#sockets.set(port, left);
    this.#changed();
  }
}
