import type { Configuration } from '../../core/config/configuration.ts';
import type { Definition } from '../../core/generation.ts';
import type { Bytes } from '../../core/units.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { Grant, Present } from '../../ports/supervisor.ts';
import type { Ports } from '../ports.ts';

export type CheckState = 'ok' | 'warning' | 'failed' | 'unknown';

/** One thing that could fail late. `remedy` null: there is nothing to do. Texts may hold foreign text. */
export interface Check {
  readonly name: string;
  readonly state: CheckState;
  readonly text: string;
  readonly remedy: string | null;
  /** What root would install for it, whole; absent: no file gives it. */
  readonly grant?: Grant;
}

/** The folder side of the controller: what `Host` (the machine of the server) does not answer. */
export interface Storage {
  /** `ok`, `missing`, or the errno text of why this user may not. */
  access(path: string, want: 'read' | 'write' | 'execute'): Promise<'ok' | 'missing' | (string & {})>;
  facts(
    path: string,
  ): Promise<{ readonly uid: number; readonly mode: number; readonly directory: boolean } | null>;
  freeBytes(path: string): Promise<Bytes | null>;
}

export interface Patient {
  readonly configuration: Configuration;
  readonly ports: Ports;
  readonly storage: Storage;
  readonly runs_dir: string;
  /** Names under which the service and its devices are locked. */
  readonly lock_names: readonly string[];
  /** What runs now, looked at once for all checks. */
  readonly present: Present;
  /** What would be run: the configured command, or the running one. null: neither. */
  readonly definition: Definition | null;
  /** PATH of this user, for programs that are named without a folder. */
  readonly path: string;
  /** Absent: no code runs on this host. */
  readonly sandbox?: Sandbox;
  /** The engine itself may be run, to ask its help. */
  readonly probe?: boolean;
}

export type CheckFunction = (patient: Patient) => Promise<Check | readonly Check[]>;

export const ok = (name: string, text: string): Check => ({ name, state: 'ok', text, remedy: null });
export const warning = (name: string, text: string, remedy: string): Check => ({
  name,
  state: 'warning',
  text,
  remedy,
});
export const failed = (name: string, text: string, remedy: string): Check => ({
  name,
  state: 'failed',
  text,
  remedy,
});
export const unknown = (name: string, text: string, remedy: string | null = null): Check => ({
  name,
  state: 'unknown',
  text,
  remedy,
});
