import { type Evidence, type Fault, fault } from '../../fault.ts';
import { type Definition, sameGeneration } from '../../generation.ts';
import { type Bytes, MiB } from '../../units.ts';
import { firstFault, note, probe, value } from '../answers.ts';
import { definitionDiffers } from '../definition-differs.ts';
import { describeBytes, describeGeneration, describeHolder } from '../describe.ts';
import { type Floor, findFloor, foreignFault, holderNote } from '../floor.ts';
import { isHeldBy } from '../held-by.ts';
import { isPassing, LOOKS } from '../looks.ts';
import type {
  DeviceFacts,
  EngineReportFacts,
  EngineStateFacts,
  PortFacts,
  PresentFacts,
  TrafficFacts,
} from '../observations.ts';
import { sameDefinition } from '../same-definition.ts';
import type { Answers, Facts, Goal, HoldPoint, Judgement, View } from '../types.ts';

/** How long the traffic of a server that we did not start is watched before its first stop. */
const WATCH_MS = 10_000;
/** Two readings agree within this much. */
const STEADY: Bytes = 16 * MiB;

interface Local {
  readonly stage: 'who' | 'memory' | 'report' | 'traffic';
  readonly watch_until: number | null;
  /** Rounds in a row that could not be read. */
  readonly unreadable: number;
  /** The reading before, while a floor is measured. */
  readonly before: readonly DeviceFacts[];
}

const FIRST: Local = { stage: 'who', watch_until: null, unreadable: 0, before: [] };

/** Hold point 0: the present is known. Who runs, who owns the port, what memory is held, what the engine says. */
export const observed: HoldPoint<Local> = {
  name: 'observed',
  watches_life: false,
  applies: () => true,
  begin: () => FIRST,

  ask(view, local) {
    const { address, port } = view.input.endpoint;
    const present = view.facts.present;
    switch (local.stage) {
      case 'who':
        return [probe('present', 'supervisor', 'present'), probe('port', 'host', 'port', address, port)];
      case 'memory':
        return [probe('devices', 'accelerator', 'read', present?.members ?? [], [])];
      case 'report':
        return [
          probe('state', 'engine', 'state'),
          probe('report', 'engine', 'report'),
          probe('traffic', 'engine', 'traffic'),
        ];
      case 'traffic':
        return [probe('traffic', 'engine', 'traffic')];
    }
  },

  judge(view, local, answers): Judgement<Local> {
    const unreadable = firstFault(answers);
    if (unreadable !== null && local.stage !== 'report' && local.stage !== 'traffic') {
      // one look that fails is no reason to end a run, and with it a load that is moving
      if (isPassing(unreadable) && local.unreadable < LOOKS - 1) {
        return { verdict: 'again', local: { ...local, unreadable: local.unreadable + 1 } };
      }
      return { verdict: 'fail', fault: unreadable };
    }
    switch (local.stage) {
      case 'who':
        return who(view, value<PresentFacts>(answers, 'present'), value<PortFacts>(answers, 'port'));
      case 'memory':
        return memory(view, local, value<readonly DeviceFacts[]>(answers, 'devices') ?? []);
      case 'report':
        return reported(view, answers);
      case 'traffic':
        return watched(view, local, value<TrafficFacts>(answers, 'traffic'));
    }
  },

  deadline: () => null,
  late: () => fault('probe-hung', 'the present could not be observed'),
  waiting: (_view, local) =>
    local.stage === 'traffic'
      ? 'requests of others, watched for 10 s before anything is stopped'
      : local.before.length > 0
        ? 'memory in use to stand still, so that it can be the floor'
        : 'the present to be observed',
};

