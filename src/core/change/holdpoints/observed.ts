import { type Evidence, type Fault, fault } from '../../fault.ts';
import { type Definition, sameGeneration } from '../../generation.ts';
import { type Bytes, MiB, type Milliseconds } from '../../units.ts';
import { faultOf, firstFault, probe, value } from '../answers.ts';
import { definitionDiffers } from '../definition-differs.ts';
import { describeBytes, describeHolder } from '../describe.ts';
import { type Floor, findFloor, foreignFault } from '../floor.ts';
import type {
  DeviceFacts,
  EngineReportFacts,
  EngineStateFacts,
  LifeFacts,
  PortFacts,
  PresentFacts,
  TrafficFacts,
} from '../observations.ts';
import { beginOthersLoad, isLoading, isOthers, lookAtLoad, type OthersLoad } from '../others-load.ts';
import { portBound, portHeld, strangersOn } from '../port-faults.ts';
import { presentEvidence } from '../present-evidence.ts';
import { sameDefinition } from '../same-definition.ts';
import { askTraffic, busy, type Seen, seenIn, UNSEEN, watchBefore } from '../traffic.ts';
import type { Answers, Facts, Goal, HoldPoint, Judgement, View } from '../types.ts';

/** How long the traffic of a server that we did not start is watched before its first stop. */
const WATCH_MS = 10_000;
/** Two readings agree within this much. */
const STEADY: Bytes = 16 * MiB;
/** How long readings that are in the way are asked again while they move. */
const DOUBT_MS = 30_000;

interface Local {
  readonly stage: 'who' | 'memory' | 'report' | 'load' | 'traffic';
  /** The load of others that is being waited for; null: none, or its patience is used up. */
  readonly load: OthersLoad | null;
  readonly patient: boolean;
  readonly waited: readonly Evidence[];
  readonly watch_until: number | null;
  readonly seen: Seen;
  /** The reading before, while a floor is measured. */
  readonly before: readonly DeviceFacts[];
  /** Since when what the devices said was in the way, and what they said last; null: it was not. */
  readonly doubted: { readonly since: Milliseconds; readonly devices: readonly DeviceFacts[] } | null;
}

const FIRST: Local = {
  stage: 'who',
  load: null,
  patient: true,
  waited: [],
  watch_until: null,
  seen: UNSEEN,
  before: [],
  doubted: null,
};

function next({ patient, waited, doubted }: Local, stage: Local['stage']): Local {
  return { ...FIRST, patient, waited, doubted, stage };
}

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
          ...askTraffic(view.input),
        ];
      case 'load':
        return [
          probe('life', 'supervisor', 'life', local.load?.generation),
          probe('port', 'host', 'port', address, port),
          probe('state', 'engine', 'state'),
        ];
      case 'traffic':
        return askTraffic(view.input);
    }
  },

  judge(view, local, answers): Judgement<Local> {
    const unreadable = local.stage === 'load' ? faultOf(answers, 'life') : firstFault(answers);
    if (unreadable !== null && local.stage !== 'report' && local.stage !== 'traffic')
      return { verdict: 'blind', local, fault: unreadable };
    switch (local.stage) {
      case 'who':
        return who(view, local, value<PresentFacts>(answers, 'present'), value<PortFacts>(answers, 'port'));
      case 'memory':
        return memory(view, local, value<readonly DeviceFacts[]>(answers, 'devices') ?? []);
      case 'report':
        return reported(view, local, answers);
      case 'load':
        return loading(view, local, answers);
      case 'traffic':
        return watched(view, local, answers);
    }
  },

  deadline: () => null,
  late: () => fault('probe-hung', 'the present could not be observed'),
  waiting(view, { stage, load, before, doubted }) {
    if (stage === 'traffic') return 'requests of others, watched before anything is stopped';
    if (load !== null) {
      const quiet = Math.round((view.now - load.progress.moved_at) / 1000);
      return `a server that somebody else has started, until it has loaded or ended (${describeBytes(load.resident)} resident, last moved ${quiet} s ago)`;
    }
    if (before.length > 0) return 'memory in use to stand still, so that it can be the floor';
    return doubted === null
      ? 'the present to be observed'
      : 'memory in use and its holders to stand still, so that they can be believed';
  },
};

function who(
  view: View,
  local: Local,
  present: PresentFacts | null,
  port: PortFacts | null,
): Judgement<Local> {
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
  if (view.input.goal.kind === 'original') return { verdict: 'on', local: next(local, 'memory'), facts };
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
  return { verdict: 'on', local: next(local, 'memory'), facts };
}

