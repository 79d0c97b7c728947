import type { Milliseconds } from '../../core/units.ts';
import type { Cancel, SimClient } from '../machine.ts';
import type { Socket } from './port-table.ts';

/** One connection as the table of sockets has it. */
export interface Connected extends SimClient {
  readonly socket: Socket;
  /** The client's own port. */
  readonly port: number;
  readonly since: Milliseconds;
}

const FIRST_PORT = 41_000;

/** Connections of others to the servers of the machine. They end with either of their two processes. */
export class ClientConnections {
  readonly #open = new Set<Connected>();
  #ports = FIRST_PORT;

  open(socket: Socket, client: SimClient, since: Milliseconds): Cancel {
    this.#ports += 2;
    const connected = { ...client, socket, port: this.#ports, since };
    this.#open.add(connected);
    return () => void this.#open.delete(connected);
  }

  /** `lives`: is this pid a living process? */
  to(sockets: readonly Socket[], lives: (pid: number) => boolean): readonly Connected[] {
    for (const connected of this.#open) {
      const gone = connected.pid !== null && !lives(connected.pid);
      if (gone || !connected.socket.owner.alive) this.#open.delete(connected);
    }
    return [...this.#open].filter(({ socket }) => sockets.includes(socket));
  }
}
