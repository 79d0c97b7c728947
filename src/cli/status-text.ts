import { describeBytes } from '../core/change/describe.ts';
import { describePeer } from '../core/change/peers.ts';
import type { StatusDocument } from '../core/documents/status.ts';
import { visible } from '../core/visible.ts';
import type { Paint } from '../report/paint.ts';
import { labelled } from '../tui/labelled.ts';

/** The state of a service for a reader, at most `width` columns wide. */
export function statusText(status: StatusDocument, width: number, paint: Paint): string[] {
  const ink = status.ready ? paint.good : status.phase === 'failed' ? paint.bad : paint.strong;
  const rows: readonly (readonly [string, string | null])[] = [
    ['generation', generation(status)],
    ['listener', listener(status)],
    ...status.devices.map((device) => ['memory', memory(device)] as const),
    ...Object.entries(status.effective).map(
      ([name, value]) => [visible(name), visible(JSON.stringify(value))] as const,
    ),
    ...status.differs.map(
      ({ where, wanted, got }) =>
        ['differs', `${visible(where)}: wanted ${visible(wanted)}, got ${visible(got)}`] as const,
    ),
    ['promoted', promoted(status)],
    ['traffic', traffic(status)],
    ['sweep', sweep(status)],
    ['lock', status.lock === null ? null : `pid ${status.lock.pid}, run ${visible(status.lock.run)}`],
  ];
  return [
    `${visible(status.service)}: ${ink(status.phase)}${status.ready ? ', ready' : ''}`,
    ...rows.flatMap(([label, text]) => (text === null ? [] : labelled(label, text, width, paint))),
  ];
}

function generation({ generation: g, started_by_holdpoint: ours }: StatusDocument): string {
  if (g === null) return 'nothing of this service runs';
  const named = g.id === '' ? '' : `, ${g.kind === 'systemd' ? 'invocation' : 'id'} ${visible(g.id)}`;
  return `pid ${g.pid}${named}, ${ours ? '' : 'not '}started by Holdpoint`;
}

function listener({ listener: l }: StatusDocument): string {
  if (l === null) return 'nobody listens';
  return `pid ${l.pid ?? 'unreadable'} (user ${visible(l.user)}: ${visible(l.command)}), ${l.ours ? 'part of the service' : 'NOT part of the service'}`;
}

function memory({ name, used_bytes, total_bytes, holders }: StatusDocument['devices'][number]): string {
  const held = holders
    .map(({ pid, user, ours }) => `pid ${pid} (${ours ? 'ours' : `user ${visible(user)}`})`)
    .join(', ');
  return `${visible(name)}: ${describeBytes(used_bytes)} used of ${describeBytes(total_bytes)}${held === '' ? '' : `; held by ${held}`}`;
}

function promoted({ promoted: p }: StatusDocument): string | null {
  return p === null ? null : `setting ${visible(p.trial)} of run ${visible(p.run)}, by ${visible(p.file)}`;
}

function traffic({ traffic: t }: StatusDocument): string {
  if (t === null) return 'unknown';
  const counted =
    t.running === null
      ? 'not counted by the engine'
      : `${t.running} running, ${t.waiting ?? 'unknown'} waiting`;
  if (t.peers === null) return `${counted}; who is connected cannot be read`;
  if (t.peers.length === 0) return `${counted}; nobody else is connected`;
  return `${counted}; connected: ${t.peers.map((peer) => visible(describePeer(peer))).join('; ')}`;
}

function sweep({ sweep: s }: StatusDocument): string | null {
  if (s === null) return null;
  const trial = s.trial === null ? '' : `, setting ${visible(s.trial)}`;
  const point = s.waiting_for === null ? '' : `, waiting for ${visible(s.waiting_for)}`;
  return `${visible(s.id)}: ${s.of} settings${trial}${point}`;
}
