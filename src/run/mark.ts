import type { Endpoint } from '../core/config/configuration.ts';
import { FaultError, fault } from '../core/fault.ts';
import type { Ports } from './ports.ts';
import type { Token } from './token.ts';

/** Witnesses the present: who runs, with which members and memory. Nothing is touched. */
export async function mark(ports: Ports, endpoint: Pick<Endpoint, 'address' | 'port'>): Promise<Token> {
  const { clock, supervisor, accelerator, host } = ports;
  const [present, port] = await Promise.all([
    supervisor.present(),
    host.port(endpoint.address, endpoint.port),
  ]);
  const mine = new Set(present.members.map((member) => member.pid));
  const foreign = port.listeners.find((holder) => holder.pid === null || !mine.has(holder.pid));
  if (foreign !== undefined) {
    const message = `port ${endpoint.port} is held by pid ${foreign.pid ?? 'unknown'} (user ${foreign.user}), which is not part of what was named`;
    throw new FaultError(
      fault('foreign-holder', message, {
        data: { pid: foreign.pid, user: foreign.user, command: foreign.command },
      }),
    );
  }
  const devices = await accelerator.read(present.members, []);
  return {
    v: 1,
    address: endpoint.address,
    port: endpoint.port,
    engine: ports.engine_definition.name,
    generation: present.generation,
    members: present.members,
    objects: devices.flatMap((device) => device.objects),
    floor: {},
    at: new Date(clock.wall()).toISOString(),
  };
}
