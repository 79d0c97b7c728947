import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SweepDocument } from '../core/documents/sweep.ts';
import { FaultError, fault } from '../core/fault.ts';
import type { Definition } from '../core/generation.ts';
import { plainTrial } from '../core/plan/laid-out-trial.ts';
import { recordedEnvironment } from '../core/plan/recorded-environment.ts';
import type { Promoted, Promotion } from '../core/promoted.ts';
import { redactor, type Secret } from '../core/secrets.ts';
import type { StoredRun } from './api.ts';

const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

/** `20261129-184502-k26-ddtree-3f9a`: sorts by time, says what it was, never collides. */
export function newRunId(name: string, wall: number): string {
  const stamp = new Date(wall).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${stamp}-${name}-${randomBytes(2).toString('hex')}`;
}

const SECRETS = 'secrets.json';
const ORIGINAL = 'original.json';

/**
 * Creates `runs/<id>` (0700) with its `plan.json`. Secret values stand in `secrets.json` (0600) alone, until the run
 * has ended and the original is back. Fault: `journal-failed`.
 */
export function createRun(runsDir: string, stored: StoredRun, secrets: readonly Secret[]): string {
  const dir = path.join(runsDir, stored.id);
  try {
    mkdirSync(runsDir, { recursive: true, mode: 0o700 });
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    throw new FaultError(fault('journal-failed', `the run folder ${dir} cannot be made: ${reason(error)}`));
  }
  if (secrets.length > 0) writeDocument(dir, SECRETS, secrets);
  writeDocument(dir, 'plan.json', redactor(secrets).json(stored));
  return dir;
}

/** Reads what a run was made of. Refuses a folder that is not ours: `permission`; no such run: `usage`. */
export function openRun(dir: string): StoredRun {
  assertOurs(dir);
  const stored = readDocument<StoredRun>(dir, 'plan.json');
  if (stored === null) {
    const hint = 'name the folder of a run, or the id that `holdpoint sweep` has said';
    throw new FaultError(
      fault('usage', `${dir} is no run folder: it has no plan.json that can be read`, { hint }),
    );
  }
  if (stored.schema_version !== 1) {
    const message = `${dir} was written by another version (schema ${String(stored.schema_version)})`;
    const hint = 'use the version of Holdpoint that wrote it; nothing in the folder was changed';
    throw new FaultError(fault('usage', message, { hint }));
  }
  return redactor(readSecrets(dir)).reveal(stored);
}

export function readSecrets(dir: string): readonly Secret[] {
  return readDocument<readonly Secret[]>(dir, SECRETS) ?? [];
}

/**
 * After the last record of a run that owes nothing: secrets and whole environments are not kept any longer. True: its
 * settings would need something of them.
 */
export function sealRun(dir: string, stored: StoredRun, secrets: readonly Secret[]): boolean {
  const reduced = (definition: Definition): Definition => ({
    ...definition,
    env: recordedEnvironment(definition.env, definition.env_complete),
  });
  const trials = stored.plan.trials.map((trial) =>
    plainTrial(trial, { definition: reduced(trial.definition) }),
  );
  const plan = { ...stored.plan, base: reduced(stored.plan.base), trials };
  const promotion = stored.promotion === undefined ? {} : { promotion: textless(stored.promotion) };
  const kept = redactor(secrets).json({ ...stored, plan, ...promotion });
  const sealed = stored.sealed === true || !isDeepStrictEqual(asWritten(kept), asWritten(stored));
  writeDocument(dir, 'plan.json', sealed ? { ...kept, sealed } : kept);
  for (const name of [SECRETS, ORIGINAL]) rmSync(path.join(dir, name), { force: true });
  return sealed;
}

/** Equal where the same is kept, in whatever order it was put together. */
function asWritten(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** What stands installed says so itself; a copy of it would outlive it, with whatever secret is in it. */
function textless({ before, after }: Promotion): Promotion {
  const without = (promoted: Promoted | null) => (promoted === null ? null : { ...promoted, text: '' });
  return { before: without(before), after: without(after) };
}

/** A run folder must be a real folder of this user or root, which nobody else may write. */
export function assertOurs(dir: string): void {
  let facts: ReturnType<typeof lstatSync>;
  try {
    facts = lstatSync(dir);
  } catch (error) {
    throw new FaultError(fault('usage', `no run folder at ${dir} (${reason(error)})`));
  }
  if (!facts.isDirectory())
    throw new FaultError(fault('permission', `${dir} is a link or a file, not a run folder`));
  const uid = process.getuid?.() ?? 0;
  if (facts.uid !== uid && facts.uid !== 0) {
    throw new FaultError(
      fault('permission', `${dir} belongs to uid ${facts.uid}: a run folder of somebody else is refused`, {
        data: { uid: facts.uid },
      }),
    );
  }
  if ((facts.mode & 0o022) !== 0) {
    throw new FaultError(fault('permission', `${dir} can be written by others: a run folder must be 0700`));
  }
}

export function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new FaultError(fault('journal-failed', `the folder ${dir} cannot be made: ${reason(error)}`));
  }
}

/** Atomic: a reader sees the old document or the new one. */
export function writeDocument(dir: string, name: string, value: unknown): void {
  writeText(dir, name, `${JSON.stringify(value, null, 1)}\n`);
}

export function writeText(dir: string, name: string, text: string): void {
  const temporary = path.join(dir, `.${name}.${process.pid}`);
  try {
    const fd = openSync(
      temporary,
      constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW,
      0o600,
    );
    try {
      writeSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path.join(dir, name));
  } catch (error) {
    throw new FaultError(
      fault('journal-failed', `${path.join(dir, name)} cannot be written: ${reason(error)}`),
    );
  }
}

/** null: there is no such document. */
export function readDocument<T>(dir: string, name: string): T | null {
  const file = path.join(dir, name);
  try {
    const facts = lstatSync(file);
    if (!facts.isFile() || facts.size > MAX_DOCUMENT_BYTES) return null;
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

export function readSummary(dir: string): SweepDocument | null {
  return readDocument<SweepDocument>(dir, 'summary.json');
}

function reason(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}
