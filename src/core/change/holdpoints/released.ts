import { type Evidence, type Fault, fault } from '../../fault.ts';
import { faultOf, note, probe, value } from '../answers.ts';
import { describeHolder } from '../describe.ts';
import { describeObjects, memoryEvidence, notReturned } from '../not-returned.ts';
import type { DeviceFacts, PortFacts, ProcessFacts } from '../observations.ts';
import { portBound, portHeld } from '../port-faults.ts';
import {
  allBack,
  beginTrend,
  describeBack,
  describeReturning,
  follow,
  followBack,
  lastFall,
  type Needed,
  staysBack,
  type Trend,
} from '../returning.ts';
import { settleFloor } from '../settled-floor.ts';
import type { HoldPoint, Judgement, View } from '../types.ts';

/** A port that is bound and does not listen may be a dying process of ours for a moment, not longer. */
const BOUND_GRACE_MS = 10_000;

interface Local {
  readonly good: number;
  readonly devices: readonly DeviceFacts[];
  readonly trend: Trend;
  /** By device: since when its memory is back. */
  readonly back: Readonly<Record<string, number>>;
  readonly port: PortFacts | null;
  /** The stranger on the port whose parent is being asked for. */
  readonly stranger: number | null;
}

/** Hold point 4: on every device the memory is back, our pids are gone, and every port of the service is free. */
export const released: HoldPoint<Local> = {
  name: 'released',
  watches_life: false,
  applies: (view) => !view.facts.adopted,
  begin: (view) => ({
    good: 0,
    devices: [],
    trend: beginTrend(view.now),
    back: {},
    port: null,
    stranger: null,
  }),

  ask(view, local) {
    if (local.stranger !== null) return [probe('parent', 'host', 'process', local.stranger)];
    const { address, port } = view.input.endpoint;
    const old = [...(view.facts.present?.members ?? []), ...view.input.members];
    return [
      probe('devices', 'accelerator', 'read', old, view.facts.objects),
      probe('port', 'host', 'port', address, port),
    ];
  },

  judge(view, local, answers): Judgement<Local> {
    if (local.stranger !== null) return strange(view, local, value<ProcessFacts>(answers, 'parent'));
    const unreadable = faultOf(answers, 'devices') ?? faultOf(answers, 'port');
    // what cannot be read is not good either
    if (unreadable !== null) return { verdict: 'blind', local: { ...local, good: 0 }, fault: unreadable };
    const devices = value<readonly DeviceFacts[]>(answers, 'devices') ?? [];
    const port = value<PortFacts>(answers, 'port');
    const missing = view.facts.devices.find((device) => !devices.some((d) => d.id === device.id));
    if (missing !== undefined) {
      return {
        verdict: 'fail',
        fault: fault('device-missing', `device ${missing.id} is gone`, {
          evidence: memoryEvidence(devices, neededBy(view)),
          data: { device: missing.id, listed: devices.map((device) => device.id) },
        }),
      };
    }
    const trend = follow(local.trend, devices, view.now);
    const back = followBack(local.back, devices, neededBy(view), view.now);
    const seen: Local = { ...local, devices, port, trend, back };
    const holder = port?.listeners[0];
    if (holder !== undefined) return { verdict: 'on', local: { ...seen, stranger: holder.pid ?? -1 } };
    if (port !== null && port.bind !== 'free' && view.now - view.since >= BOUND_GRACE_MS) {
      return { verdict: 'fail', fault: portBound(port) };
    }
    const clean = port?.bind === 'free' && allBack(devices, neededBy(view));
    if (!clean) return { verdict: 'again', local: { ...seen, good: 0 } };
    const good = local.good + 1;
    if (!staysBack(devices, good)) return { verdict: 'again', local: { ...seen, good } };
    const { floor_given: given, floor_derived: derived } = view.input;
    const settled = settleFloor(devices, view.facts.floor, { given, derived });
    return {
      verdict: 'pass',
      facts: { devices, port, ...settled },
      evidence: [
        ...evidenceOf(view, devices, port),
        note('release', describeBack(devices, back, view.since)),
      ],
    };
  },

  deadline(view, local) {
    const { release_ms } = view.input.limits;
    if (view.input.goal.kind !== 'original') return view.since + release_ms;
    // the original must come back: while memory still returns, it is waited for up to five times as long
    return Math.min(view.since + 5 * release_ms, Math.max(view.since, lastFall(local.trend)) + release_ms);
  },

  late(view, local) {
    const held = notReturned(local.devices, neededBy(view), local.trend, view.now);
    if (held !== null) return held;
    return local.port === null
      ? fault('probe-hung', 'port and memory could not be read in time')
      : portBound(local.port);
  },

  waiting(view, local) {
    const memory = describeReturning(local.devices, neededBy(view), local.trend, view.now);
    return `memory and port to be given back (${memory})`;
  },
};

function neededBy(view: View): Needed {
  return { floor: view.facts.floor, peak_bytes: view.input.peak_bytes };
}

/** Where nothing ran before, a foreign server on the port is nobody's business: what was ours is gone. */
function strange(view: View, local: Local, process: ProcessFacts | null): Judgement<Local> {
  const found = strangerFault(view, local, process);
  const goal = view.input.goal;
  const nothingToStart = goal.kind === 'original' && goal.original.definition === null;
  if (!nothingToStart || found.name !== 'port-held' || !allBack(local.devices, neededBy(view))) {
    return { verdict: 'fail', fault: found };
  }
  const memory = memoryEvidence(local.devices, neededBy(view));
  return {
    verdict: 'pass',
    evidence: [
      ...memory,
      ...found.evidence,
      note('port', 'the port is held by a foreign process, which is left alone'),
    ],
  };
}

function strangerFault(view: View, local: Local, process: ProcessFacts | null): Fault {
  const port = local.port;
  const holder = port?.listeners[0];
  if (port === null || holder === undefined)
    return fault('probe-failed', 'the holder of the port could not be read');
  const evidence: Evidence[] = port.listeners.map((listener) => describeHolder(listener));
  const old = view.facts.present?.definition?.argv.join(' ') ?? null;
  if (process !== null && old !== null && process.argv.join(' ') === old) {
    const message = `pid ${process.ppid} started the server again as pid ${process.pid}`;
    return fault('respawned', message, { evidence, data: { parent: process.ppid, pid: process.pid } });
  }
  return portHeld(port, holder, evidence);
}

function evidenceOf(view: View, devices: readonly DeviceFacts[], port: PortFacts | null): Evidence[] {
  const left = devices.flatMap((device) => (device.shared ? device.objects : []));
  return [
    ...memoryEvidence(devices, neededBy(view)),
    ...(left.length === 0
      ? []
      : [note('memory', `left behind, with little in it: ${describeObjects(left)}`)]),
    note('port', `port ${port?.port}: no listener, trial bind free`),
  ];
}
