import { diagnose } from '../diagnose/classify.ts';
import { type Evidence, type Fault, fault } from '../fault.ts';
import { note, probe, value } from './answers.ts';
import { describeHolder } from './describe.ts';
import type { LifeFacts, LogChunkFacts, PortFacts } from './observations.ts';
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
  const exit = value<LifeFacts>(answers, 'life')?.exit ?? view.facts.life?.exit ?? null;
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
  } else if (chunk?.readable === false) evidence.push(note('log', 'the log of this generation cannot be read'));
  const port = value<PortFacts>(answers, 'port');
  const data: Record<string, unknown> = { code: exit?.code ?? null, signal: exit?.signal ?? null, phase: view.facts.phase };
  if (found.cause === 'port-held' && port !== null) {
    for (const listener of port.listeners) evidence.push(describeHolder(listener));
    data['pid'] = port.listeners[0]?.pid ?? null;
    data['command'] = port.listeners[0]?.command ?? null;
  }
  const how = exit?.signal != null ? `signal ${exit.signal}` : `code ${exit?.code ?? 'unknown'}`;
  const why = found.root === null ? (found.notes[0] ?? 'the log does not say why') : found.root.text.slice(0, 300);
  const message = `the server ended with ${how} (${found.cause}): ${why}`;
  const { cause, names_swept, leftover, notes } = found;
  return fault('exited', message, { data: { ...data, leftover, notes }, evidence, cause, names_swept });
}
