import { type Evidence, type Fault, fault } from '../fault.ts';
import type { Milliseconds } from '../units.ts';
import { note, probe, value } from './answers.ts';
import type { ConnectionFacts, TrafficFacts } from './observations.ts';
import { describePeer, isInUse, namedIn, type Peer, peersOf } from './peers.ts';
import type { Answers, Ask, ChangeInput, View } from './types.ts';

/** What was seen of others' requests, over all looks so far. */
export interface Seen {
  /** By the engine's own counters; null: it has none, or they cannot be read. */
  readonly traffic: TrafficFacts | null;
  /** By the table of sockets; null: it cannot be read. */
  readonly connections: readonly ConnectionFacts[] | null;
  /** Keys of connections that came or carried something at any look. */
  readonly moved: ReadonlySet<string>;
  /** A connection that was there has gone: a request may have ended with it. */
  readonly went: boolean;
  readonly looks: number;
}

export const UNSEEN: Seen = { traffic: null, connections: null, moved: new Set(), went: false, looks: 0 };

/** One look: what the engine counts, and who is connected. */
export function askTraffic({ endpoint: { address, port } }: Pick<ChangeInput, 'endpoint'>): readonly Ask[] {
  return [probe('traffic', 'engine', 'traffic'), probe('connections', 'host', 'connections', address, port)];
}

export function seenIn(before: Seen, answers: Answers): Seen {
  const traffic = value<TrafficFacts>(answers, 'traffic');
  return see(before, traffic, value<readonly ConnectionFacts[]>(answers, 'connections'));
}

export function see(
  before: Seen,
  traffic: TrafficFacts | null,
  connections: readonly ConnectionFacts[] | null,
): Seen {
  if (connections === null) return { ...before, traffic, connections, looks: before.looks + 1 };
  const earlier = before.connections ?? [];
  const known = new Set(earlier.map(keyOf));
  const now = new Set(connections.map(keyOf));
  const moving = connections.filter(
    (each) => isInUse(each) === true || (before.connections !== null && !known.has(keyOf(each))),
  );
  // one that was only kept open may close without having carried anything
  const went = earlier.some((each) => !now.has(keyOf(each)) && isInUse(each) !== false);
  return {
    traffic,
    connections,
    moved: new Set([...before.moved, ...moving.map(keyOf)]),
    went: before.went || went,
    looks: before.looks + 1,
  };
}

function keyOf({ address, port }: ConnectionFacts): string {
  return `${address} ${port}`;
}

/**
 * Are requests of others in flight? The engine's counters decide where they are whole: a connection may be kept open
 * without a request on it, and a probe of a monitor is none. Without them the connections are the only sign: what moves
 * is a request, none at all is none, and what stands still without a word about it is `unknown`.
 */
export function inFlight({ traffic, connections, moved, went }: Seen): 'none' | 'some' | 'unknown' {
  if (traffic !== null) {
    if (traffic.running + (traffic.waiting ?? 0) > 0) return 'some';
    if (traffic.waiting !== null) return 'none';
  }
  if (connections === null) return 'unknown';
  if (moved.size > 0 || went) return 'some';
  return connections.every((each) => isInUse(each) === false) ? 'none' : 'unknown';
}

/** Requests by the engine's counters; null: it does not say. */
export function countOf({ traffic }: Pick<Seen, 'traffic'>): number | null {
  return traffic === null ? null : traffic.running + (traffic.waiting ?? 0);
}

export function peersSeen({ connections, moved }: Seen): readonly Peer[] {
  return peersOf(connections ?? [], (each) => (moved.has(keyOf(each)) ? true : isInUse(each)));
}

/** `2 requests of others in flight, from 10.1.2.3`. */
export function inWords(seen: Seen): string {
  const count = countOf(seen);
  const from = namedIn(peersSeen(seen));
  if (count !== null && count > 0)
    return `${count} request${count === 1 ? '' : 's'} of others in flight${from}`;
  return `connections of others carry data, and the engine does not say how many requests are in flight${from}`;
}

export function busy(seen: Seen): Fault {
  const { traffic } = seen;
  return fault('busy', inWords(seen), {
    data: {
      running: traffic?.running ?? null,
      waiting: traffic?.waiting ?? null,
      source: traffic?.source ?? null,
      peers: peersSeen(seen),
    },
    evidence: trafficEvidence(seen),
  });
}

/** What the counters say, who is connected, and in words what is not known. */
export function trafficEvidence(seen: Seen): readonly Evidence[] {
  const { traffic, connections } = seen;
  const counted =
    traffic === null
      ? 'the engine does not say how many requests are in flight'
      : `${traffic.source}: running ${traffic.running}, waiting ${traffic.waiting ?? 'unknown'}`;
  const lines = [note('traffic', counted)];
  if (connections === null) lines.push(note('traffic', 'who is connected to the port could not be read'));
  else if (connections.length === 0) lines.push(note('peer', 'nobody else is connected to the port'));
  for (const peer of peersSeen(seen)) lines.push(note('peer', describePeer(peer)));
  if (seen.went) lines.push(note('peer', 'a connection that was there has ended meanwhile'));
  if (inFlight(seen) === 'unknown')
    lines.push(note('traffic', 'traffic unknown: whether others wait for an answer could not be seen'));
  return lines;
}

/**
 * The looks before a stop. The long one, before the first stop of a generation that Holdpoint did not start, is at all who
 * come in its time. The last one, right before a later stop of such a generation, only needs a moment at which nobody
 * waits. Who is let go on by a drain hook or under traffic is looked at all the same.
 */
export function watchBefore(
  { input, now }: Pick<View, 'input' | 'now'>,
  seen: Seen,
  until: Milliseconds,
): 'busy' | 'over' | { readonly seen: Seen } {
  const others = inFlight(seen);
  const goes_on = input.under_traffic || input.has_drain_hook;
  const late = now >= until;
  if (input.watch_traffic) {
    if (others === 'some' && !goes_on) return 'busy';
    return late ? 'over' : { seen };
  }
  if (others === 'none' || goes_on) return 'over';
  if (late) return others === 'some' ? 'busy' : 'over';
  return { seen: stillOpen(seen) };
}

/** What moved before is over: only what is open, or moves from now on, counts. */
export function stillOpen(seen: Seen): Seen {
  return { ...seen, moved: new Set(), went: false };
}