function who(view: View, present: PresentFacts | null, port: PortFacts | null): Judgement<Local> {
  if (present === null || port === null)
    return { verdict: 'fail', fault: fault('probe-failed', 'the present could not be read') };
  const facts: Partial<Facts> = { present, port, old: present.generation };
  const { differs, refused } = present;
  if (view.input.goal.kind !== 'original') {
    if (refused !== undefined)
      return { verdict: 'fail', facts, fault: fault('definition-rejected', refused) };
    if (differs !== undefined) return { verdict: 'fail', facts, fault: definitionDiffers(differs) };
  }
  const foreign = strangersOn(port, present);
  const evidence = port.listeners.map((holder) => describeHolder(holder));
  // a restore first takes away what is ours; whether the port is free is asked when that is done
  if (view.input.goal.kind === 'original')
    return { verdict: 'on', local: { ...FIRST, stage: 'memory' }, facts };
  if (foreign.length > 0 && foreign.length < port.listeners.length) {
    const message = `several servers share port ${port.port}: ${port.listeners.map((h) => `pid ${h.pid ?? 'unknown'}`).join(', ')}`;
    return {
      verdict: 'fail',
      facts,
      fault: fault('ambiguous-listener', message, { evidence, data: { listeners: port.listeners } }),
    };
  }
  const holder = foreign[0];
  // a server of ours may still load (a run that is resumed): whether it is the wanted one is seen with the report
  const mayLoad = view.input.goal.kind === 'setting' && present.ours && present.generation !== null;
  if (holder !== undefined && !mayLoad)
    return { verdict: 'fail', facts, fault: portHeld(port, holder, evidence) };
  if (present.generation === null && port.bind !== 'free') {
    return { verdict: 'fail', facts, fault: portBound(port) };
  }
  return { verdict: 'on', local: { ...FIRST, stage: 'memory' }, facts };
}

function strangersOn(port: PortFacts, present: PresentFacts): PortFacts['listeners'] {
  return port.listeners.filter((holder) => !isHeldBy(holder, present.members));
}

export function portHeld(
  port: PortFacts,
  holder: PortFacts['listeners'][number],
  evidence: readonly Evidence[],
) {
  const who = holder.pid === null ? 'a process whose pid cannot be read' : `pid ${holder.pid}`;
  const message = `port ${port.port} is held by ${who} (user ${holder.user}): ${holder.command || 'command unreadable'}`;
  return fault('port-held', message, {
    evidence,
    data: { pid: holder.pid, user: holder.user, command: holder.command },
  });
}

export function portBound(port: PortFacts) {
  const why =
    port.bind === 'held'
      ? 'is bound by a process that does not listen, so its pid is unknown'
      : `could not be tried: ${port.bind_error ?? 'unknown'}`;
  return fault('port-held', `port ${port.port} ${why}`, {
    evidence: [note('port', `trial bind of port ${port.port}: ${port.bind_error ?? port.bind}`)],
    data: { pid: null, user: null, command: null },
  });
}

function memory(view: View, local: Local, devices: readonly DeviceFacts[]): Judgement<Local> {
  const present = view.facts.present;
  const running = present?.generation != null;
  const found = findFloor(devices, running, view.facts.floor);
  if ('fault' in found) return { verdict: 'fail', fault: found.fault };
  const { floor } = found;
  const foreign = foreignOn(view, devices, floor);
  if (foreign !== null) return { verdict: 'fail', fault: foreign };
  const fresh = devices.filter((device) => !device.shared && view.facts.floor[device.id] === undefined);
  if (!running && fresh.some((device) => !isSteady(device, local.before)))
    return { verdict: 'again', local: { ...local, before: devices, unreadable: 0 } };
  const objects = devices.flatMap((device) => device.objects);
  const facts: Partial<Facts> = { devices, floor, objects };
  if (!running) return { verdict: 'pass', facts, evidence: evidenceOf(view, devices, null, null) };
  return { verdict: 'on', local: { ...FIRST, stage: 'report' }, facts };
}

/** What others hold is in the way of a start. A restore waits for it at `released` instead. */
function foreignOn(view: View, devices: readonly DeviceFacts[], floor: Floor): Fault | null {
  const { kind } = view.input.goal;
  if (kind !== 'observe' && kind !== 'setting') return null;
  for (const device of devices) {
    const found = foreignFault(device, floor);
    if (found !== null) return found;
  }
  return null;
}

/** Memory that an earlier process still gives back is no floor: two readings must agree. */
function isSteady({ id, used_bytes }: DeviceFacts, before: readonly DeviceFacts[]): boolean {
  const earlier = before.find((device) => device.id === id)?.used_bytes ?? null;
  return earlier !== null && used_bytes !== null && earlier - used_bytes < STEADY;
}

