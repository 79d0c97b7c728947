import type { ClientConnection } from '../../ports/host.ts';
import { addressesOf, listeningSockets, socketTables } from './ports.ts';
import { answersAt, parseConnections, type TcpConnection } from './proc-net.ts';
import { connectionKey, readActivity } from './socket-activity.ts';
import { ownersOf, type SocketOwner } from './socket-owners.ts';
import { userName } from './users.ts';

/**
 * Connections to the server at this address and port, but for those of this process. A server that listens at another
 * address under the same port is another one; where nobody listens any more, all that are still open count.
 */
export async function readConnections(address: string, port: number): Promise<ClientConnection[]> {
  const clients = await addressesOf(address);
  const listeners = listeningSockets(port).filter((socket) =>
    clients.some((client) => answersAt(socket.address, client)),
  );
  const ends = socketTables().flatMap((table) => parseConnections(table, port));
  const atServer = ends.filter(
    ({ local }) =>
      local.port === port &&
      (listeners.length === 0 || listeners.some((socket) => answersAt(socket.address, local.address))),
  );
  if (atServer.length === 0) return [];
  const clientEnds = new Map(ends.map((end) => [connectionKey(end.local, end.remote), end]));
  const pairs = atServer.map((server) => ({
    server,
    client: clientEnds.get(connectionKey(server.remote, server.local)) ?? null,
  }));
  const owners = ownersOf(new Set(pairs.flatMap(({ client }) => client?.inode ?? [])));
  const activity = await readActivity(port);
  return pairs.flatMap(({ server, client }) => {
    const by = owners.filter((owner) => owner.inode === client?.inode);
    if (by.some((owner) => owner.pid === process.pid)) return [];
    const known = activity.get(connectionKey(server.local, server.remote));
    return [
      {
        ...server.remote,
        ...whose(client, by[0]),
        queued_bytes: server.queued_bytes + (client?.queued_bytes ?? 0),
        idle_ms: known?.idle_ms ?? null,
        unanswered: known?.unanswered ?? null,
      },
    ];
  });
}

function whose(
  client: TcpConnection | null,
  owner: SocketOwner | undefined,
): Pick<ClientConnection, 'local' | 'pid' | 'user' | 'command'> {
  return {
    local: client !== null,
    pid: owner?.pid ?? null,
    user: client === null ? null : userName(client.uid),
    command: owner?.command ?? '',
  };
}
