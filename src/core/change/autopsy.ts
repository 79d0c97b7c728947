import { diagnose } from '../diagnose/classify.ts';
import { type Evidence, FAULTS, type Fault, fault } from '../fault.ts';
import { note, probe, value } from './answers.ts';
import { describeHolder } from './describe.ts';
import { memoryFacts } from './memory-facts.ts';
import type {
  DeviceFacts,
  LifeFacts,
  LogChunkFacts,
  MachineFacts,
  PortFacts,
  PortHolderFacts,
} from './observations.ts';
import type { Ask, View } from './types.ts';

/** A generation died while it was waited for: its exit, the rest of its log, the port and the boot explain why. */
export function autopsyAsks(view: View): readonly Ask[] {
  const { address, port } = view.input.endpoint;
  const { generation, log_cursor, devices, life } = view.facts;
  // of devices with a floor the next start waits for what is missing; the tools for them may be slow
  const shared = devices.some((device) => device.shared);
  return [
    probe('life', 'supervisor', 'life', generation),
    probe('log', 'supervisor', 'log', generation, log_cursor),
    probe('port', 'host', 'port', address, port),
    probe('machine', 'host', 'identity'),
    ...(shared ? [probe('devices', 'accelerator', 'read', life?.members ?? [], [])] : []),
  ];
}

/** State has declared the failure; the text only explains it. */
export function autopsy(view: View, answers: Parameters<typeof value>[0]): Fault {
  const rebooted = reboot(view, value<MachineFacts>(answers, 'machine'));
  if (rebooted !== null) return rebooted;
  const life = value<LifeFacts>(answers, 'life');
  const exit = life?.exit ?? view.facts.life?.exit ?? null;
  const chunk = value<LogChunkFacts>(answers, 'log');
  const lines = [...view.facts.log, ...(chunk?.lines ?? [])];
  const goal = view.input.goal;
  const memory = memoryFacts(view, lines, value<readonly DeviceFacts[]>(answers, 'devices'));
  const found = diagnose({
    engine: view.input.engine.name,
    lines,
    exit,
    argv: view.facts.prepared?.definition.argv ?? view.facts.present?.definition?.argv ?? [],
    swept: goal.kind === 'setting' ? goal.wanted : [],
    memory,
  });
  const evidence: Evidence[] = [];
  const file = view.facts.log_file;
  if (found.root !== null) {
    const place = { line: found.root.line, ...(file === null ? {} : { file }) };
    evidence.push(note('log', found.root.text, place));
  } else if (chunk?.readable === false)
    evidence.push(note('log', chunk.why ?? 'the log of this generation cannot be read'));
  if (chunk?.readable === true && chunk.why !== undefined) evidence.push(note('log', chunk.why));
  if (found.leftover !== null && memory.why !== undefined) evidence.push(note('memory', memory.why));
  const port = value<PortFacts>(answers, 'port');
  const silent = found.root === null && exit !== null && exit.signal === null;
  const stranger =
    found.cause === 'port-held' ? port?.listeners[0] : silent ? strangerOn(view, port, life) : undefined;
  const cause = stranger === undefined ? found.cause : 'port-held';
  const data: Record<string, unknown> = {
    code: exit?.code ?? null,
    signal: exit?.signal ?? null,
    phase: view.facts.phase,
  };
  if (stranger !== undefined) {
    for (const listener of port?.listeners ?? []) evidence.push(describeHolder(listener));
    Object.assign(data, { pid: stranger.pid, user: stranger.user, command: stranger.command });
  }
  const how = exit?.signal != null ? `signal ${exit.signal}` : `code ${exit?.code ?? 'unknown'}`;
  const said = found.root?.text.slice(0, 300) ?? found.notes[0] ?? 'the log does not say why';
  const why =
    stranger === undefined
      ? said
      : `${said} (port ${port?.port} is held by pid ${stranger.pid ?? 'unknown'}, user ${stranger.user})`;
  const message = `the server ended with ${how} (${cause}): ${why}`;
  const { names_swept, leftover, notes } = found;
  const restarts = life?.restarts ?? 0;
  if (restarts > 0) {
    const looped = `the service was started again by itself or by others while it was loading: ${message}`;
    const all = { ...data, restarts, leftover, notes };
    // a cause that nobody knows has no better advice than the loop itself
    const hint = cause === 'unknown' ? { hint: FAULTS['restart-loop'].hint } : {};
    return fault('restart-loop', looped, { data: all, evidence, cause, names_swept, ...hint });
  }
  // what is known of that very line is better advice than what its cause has, unless the setting itself is at fault
  const own = names_swept || cause !== found.cause ? null : found.hint;
  const advice = own === null ? {} : { hint: own };
  const all = { ...data, leftover, notes };
  return fault('exited', message, { data: all, evidence, cause, names_swept, ...advice });
}

/** The host itself went down under the server. What the unit does at boot by itself is no restart of this load. */
function reboot({ facts }: View, machine: MachineFacts | null): Fault | null {
  const { generation, phase } = facts;
  if (generation === null || machine === null || machine.boot_id === generation.boot_id) return null;
  const message = `the host was booted again while the server was waited for (phase ${phase ?? 'unknown'})`;
  const boots = { before: generation.boot_id, now: machine.boot_id };
  return fault('exited', message, {
    data: { code: null, signal: null, phase, boots },
    evidence: [note('boot', `boot id ${boots.before} before, ${boots.now} now`)],
    cause: 'unknown',
    hint: 'look at why the host went down (journalctl -b -1 -e) before it is left alone again',
  });
}

/**
 * Who has the port of a server that ended without a word and was never seen on it. llama-server logs from a thread of
 * its own, and now and then ends before that has written that the port was taken.
 */
function strangerOn(view: View, port: PortFacts | null, life: LifeFacts | null): PortHolderFacts | undefined {
  if (view.facts.listener !== null) return undefined;
  const members = new Set(
    [...(life?.members ?? []), ...(view.facts.life?.members ?? [])].map((member) => member.pid),
  );
  return port?.listeners.find((listener) => listener.pid === null || !members.has(listener.pid));
}
