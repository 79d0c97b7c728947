import type { PortHolder } from '../../ports/host.ts';
import { type Check, failed, ok, type Patient, unknown } from './check.ts';

const NAME = 'endpoint';

/** Is the port free, held by the service, or held by somebody else? */
export async function endpoint({ configuration, ports, present }: Patient): Promise<Check> {
  const { address, port } = configuration.endpoint;
  const at = `port ${port} of ${address}`;
  const state = await ports.host.port(address, port);
  const members = new Set(present.members.map((member) => member.pid));
  const strangers = state.listeners.filter((holder) => holder.pid === null || !members.has(holder.pid));
  if (strangers.length > 0) {
    return failed(
      NAME,
      `${at} is held by ${strangers.map(describe).join('; ')}`,
      'it is not part of the service and is left alone: stop it, or give the endpoint another port',
    );
  }
  if (new Set(state.listeners.map((holder) => holder.inode)).size > 1) {
    return failed(
      NAME,
      `${at} is shared by several sockets: answers come from any of them`,
      'start the server without port sharing',
    );
  }
  if (state.listeners.length > 0)
    return ok(NAME, `${at} is held by the service: ${state.listeners.map(describe).join('; ')}`);
  if (state.bind === 'held') {
    return failed(
      NAME,
      `${at} is bound by a socket that does not listen; its owner is in no table`,
      'find it with `ss -xap` or free the port',
    );
  }
  if (state.bind === 'unknown')
    return unknown(NAME, `${at} could not be tried: ${state.bind_error ?? 'no reason given'}`);
  return ok(NAME, `${at} is free`);
}

function describe({ pid, user, command }: PortHolder): string {
  return pid === null
    ? `a process of user ${user} whose pid cannot be read`
    : `pid ${pid} (user ${user}): ${command}`;
}
