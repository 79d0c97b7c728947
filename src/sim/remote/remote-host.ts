import type { Host } from '../../ports/host.ts';
import type { Connection } from './connection.ts';
import { HOST_METHODS, type HostMethod } from './protocol.ts';

/** The simulated host of another process. Its methods are those of the port, asked through its socket. */
export function remoteHost(connection: Pick<Connection, 'call'>): Host {
  const names = Object.keys(HOST_METHODS) as HostMethod[];
  const methods = names.map((name) => [name, (...args: unknown[]) => connection.call(name, args)] as const);
  return {
    kind: 'local',
    simulated: true,
    ...(Object.fromEntries(methods) as unknown as Pick<Host, HostMethod>),
  };
}
