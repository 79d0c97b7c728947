import { type Evidence, fault } from '../../fault.ts';
import type { Member } from '../../generation.ts';
import { faultOf, note, probe, value } from '../answers.ts';
import { describeGeneration, describeHolder } from '../describe.ts';
import { isHeldBy } from '../held-by.ts';
import type { LifeFacts, PortFacts } from '../observations.ts';
import type { HoldPoint, Judgement, Listener, View } from '../types.ts';

/** A listener may be between two sockets for a moment after it said that it is ready. */
const GRACE_MS = 10_000;

/** Hold point 7: whoever listens on the port belongs to the new generation. */
export const identified: HoldPoint<null> = {
  name: 'identified',
  watches_life: true,
  applies: () => true,
  begin: () => null,

  ask(view) {
    const { address, port } = view.input.endpoint;
    return [
      probe('port', 'host', 'port', address, port),
      probe('life', 'supervisor', 'life', view.facts.generation),
    ];
  },

  judge(view, _local, answers): Judgement<null> {
    const unreadable = faultOf(answers, 'port') ?? faultOf(answers, 'life');
    if (unreadable !== null) return { verdict: 'blind', local: null, fault: unreadable };
    const port = value<PortFacts>(answers, 'port');
    const life = value<LifeFacts>(answers, 'life');
    if (port === null || life === null || port.listeners.length === 0)
      return { verdict: 'again', local: null };
    const who = listenerOf(port, life);
    if (typeof who === 'object' && 'name' in who) return { verdict: 'fail', fault: who };
    const generation = view.facts.generation;
    const evidence: Evidence[] = port.listeners.map((listener) => describeHolder(listener));
    if (generation !== null)
      evidence.push(note('generation', `pid ${who.pid} is a member of ${describeGeneration(generation)}`));
    return { verdict: 'pass', facts: { listener: who, life, port }, evidence };
  },

  deadline: (view) => view.since + GRACE_MS,
  late: (view) => nobody(view),
  waiting: () => 'the owner of the port to be identified',
};

/** The one listener that belongs to the members, or the fault that says why there is none. */
export function listenerOf(
  port: PortFacts,
  life: { readonly members: readonly Pick<Member, 'pid' | 'start_ticks'>[] },
): Listener | ReturnType<typeof fault> {
  const evidence = port.listeners.map((listener) => describeHolder(listener));
  const isOurs = (l: PortFacts['listeners'][number]) => isHeldBy(l, life.members);
  const ours = port.listeners.filter(isOurs);
  const strangers = port.listeners.filter((l) => !isOurs(l) && !ours.some((o) => o.inode === l.inode));
  const stranger = strangers[0];
  if (stranger !== undefined && ours.length > 0) {
    const message = `port ${port.port} is shared with pid ${stranger.pid ?? 'unknown'}: answers come from either server`;
    return fault('ambiguous-listener', message, { evidence, data: { listeners: port.listeners } });
  }
  if (stranger !== undefined && stranger.pid === null) {
    return fault('identity-unknown', `the owner of the listener on port ${port.port} cannot be read`, {
      evidence,
    });
  }
  if (stranger !== undefined) {
    const message = `pid ${stranger.pid} (user ${stranger.user}) answers on port ${port.port}, not the new server: ${stranger.command}`;
    return fault('wrong-listener', message, {
      evidence,
      data: { pid: stranger.pid, command: stranger.command },
    });
  }
  const first = ours[0];
  if (first?.pid == null)
    return fault('identity-unknown', `nobody listens on port ${port.port}`, { evidence });
  return { pid: first.pid, inode: first.inode };
}

function nobody(view: View) {
  return fault(
    'identity-unknown',
    `nobody listens on port ${view.input.endpoint.port} although the server says that it is ready`,
  );
}
