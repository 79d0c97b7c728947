import { type Evidence, type Fault, fault } from '../fault.ts';
import { note } from './answers.ts';
import { isHeldBy } from './held-by.ts';
import type { PortFacts, PresentFacts } from './observations.ts';

type Holder = PortFacts['listeners'][number];

/** Who listens on the port and is no process of what was found running. */
export function strangersOn(port: PortFacts, present: Pick<PresentFacts, 'members'>): readonly Holder[] {
  return port.listeners.filter((holder) => !isHeldBy(holder, present.members));
}

export function portHeld(port: PortFacts, holder: Holder, evidence: readonly Evidence[]): Fault {
  const who = holder.pid === null ? 'a process whose pid cannot be read' : `pid ${holder.pid}`;
  const message = `port ${port.port} is held by ${who} (user ${holder.user}): ${holder.command || 'command unreadable'}`;
  return fault('port-held', message, {
    evidence,
    data: { pid: holder.pid, user: holder.user, command: holder.command },
  });
}

export function portBound(port: PortFacts): Fault {
  const why =
    port.bind === 'held'
      ? 'is bound by a process that does not listen, so its pid is unknown'
      : `could not be tried: ${port.bind_error ?? 'unknown'}`;
  return fault('port-held', `port ${port.port} ${why}`, {
    evidence: [note('port', `trial bind of port ${port.port}: ${port.bind_error ?? port.bind}`)],
    data: { pid: null, user: null, command: null },
  });
}