function reported(view: View, answers: Answers): Judgement<Local> {
  const report = value<EngineReportFacts>(answers, 'report');
  const traffic = value<TrafficFacts>(answers, 'traffic');
  const state = value<EngineStateFacts>(answers, 'state');
  const { present, port } = view.facts;
  const stranger = present === null || port === null ? undefined : strangersOn(port, present)[0];
  const loading = stranger !== undefined || state?.answer === 'loading' || state?.answer === 'refused';
  const facts: Partial<Facts> = { report, traffic };
  const running = present?.definition ?? null;
  const stays =
    present !== null &&
    running !== null &&
    !isSpent(view, present) &&
    wantedOf(view.input.goal).some((wanted) => sameDefinition(running, wanted));
  if (!stays && stranger !== undefined && port !== null && view.input.goal.kind === 'setting') {
    return {
      verdict: 'fail',
      facts,
      fault: portHeld(
        port,
        stranger,
        port.listeners.map((holder) => describeHolder(holder)),
      ),
    };
  }
  if (stays) Object.assign(facts, { adopted: true, loading, generation: present?.generation ?? null });
  if (!view.input.watch_traffic || present?.ours === true || stays) {
    return { verdict: 'pass', facts, evidence: evidenceOf(view, view.facts.devices, report, traffic) };
  }
  return {
    verdict: 'on',
    local: { ...FIRST, stage: 'traffic', watch_until: view.now + WATCH_MS },
    facts,
  };
}

/** A server on which a start of this setting failed is not what another start would find. */
function isSpent({ input }: View, { generation }: PresentFacts): boolean {
  return (
    input.goal.kind === 'setting' &&
    generation !== null &&
    input.spent.some((spent) => sameGeneration(spent, generation))
  );
}

/** The definitions with which a running server is what the goal asks for. */
function wantedOf(goal: Goal): readonly Definition[] {
  if (goal.kind === 'setting') return [goal.definition, goal.bare];
  return goal.kind === 'original' && goal.original.definition !== null ? [goal.original.definition] : [];
}

function watched(view: View, local: Local, traffic: TrafficFacts | null): Judgement<Local> {
  const open = (traffic?.running ?? 0) + (traffic?.waiting ?? 0);
  if (open > 0 && !view.input.under_traffic && !view.input.has_drain_hook) {
    const message = `${open} request${open === 1 ? '' : 's'} of others in flight`;
    return {
      verdict: 'fail',
      facts: { traffic },
      fault: fault('busy', message, {
        data: { ...traffic },
        evidence: [
          note('traffic', `${traffic?.source}: running ${traffic?.running}, waiting ${traffic?.waiting}`),
        ],
      }),
    };
  }
  if (local.watch_until !== null && view.now < local.watch_until)
    return { verdict: 'again', local, facts: { traffic } };
  return { verdict: 'pass', evidence: evidenceOf(view, view.facts.devices, view.facts.report, traffic) };
}

function evidenceOf(
  view: View,
  devices: readonly DeviceFacts[],
  report: EngineReportFacts | null,
  traffic: TrafficFacts | null,
): Evidence[] {
  const { present, port } = view.facts;
  const lines: Evidence[] = [];
  const running = present?.generation ?? null;
  lines.push(
    note('generation', running === null ? 'nothing of this service runs' : describeGeneration(running)),
  );
  if (present?.definition != null) lines.push(note('argv', present.definition.argv.join(' ')));
  for (const holder of port?.listeners ?? []) lines.push(describeHolder(holder));
  if (port !== null && port.listeners.length === 0)
    lines.push(note('port', `port ${port.port}: no listener, trial bind ${port.bind}`));
  for (const device of devices) {
    lines.push(
      note(
        'memory',
        `${device.id}: ${describeBytes(device.used_bytes)} of ${describeBytes(device.total_bytes)} in use`,
      ),
      ...(device.shared ? [] : device.holders.map(holderNote)),
    );
  }
  if (report !== null)
    lines.push(note('engine', `model ${report.model ?? 'unknown'}, version ${report.version ?? 'unknown'}`));
  if (running !== null) {
    lines.push(
      note(
        'traffic',
        traffic === null
          ? 'the engine does not say how many requests are in flight'
          : `running ${traffic.running}, waiting ${traffic.waiting}`,
      ),
    );
  }
  return lines;
}
