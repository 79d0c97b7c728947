import { isHeldBy } from '../core/change/held-by.ts';
import { peersOf } from '../core/change/peers.ts';
import type { Configuration } from '../core/config/configuration.ts';
import type { StatusDocument } from '../core/documents/status.ts';
import { FaultError } from '../core/fault.ts';
import { secretsOf } from '../core/plan/secrets-of.ts';
import { redactor } from '../core/secrets.ts';
import { replay } from '../core/sweep/replay.ts';
import { visible } from '../core/visible.ts';
import type { Traffic } from '../ports/engine.ts';
import type { ClientConnection, PortHolder } from '../ports/host.ts';
import type { Present } from '../ports/supervisor.ts';
import type { StoredRun } from './api.ts';
import { followEarlier } from './earlier.ts';
import type { Ports } from './ports.ts';
import { serviceKey } from './service-key.ts';

/** Looks at a service without touching it; no secret of its command, or of ours, is in what is said. */
export async function readStatus(
  configuration: Configuration,
  ports: Ports,
  runsDir: string,
): Promise<StatusDocument> {
  await followEarlier(configuration, runsDir, ports);
  const { address, port } = configuration.endpoint;
  const [present, owners] = await Promise.all([ports.supervisor.present(), ports.host.port(address, port)]);
  const foreign = owners.listeners.find((each) => !isHeldBy(each, present.members));
  const holder = foreign ?? owners.listeners[0] ?? null;
  const mine = holder !== null && foreign === undefined;
  ports.credentials.witnessed = mine;
  const [state, traffic, connections, devices] = await Promise.all([
    holder === null ? null : ports.engine.state(),
    mine ? ports.engine.traffic() : null,
    mine ? ports.host.connections(address, port).catch(() => null) : null,
    ports.accelerator.read(present.members, []),
  ]);
  const key = serviceKey(configuration);
  const lock = await ports.lock.holder(key);
  const definitions = present.definition === null ? [] : secretsOf(present.definition);
  const document: StatusDocument = {
    service: key,
    generation: present.generation,
    started_by_holdpoint: present.generation === null ? null : present.ours,
    phase: phaseOf(present, holder, mine, state?.answer ?? null),
    ready: mine && state?.answer === 'ready',
    listener:
      holder === null
        ? null
        : { pid: holder.pid, user: holder.user, command: visible(holder.command), ours: mine },
    devices: devices.map((d) => ({
      id: d.id,
      name: d.name,
      used_bytes: d.used_bytes,
      total_bytes: d.total_bytes,
      floor_bytes: configuration.accelerator.floor[d.id] ?? null,
      holders: d.holders.map(({ pid, user, command, ours }) => ({
        pid,
        user,
        command: visible(command),
        ours,
      })),
    })),
    effective: {},
    differs: present.differs === undefined ? [] : [present.differs],
    promoted: await promotedOn(ports),
    traffic: trafficOf(traffic, connections),
    sweep: lock === null ? null : await sweepOf(lock.run, ports),
    lock: lock === null ? null : { pid: lock.pid, run: lock.run },
  };
  return redactor([...ports.credentials.secrets(), ...definitions]).json(document);
}

function trafficOf(
  traffic: Traffic | null,
  connections: readonly ClientConnection[] | null,
): StatusDocument['traffic'] {
  if (traffic === null && connections === null) return null;
  const { running = null, waiting = null } = traffic ?? {};
  return { running, waiting, peers: connections === null ? null : peersOf(connections) };
}

/** A file of its name that is not ours, or that cannot be read, says nothing. */
async function promotedOn({ supervisor }: Ports): Promise<StatusDocument['promoted']> {
  try {
    const promoted = (await supervisor.promotions?.installed()) ?? null;
    return promoted === null ? null : { file: promoted.file, run: promoted.run_id, trial: promoted.trial };
  } catch (error) {
    if (error instanceof FaultError) return null;
    throw error;
  }
}

function phaseOf(
  present: Present,
  holder: PortHolder | null,
  mine: boolean,
  answer: string | null,
): StatusDocument['phase'] {
  if (present.generation === null) return holder === null ? 'absent' : 'unknown';
  if (holder === null) return 'starting';
  if (!mine) return 'unknown';
  if (answer === 'ready') return 'serving';
  return answer === 'loading' ? 'loading' : 'unknown';
}

/** How far the sweep that holds the lock has come, from its journal. */
async function sweepOf(dir: string, ports: Ports): Promise<StatusDocument['sweep']> {
  const stored = ports.readDocument<StoredRun>(dir, 'plan.json');
  const lines = await ports.readJournal(dir).catch(() => null);
  if (stored === null || lines === null) return null;
  const state = replay(stored, lines);
  const done = state.trials.filter((trial) => trial.status !== 'pending').length;
  const last = state.change?.last ?? null;
  return {
    id: stored.id,
    trial: state.open?.trial ?? null,
    of: state.trials.length,
    hold_point: last,
    waiting_for:
      state.change === null
        ? 'a measurement'
        : `the hold point after ${last ?? 'the beginning'} (${done} trials done)`,
    eta_s: null,
  };
}
