import { type Floor, findFloor } from '../core/change/floor.ts';
import { isHeldBy } from '../core/change/held-by.ts';
import type { Configuration, ServiceConfiguration } from '../core/config/configuration.ts';
import { FaultError, fault } from '../core/fault.ts';
import { type Bytes, GiB } from '../core/units.ts';
import { type DeviceReading, HOST_DEVICE } from '../ports/accelerator.ts';
import type { Ports } from './ports.ts';
import type { Token } from './token.ts';

/**
 * Witnesses the present: who runs, with which members and memory. Nothing is touched. `given`: the floor of every
 * device, or of some; where neither it nor the present tells a floor, the token has none.
 */
export async function mark(
  ports: Ports,
  target: Pick<Configuration, 'service' | 'endpoint' | 'accelerator'>,
  given: Bytes | Floor,
): Promise<Token> {
  const { endpoint } = target;
  const { clock, supervisor, accelerator, host } = ports;
  const [present, port] = await Promise.all([
    supervisor.present(),
    host.port(endpoint.address, endpoint.port),
  ]);
  const foreign = port.listeners.find((holder) => !isHeldBy(holder, present.members));
  if (foreign !== undefined) {
    const message = `port ${endpoint.port} is held by pid ${foreign.pid ?? 'unknown'} (user ${foreign.user}), which is not part of what was named`;
    throw new FaultError(
      fault('foreign-holder', message, {
        data: { pid: foreign.pid, user: foreign.user, command: foreign.command },
      }),
    );
  }
  const devices = await accelerator.read(present.members, []);
  // the memory of the host is everybody's and has no name to be found again by
  const named = devices.map(({ id }) => id).filter((id) => id !== HOST_DEVICE);
  return {
    v: 1,
    service: foundAgain(target.service, endpoint.port),
    endpoint,
    engine: ports.engine_definition.name,
    devices: named.length > 0 ? named : target.accelerator.devices,
    generation: present.generation,
    members: present.members.map(({ command: _, ...member }) => member),
    objects: devices.flatMap((device) => device.objects.map(({ name }) => name)),
    floor: floorsOf(devices, present.generation !== null, given),
    at: new Date(clock.wall()).toISOString(),
  };
}

/** A pid names only this one life, and a command of a configuration stays there: what comes next has the port. */
function foundAgain(service: ServiceConfiguration, port: number): Token['service'] {
  return service.kind === 'systemd' ? service : { kind: 'process-adopted', adopt: { port } };
}

/** More than any driver keeps for itself: where nothing runs, it is what a dead server has not given back yet. */
const LARGEST_IDLE = GiB;

function floorsOf(devices: readonly DeviceReading[], running: boolean, given: Bytes | Floor): Floor {
  if (typeof given === 'number') return Object.fromEntries(devices.map(({ id }) => [id, given]));
  const telling = devices.filter(
    ({ id, used_bytes }) => running || given[id] !== undefined || (used_bytes ?? 0) <= LARGEST_IDLE,
  );
  const found = telling.map((device) => findFloor([device], running, given));
  return Object.assign({}, ...found.map((each) => ('floor' in each ? each.floor : {})));
}
