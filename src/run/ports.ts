import type { EngineDefinition } from '../core/engine/definition.ts';
import type { Secret } from '../core/secrets.ts';
import type { JournalLine } from '../core/sweep/records.ts';
import type { Accelerator } from '../ports/accelerator.ts';
import type { Clock } from '../ports/clock.ts';
import type { DeadMan } from '../ports/dead-man.ts';
import type { Engine } from '../ports/engine.ts';
import type { Host } from '../ports/host.ts';
import type { Journal, JournalLines } from '../ports/journal.ts';
import type { LoadGenerator } from '../ports/load.ts';
import type { Lock } from '../ports/lock.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Supervisor } from '../ports/supervisor.ts';
import type { StoredRun } from './api.ts';

/**
 * May a key go out? Only to a listener whose owner was just witnessed. The loop sets it, the engine reader and the load
 * generator ask for headers through it.
 */
export interface Credentials {
  witnessed: boolean;
  headers(): Readonly<Record<string, string>>;
  /** The values themselves, so that no record carries them. */
  secrets(): readonly Secret[];
}

/** Everything that a run may touch, built by `wire.ts` from a configuration. */
export interface Ports extends Keeping {
  readonly clock: Clock;
  readonly host: Host;
  /** The machine on which Holdpoint itself runs, where that is another: a simulated host has no process of ours. */
  readonly own_machine?: Host;
  readonly supervisor: Supervisor;
  readonly accelerator: Accelerator;
  readonly engine: Engine;
  readonly engine_definition: EngineDefinition;
  readonly load: LoadGenerator;
  readonly lock: Lock;
  /** Where code that a model wrote may run. Absent: nowhere. */
  readonly sandbox?: Sandbox;
  readonly credentials: Credentials;
  /** Absent: there is nothing that could restore without us, and nobody expects it. */
  readonly dead_man?: DeadMan;
  /** Absent: nobody else can take the run over from this process. */
  readonly guard?: Guard;
}

/**
 * Is this run still ours? The loop sets it when its turn begins; it is asked before every effect and record, and by the
 * host before every tool. Fault: `lock-held`.
 */
export interface Guard {
  check(): void;
}

/** How runs are kept. */
export interface Keeping {
  /** null: there is no such document. */
  readDocument<T>(dir: string, name: string): T | null;
  /** Ends the keeping of secrets and whole environments. True: the settings of the run would need some of it. */
  sealRun(dir: string, stored: StoredRun, secrets: readonly Secret[]): boolean;
  /** Replaces secret values in server logs, but not in those that a server still writes. */
  scrubLogs(files: readonly string[], secrets: readonly Secret[]): void;
  /** A folder (0700) for logs and raw records. Fault: `journal-failed`. */
  makeFolder(dir: string): void;
  /** Writes a JSON document of a run folder, whole or not at all. Fault: `journal-failed`. */
  writeDocument(dir: string, name: string, value: unknown): void;
  /** `events.jsonl` of a run folder: read only, and opened for append with what it already holds. */
  readJournal(dir: string): Promise<readonly JournalLine[]>;
  /** `apart`: into a new file, since a process that hangs still has the old one open and must never write into this one. */
  openJournal(
    dir: string,
    options?: { readonly apart: boolean },
  ): Promise<{ readonly journal: Journal; readonly lines: JournalLines }>;
}