function memory(view: View, local: Local, devices: readonly DeviceFacts[]): Judgement<Local> {
  const present = view.facts.present;
  const running = present?.generation != null;
  const found = findFloor(devices, running, view.facts.floor);
  if ('fault' in found) return doubt(view, local, devices, found.fault);
  const { floor } = found;
  const foreign = foreignOn(view, devices, floor);
  if (foreign !== null) return doubt(view, local, devices, foreign);
  const fresh = devices.filter((device) => !device.shared && view.facts.floor[device.id] === undefined);
  if (!running && fresh.some((device) => !isSteady(device, local.before)))
    return { verdict: 'again', local: { ...local, before: devices } };
  const objects = devices.flatMap((device) => device.objects.map(({ name }) => name));
  const facts: Partial<Facts> = { devices, floor, objects };
  if (!running)
    return {
      verdict: 'pass',
      facts,
      evidence: [...local.waited, ...presentEvidence(view.facts, devices, null, null)],
    };
  return { verdict: 'on', local: next({ ...local, doubted: null }, 'report'), facts };
}

/**
 * Who runs, how much is in use and who holds it are three questions: a worker that begins, loads or ends in between makes
 * a stranger or a contradiction of them. All is asked again until it is said twice.
 */
function doubt(view: View, local: Local, devices: readonly DeviceFacts[], found: Fault): Judgement<Local> {
  const { since, devices: before } = local.doubted ?? { since: view.now, devices: null };
  if (before !== null && (standStill(before, devices) || view.now - since >= DOUBT_MS))
    return { verdict: 'fail', fault: found };
  return { verdict: 'again', local: next({ ...local, doubted: { since, devices } }, 'who') };
}

function standStill(before: readonly DeviceFacts[], devices: readonly DeviceFacts[]): boolean {
  const memory = new Map(before.flatMap(memoryOf));
  const now = devices.flatMap(memoryOf);
  return now.length === memory.size && now.every(([of, bytes]) => agree(memory.get(of), bytes));
}

/** What is in use of a device, and what each holder has of it. */
function memoryOf({ id, used_bytes, holders }: DeviceFacts): [string, Bytes | null][] {
  return [
    [id, used_bytes],
    ...holders.map((holder): [string, Bytes | null] => [`${id} ${holder.pid}`, holder.used_bytes]),
  ];
}

function agree(a: Bytes | null | undefined, b: Bytes | null): boolean {
  return a == null || b === null ? a === b : Math.abs(a - b) < STEADY;
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

function reported(view: View, local: Local, answers: Answers): Judgement<Local> {
  const report = value<EngineReportFacts>(answers, 'report');
  const traffic = value<TrafficFacts>(answers, 'traffic');
  const state = value<EngineStateFacts>(answers, 'state');
  const { present, port } = view.facts;
  const stranger = present === null || port === null ? undefined : strangersOn(port, present)[0];
  const is_loading = present !== null && port !== null && isLoading(present, port, state);
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
  if (stays)
    Object.assign(facts, { adopted: true, loading: is_loading, generation: present?.generation ?? null });
  const generation = present?.generation ?? null;
  const stops = !stays && view.input.goal.kind !== 'observe';
  if (stops && is_loading && local.patient && generation !== null && isOthers(view, generation))
    return {
      verdict: 'on',
      local: { ...next(local, 'load'), load: beginOthersLoad(generation, view.now) },
      facts,
    };
  if (present?.ours === true || !(view.input.watch_traffic ? !stays : stops && isAsked(view))) {
    const seen = seenIn(UNSEEN, answers);
    const evidence = evidenceOf({ ...view, facts: { ...view.facts, ...facts } }, local, seen);
    return { verdict: 'pass', facts, evidence };
  }
  const watch_until = view.now + WATCH_MS;
  return { verdict: 'on', local: { ...next(local, 'traffic'), watch_until }, facts };
}

/** Before the stop of a server that Holdpoint did not start. A restore is owed, whoever has come since. */
function isAsked({ input }: View): boolean {
  return input.goal.kind === 'setting' && !input.drain;
}

/** The load of others that is waited for: when it is over, the present is looked at anew. */
function loading(view: View, local: Local, answers: Answers): Judgement<Local> {
  const life = value<LifeFacts>(answers, 'life');
  if (local.load === null || life === null) return { verdict: 'on', local: next(local, 'who') };
  const [port, state] = [value<PortFacts>(answers, 'port'), value<EngineStateFacts>(answers, 'state')];
  const look = lookAtLoad(view, local.load, { life, port, state });
  if (!look.over) return { verdict: 'again', local: { ...local, load: look.load } };
  const waited = [...local.waited, look.evidence];
  return { verdict: 'on', local: { ...next(local, 'who'), waited, patient: look.patient } };
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

/** Clients come first: while others wait for an answer, nothing that Holdpoint did not start is stopped. */
function watched(view: View, local: Local, answers: Answers): Judgement<Local> {
  const seen = seenIn(local.seen, answers);
  const facts = { traffic: seen.traffic };
  const watch = watchBefore(view, seen, local.watch_until ?? view.now);
  if (watch === 'busy') return { verdict: 'fail', facts, fault: busy(seen) };
  if (watch !== 'over') return { verdict: 'again', local: { ...local, seen: watch.seen }, facts };
  return { verdict: 'pass', facts, evidence: evidenceOf(view, local, seen) };
}

function evidenceOf(view: View, local: Local, seen: Seen | null): Evidence[] {
  return [...local.waited, ...presentEvidence(view.facts, view.facts.devices, view.facts.report, seen)];
}
