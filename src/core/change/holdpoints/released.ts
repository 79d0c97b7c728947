import { type Evidence, type Fault, fault } from '../../fault.ts';
import { MiB } from '../../units.ts';
import { faultOf, note, probe, value } from '../answers.ts';
import { describeBytes, describeHolder } from '../describe.ts';
import type { DeviceFacts, PortFacts, ProcessFacts } from '../observations.ts';
import type { HoldPoint, Judgement, View } from '../types.ts';
import { portBound, portHeld } from './observed.ts';

/** Probes in a row that must be good: one low reading of a device that is still draining is no release. */
const IN_A_ROW = 3;
/** A port that is bound and does not listen may be a dying process of ours for a moment, not longer. */
const BOUND_GRACE_MS = 10_000;

interface Local {
  readonly good: number;
  readonly devices: readonly DeviceFacts[];
  readonly used_before: number | null;
  readonly falling_at: number;
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
    used_before: null,
    falling_at: view.now,
    port: null,
    stranger: null,
  }),

  ask(view, local) {
    if (local.stranger !== null) return [probe('parent', 'host', 'process', local.stranger)];
    const { address, port } = view.input.endpoint;
    return [
      probe('devices', 'accelerator', 'read', [], view.facts.objects),
      probe('port', 'host', 'port', address, port),
    ];
  },

  judge(view, local, answers): Judgement<Local> {
    if (local.stranger !== null) return strange(view, local, value<ProcessFacts>(answers, 'parent'));
    const unreadable = faultOf(answers, 'devices') ?? faultOf(answers, 'port');
    if (unreadable !== null) return { verdict: 'fail', fault: unreadable };
    const devices = value<readonly DeviceFacts[]>(answers, 'devices') ?? [];
    const port = value<PortFacts>(answers, 'port');
    const missing = view.facts.devices.find((device) => !devices.some((d) => d.id === device.id));
    if (missing !== undefined) {
      return {
        verdict: 'fail',
        fault: fault('device-missing', `device ${missing.id} is gone`, { data: { device: missing.id } }),
      };
    }
    const used = devices.reduce((sum, device) => sum + (device.used_bytes ?? 0), 0);
    const falling = local.used_before !== null && used < local.used_before - 16 * MiB;
    const seen: Local = {
      ...local,
      devices,
      port,
      used_before: used,
      falling_at: falling ? view.now : local.falling_at,
    };
    const holder = port?.listeners[0];
    if (holder !== undefined) return { verdict: 'on', local: { ...seen, stranger: holder.pid ?? -1 } };
    if (port !== null && port.bind !== 'free' && view.now - view.since >= BOUND_GRACE_MS) {
      return { verdict: 'fail', fault: portBound(port) };
    }
    const clean = port?.bind === 'free' && devices.every((device) => isBack(view, device));
    if (!clean) return { verdict: 'again', local: { ...seen, good: 0 } };
    const good = local.good + 1;
    const needed = devices.every((device) => device.shared) ? 1 : IN_A_ROW;
    if (good < needed) return { verdict: 'again', local: { ...seen, good } };
    return { verdict: 'pass', facts: { devices, port }, evidence: evidenceOf(view, devices, port) };
  },

  deadline(view, local) {
    const { release_ms } = view.input.limits;
    if (view.input.goal.kind !== 'original') return view.since + release_ms;
    // the original must come back: while memory still returns, it is waited for up to five times as long
    return Math.min(view.since + 5 * release_ms, Math.max(view.since, local.falling_at) + release_ms);
  },

  late(view, local) {
    const held = local.devices.find((device) => !isBack(view, device));
    if (held === undefined) {
      return local.port === null
        ? fault('probe-hung', 'port and memory could not be read in time')
        : portBound(local.port);
    }
    const foreign = held.holders.filter((holder) => !holder.ours);
    const evidence = held.holders.map((h) =>
      note('holder', `pid ${h.pid}, user ${h.user}: ${h.command} (${describeBytes(h.used_bytes)})`),
    );
    const data = {
      device: held.id,
      used: held.used_bytes,
      floor: view.facts.floor[held.id] ?? null,
      holders: held.holders,
      objects: held.objects,
    };
    if (held.used_bytes === null)
      return fault('memory-unknown', `device ${held.id} does not say how much memory is in use`, { data });
    if (!held.shared && foreign.length > 0) {
      return fault('memory-held-by-foreign', `device ${held.id}: memory is held by pid ${foreign[0]?.pid}`, {
        data,
        evidence,
      });
    }
    const trend = view.now - local.falling_at < 10_000 ? 'still falling' : 'not falling';
    const message = `device ${held.id}: ${describeBytes(held.used_bytes)} in use, ${trend}`;
    return fault('memory-not-released', message, { data: { ...data, trend }, evidence });
  },

  waiting(_view, local) {
    const device = local.devices[0];
    const memory = device === undefined ? 'memory is read' : `${describeBytes(device.free_bytes)} free`;
    return `memory and port to be given back (${memory})`;
  },
};

function isBack(view: View, device: DeviceFacts): boolean {
  if (device.objects.length > 0) return false;
  if (device.shared) {
    const peak = view.input.peak_bytes;
    return device.free_bytes !== null && (peak === null || device.free_bytes >= peak);
  }
  const floor = view.facts.floor[device.id];
  if (floor === undefined || device.used_bytes === null || device.total_bytes === null) return false;
  const tolerance = Math.max(256 * MiB, device.total_bytes / 100);
  return device.used_bytes <= floor + tolerance && !device.holders.some((holder) => holder.ours);
}

/** Where nothing ran before, a foreign server on the port is nobody's business: what was ours is gone. */
function strange(view: View, local: Local, process: ProcessFacts | null): Judgement<Local> {
  const found = strangerFault(view, local, process);
  const goal = view.input.goal;
  const nothingToStart = goal.kind === 'original' && goal.original.definition === null;
  if (
    !nothingToStart ||
    found.name !== 'port-held' ||
    !local.devices.every((device) => isBack(view, device))
  ) {
    return { verdict: 'fail', fault: found };
  }
  const memory = evidenceOf(view, local.devices, local.port).filter((line) => line.kind === 'memory');
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
  const lines = devices.map((device) => {
    if (!device.shared) {
      return note(
        'memory',
        `${device.id}: ${describeBytes(device.used_bytes)} in use, floor ${describeBytes(view.facts.floor[device.id] ?? null)}`,
      );
    }
    const peak = view.input.peak_bytes;
    const need =
      peak === null
        ? 'no earlier start tells how much is needed'
        : `earlier starts needed ${describeBytes(peak)}`;
    return note('memory', `${device.id}: ${describeBytes(device.free_bytes)} free, ${need}`);
  });
  return [...lines, note('port', `port ${port?.port}: no listener, trial bind free`)];
}
