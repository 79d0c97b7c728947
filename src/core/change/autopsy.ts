import { diagnose } from '../diagnose/classify.ts';
import { type Evidence, type Fault, fault } from '../fault.ts';
import { note, probe, value } from './answers.ts';
import { describeHolder } from './describe.ts';
import type { LifeFacts, LogChunkFacts, PortFacts, PortHolderFacts } from './observations.ts';
import type { Ask, View } from './types.ts';

/** A generation died while it was waited for: its exit, the rest of its log and the port explain why. */
export function autopsyAsks(view: View): readonly Ask[] {
  const { address, port } = view.input.endpoint;
  const { generation, log_cursor } = view.facts;
  return [
    probe('life', 'supervisor', 'life', generation),
    probe('log', 'supervisor', 'log', generation, log_cursor),
    probe('port', 'host', 'port', address, port),
  ];
}

/** State has declared the failure; the text only explains it. */
export function autopsy(view: View, answers: Parameters<typeof value>[0]): Fault {
  const life = value<LifeFacts>(answers, 'life');
  const exit = life?.exit ?? view.facts.life?.exit ?? null;
  const chunk = value<LogChunkFacts>(answers, 'log');
  const lines = [...view.facts.log, ...(chunk?.lines ?? [])];
  const goal = view.input.goal;
  const found = diagnose({
    engine: view.input.engine.name,
    lines,
    exit,
    argv: view.facts.prepared?.definition.argv ?? view.facts.present?.definition?.argv ?? [],
    swept: goal.kind === 'setting' ? goal.wanted : [],
  });
  const evidence: Evidence[] = [];
  const file = view.facts.log_file;
  if (found.root !== null) {
    const place = { line: found.root.line, ...(file === null ? {} : { file }) };
    evidence.push(note('log', found.root.text, place));
  } else if (chunk?.readable === false)
    evidence.push(note('log', 'the log of this generation cannot be read'));
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
  return fault('exited', message, { data: { ...data, leftover, notes }, evidence, cause, names_swept });
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
