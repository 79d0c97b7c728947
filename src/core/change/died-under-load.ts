import { diagnose } from '../diagnose/classify.ts';
import type { EngineName, WantedFlag } from '../engine/definition.ts';
import { type Evidence, FAULTS, type Fault, fault } from '../fault.ts';
import type { Generation } from '../generation.ts';
import { note } from './answers.ts';
import type { LifeFacts, LogChunkFacts, MachineFacts } from './observations.ts';

/** What is known of a server that ended while it was measured, or right after. */
export interface DeathUnderLoad {
  readonly engine: EngineName;
  readonly generation: Generation | null;
  readonly life: LifeFacts;
  /** Of its log what was said since the measurement began; null: it could not be asked for. */
  readonly log: LogChunkFacts | null;
  readonly machine: MachineFacts | null;
  readonly wanted: readonly WantedFlag[];
}

/** A manager, or somebody, has started it again: how the old one ended is not known any more. */
export function restartedUnderLoad({ restarts, exit, alive }: LifeFacts): Fault | null {
  if (alive || exit !== null || (restarts ?? 0) === 0) return null;
  const message = `the server was restarted during the measurement, ${restarts} time${restarts === 1 ? '' : 's'}`;
  return fault('generation-changed', message, { data: { restarts } });
}

/** State has declared the death; its log, from the beginning of the measurement on, only explains it. */
export function diedUnderLoad(death: DeathUnderLoad): Fault {
  const { engine, life, log, wanted } = death;
  const rebooted = bootedAgain(death);
  if (rebooted !== null) return rebooted;
  const { exit } = life;
  const found = diagnose({ engine, lines: log?.lines ?? [], exit, swept: wanted });
  const { cause, root, names_swept, leftover, notes } = found;
  const evidence: Evidence[] = [];
  if (root !== null) {
    const file = log?.file ?? null;
    evidence.push(note('log', root.text, { line: root.line, ...(file === null ? {} : { file }) }));
  } else if (log?.readable !== true)
    evidence.push(note('log', log?.why ?? 'the log of this generation cannot be read'));
  const how = exit?.signal != null ? `signal ${exit.signal}` : `code ${exit?.code ?? 'unknown'}`;
  const why = root?.text.slice(0, 300) ?? notes[0] ?? 'its log does not say why';
  const { code = null, signal = null } = exit ?? {};
  return fault('died-under-load', `the server ended during the measurement with ${how} (${cause}): ${why}`, {
    data: { code, signal, leftover, notes },
    evidence,
    cause,
    names_swept,
    // a cause that nobody knows has no better advice
    ...(cause === 'unknown' ? { hint: FAULTS['died-under-load'].hint } : {}),
  });
}

function bootedAgain({ generation, machine }: DeathUnderLoad): Fault | null {
  if (generation === null || machine === null || machine.boot_id === generation.boot_id) return null;
  const boots = { before: generation.boot_id, now: machine.boot_id };
  return fault('died-under-load', 'the host was booted again during the measurement', {
    data: { code: null, signal: null, boots },
    evidence: [note('boot', `boot id ${boots.before} before, ${boots.now} now`)],
    cause: 'unknown',
    hint: 'look at why the host went down (journalctl -b -1 -e) before it is left alone again',
  });
}
