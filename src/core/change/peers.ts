import { visible } from '../visible.ts';
import type { ConnectionFacts } from './observations.ts';

/** A client of the server: one process of this machine, or one address. */
export interface Peer {
  /** null: a process of this machine. */
  readonly address: string | null;
  readonly pid: number | null;
  readonly user: string | null;
  readonly command: string;
  readonly connections: number;
  /** How many of them carry a request, as far as can be seen; null: it cannot be seen. */
  readonly in_use: number | null;
}

/** Names that a message has room for. */
const MOST_NAMES = 4;
const LONGEST_COMMAND = 60;

/** What moved within this time is in use: an answer is sent token by token. */
export const STILL_MS = 10_000;

/**
 * Does the connection carry a request? null: it cannot be told from one that is only kept open. What waits to be taken,
 * what the server has not begun to answer, and what has moved just now are signs of one.
 */
export function isInUse(connection: ConnectionFacts, still_ms = STILL_MS): boolean | null {
  const { queued_bytes, idle_ms, unanswered } = connection;
  if (queued_bytes > 0 || unanswered === true) return true;
  return idle_ms === null ? null : idle_ms < still_ms;
}

/** The connections by whose they are; those of a process are together, as are those of an address elsewhere. */
export function peersOf(
  connections: readonly ConnectionFacts[],
  inUse: (connection: ConnectionFacts) => boolean | null = isInUse,
): readonly Peer[] {
  const groups = new Map<string, ConnectionFacts[]>();
  for (const connection of connections) {
    const { pid, local, address, user } = connection;
    const key = pid === null ? `${address} ${local ? user : ''}` : String(pid);
    groups.set(key, [...(groups.get(key) ?? []), connection]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const used = group.map(inUse);
    const known = used.filter((use) => use !== null);
    return [
      {
        address: first.pid === null ? visible(first.address) : null,
        pid: first.pid,
        user: first.user === null ? null : visible(first.user),
        command: visible(first.command),
        connections: group.length,
        in_use: known.length < used.length ? null : known.filter((use) => use).length,
      },
    ];
  });
}

/** `10.1.2.3`, `pid 812 (curl, user anna)`. */
export function nameOf({ address, pid, user, command }: Peer): string {
  const of = user === null ? '' : `user ${user}`;
  if (pid === null) return of === '' ? `${address}` : `${address} (${of}, pid unreadable)`;
  const program = command.split(' ')[0]?.split('/').at(-1) ?? '';
  return `pid ${pid} (${[program.slice(0, LONGEST_COMMAND), of].filter((word) => word !== '').join(', ')})`;
}

/** `, from 10.1.2.3 and from pid 812 (curl, user anna)`: those that carry requests, or all where none is seen to. */
export function namedIn(peers: readonly Peer[]): string {
  const asking = peers.filter((peer) => (peer.in_use ?? 0) > 0);
  const names = (asking.length > 0 ? asking : peers).map((peer) => `from ${nameOf(peer)}`);
  if (names.length === 0) return '';
  const shown = names.slice(0, MOST_NAMES);
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  const last = all.at(-1) ?? '';
  return `, ${all.length === 1 ? last : `${all.slice(0, -1).join(', ')} and ${last}`}`;
}

/** One line for each: what its connections do. */
export function describePeer(peer: Peer): string {
  const { connections, in_use, command } = peer;
  const many = `${connections} connection${connections === 1 ? '' : 's'}`;
  const use =
    in_use === null
      ? 'whether they carry a request cannot be seen'
      : in_use === 0
        ? 'kept open, no request on it'
        : in_use === connections
          ? 'in use'
          : `${in_use} in use, the others kept open`;
  const words = peer.pid === null || command === '' ? '' : `: ${command.slice(0, 200)}`;
  return `${nameOf(peer)}: ${many}, ${use}${words}`;
}
