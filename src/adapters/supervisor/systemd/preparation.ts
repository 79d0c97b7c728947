import { FaultError, fault } from '../../../core/fault.ts';
import { type Definition, leftToFiles, wholeCommand } from '../../../core/generation.ts';
import type { Host } from '../../../ports/host.ts';
import { DROP_IN, dropInText, modeOf } from './drop-in.ts';
import { removeDropIn, type Way, writeDropIn } from './drop-in-file.ts';
import { runsArgv } from './exec-start.ts';
import { lostVariables, variablesSet } from './loaded-variables.ts';
import type { UnitManager } from './manager.ts';
import type { OwnActs } from './own-acts.ts';
import { type OwnUnit, ownDefinition, readOwnUnit, rejected, type Surroundings } from './own-unit.ts';
import { unquotable } from './quote.ts';
import type { UnitState } from './unit-state.ts';
import { requireUsable } from './usable.ts';

const LARGEST_DROP_IN = 1024 * 1024;

export interface Workplace {
  readonly surroundings: Surroundings;
  readonly manager: UnitManager;
  readonly acts: OwnActs;
  /** Folder of our drop-in, and those in which another of its name would be taken instead of it. */
  readonly folder: string;
  readonly overriding: readonly string[];
  /** Folder of drop-ins that outlive a reboot. */
  readonly lasting: string;
  /** Fault: `permission`, for a right that this change needs and this user has not. */
  readonly requireRights: (goal: 'own' | 'setting') => Promise<void>;
}

/**
 * Makes the unit run this definition at its next start, or refuses it and leaves everything as it was. What the unit
 * runs by itself needs no drop-in. Says how our file was changed. Faults: `definition-rejected`, `lock-held`,
 * `permission`.
 */
export async function install(place: Workplace, definition: Definition, id: string): Promise<Way> {
  const { manager, surroundings, acts } = place;
  const state = await manager.state();
  await requireUsable(place, state);
  requireIdle(surroundings.unit, state, acts);
  const own = await readOwnUnit(surroundings, state);
  const its = ownDefinition(surroundings.unit, own);
  await refuseUnfit(place, definition, its, own);
  const before = await installed(place);
  const files = leftToFiles(definition, own.from_files.keys());
  const same = isSame(definition, its, files);
  await place.requireRights(same ? 'own' : 'setting');
  try {
    if (same) {
      const way = await uninstall(place);
      await requireOwn(place, own);
      return way;
    }
    const way = await write(place, dropInText(definition, own, id, files));
    await requireEffective(place, definition, variablesSet(definition, own, files));
    return way;
  } catch (error) {
    throw await undone(error, [() => putBack(place, before)]);
  }
}

/** Puts a text of ours in its place and lets the manager take it. */
export async function write(place: Workplace, text: string): Promise<Way> {
  const way = await writeDropIn(place.surroundings.host, dropInFile(place), text, modeOf(text));
  await place.manager.reload();
  return way;
}

/** Takes away our one file, and its folder where nothing else is in it. */
export async function uninstall(place: Workplace): Promise<Way> {
  const { host } = place.surroundings;
  const way = await removeDropIn(host, dropInFile(place));
  await removeEmpty(host, place.folder);
  await place.manager.reload();
  return way;
}

/** A folder that stays behind, as where another file came into it meanwhile, changes nothing of the unit. */
export async function removeEmpty(host: Host, folder: string): Promise<void> {
  try {
    if ((await host.list(folder))?.length === 0) await host.remove(folder);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
  }
}

export function installed({ surroundings, folder }: Workplace): Promise<string | null> {
  return surroundings.host.readText(`${folder}/${DROP_IN}`, LARGEST_DROP_IN);
}

export function dropInFile({ folder }: Workplace): string {
  return `${folder}/${DROP_IN}`;
}

/** Fault: `lock-held`, for a job that is not of our own making. */
export function requireIdle(unit: string, state: UnitState, acts: OwnActs): void {
  // Between two lives of a unit that crashes on and on the job is the manager's own.
  if (acts.isOurs(state) || state.will_restart) return;
  const evidence = [
    { kind: 'job', text: `job ${state.job} on ${unit}, which is ${state.active} (${state.sub})` },
  ];
  throw new FaultError(
    fault('lock-held', `somebody else acts on ${unit}: job ${state.job} is pending`, { evidence }),
  );
}

/** Would the unit be started in the same way, as far as it can be told from what its files give? */
export function isSame(a: Definition, b: Definition, files: ReadonlySet<string>): boolean {
  const names = Object.keys({ ...a.env, ...b.env }).filter((name) => !files.has(name));
  return (
    a.cwd === b.cwd &&
    wholeCommand(a).join('\0') === wholeCommand(b).join('\0') &&
    names.every((name) => a.env[name] === b.env[name])
  );
}

async function refuseUnfit(
  place: Workplace,
  definition: Definition,
  its: Definition,
  own: OwnUnit,
): Promise<void> {
  const { host, unit } = place.surroundings;
  const problems = unquotable(wholeCommand(definition), definition.env);
  const swept = new Set(definition.swept_env);
  for (const [name, path] of own.from_files) {
    const wanted = definition.env[name];
    if (swept.has(name) && wanted !== undefined && wanted !== own.env[name])
      problems.push(
        `${name} is set in EnvironmentFile=${path}, which counts more than what Holdpoint can set`,
      );
  }
  for (const [name, value] of Object.entries(definition.env)) {
    if (value !== its.env[name] && (own.unset.has(name) || own.unset.has(`${name}=${value}`)))
      problems.push(
        `${name} is in UnsetEnvironment= of the unit, which counts more than what Holdpoint can set`,
      );
  }
  for (const folder of place.overriding) {
    if ((await host.file(`${folder}/${DROP_IN}`)) !== null)
      problems.push(`${folder}/${DROP_IN} would be taken instead of ours`);
  }
  const [program = ''] = definition.argv;
  // The unit's own program may be found in another root folder or on the manager's path: it is not ours to judge.
  if (program !== its.argv[0] && !(await isExecutable(host, program)))
    problems.push(`no executable file ${program}`);
  if (problems.length === 0) return;
  throw rejected(
    `${unit}: ${problems.join('; ')}`,
    problems.map((text) => ({ kind: 'definition', text })),
  );
}

async function isExecutable(host: Host, program: string): Promise<boolean> {
  if (!program.startsWith('/')) return false;
  const file = await host.file(program);
  return file?.kind === 'file' && (file.mode & 0o111) !== 0;
}

/** The manager has taken our file, and nothing that sorts behind it counts more. */
async function requireEffective(
  place: Workplace,
  definition: Definition,
  set: ReturnType<typeof variablesSet>,
): Promise<void> {
  const { manager, surroundings } = place;
  const file = dropInFile(place);
  const state = await manager.state();
  const behind = state.drop_ins.slice(state.drop_ins.indexOf(file) + 1);
  const who = behind.length === 0 ? '' : ` (${behind.join(', ')} counts more)`;
  const shown = await manager.loadedCommand();
  const evidence = [
    {
      kind: 'unit',
      text: `LoadState=${state.load} Restart=${state.restart} DropInPaths=${state.drop_ins.join(' ')}`,
    },
    { kind: 'unit', text: shown },
  ];
  const refuse = (why: string) => rejected(`${surroundings.unit}: ${why}`, evidence);
  if (state.load !== 'loaded') throw refuse(`systemd does not accept the setting (LoadState=${state.load})`);
  if (!state.drop_ins.includes(file)) throw refuse(`systemd does not read ${file}`);
  if (!runsArgv(shown, wholeCommand(definition)))
    throw refuse(`another command would be run than the one of the setting${who}`);
  if (state.restart !== 'no')
    throw refuse(`Restart=${state.restart} would still be in force in a trial${who}`);
  const lost = await lostVariables(manager, set);
  if (lost.length > 0) throw refuse(`systemd has not taken over ${lost.join(', ')}${who}`);
}

/** Without a file of ours the unit runs its own command, as far as the manager has loaded what was read. */
async function requireOwn(place: Workplace, { printed }: OwnUnit): Promise<void> {
  const { manager, surroundings } = place;
  await requireUsable(place, await manager.state());
  const shown = await manager.loadedCommand();
  if (printed !== null && runsArgv(shown, printed)) return;
  throw rejected(`${surroundings.unit}: another command would be run than the one of its own files`, [
    { kind: 'unit', text: shown },
  ]);
}

/** Our file as it was before; null: there was none. */
export function putBack(place: Workplace, before: string | null): Promise<Way> {
  return before === null ? uninstall(place) : write(place, before);
}

/** Every step back is tried, and the error is still the first one, with what went wrong behind it. */
export async function undone(error: unknown, steps: readonly (() => Promise<unknown>)[]): Promise<unknown> {
  const failed: unknown[] = [];
  for (const step of steps) await step().catch((second: unknown) => failed.push(second));
  if (failed.length === 0 || !(error instanceof FaultError)) return error;
  const more = failed.map((second) => ({ kind: 'undo', text: `not put back: ${String(second)}` }));
  return new FaultError({ ...error.fault, evidence: [...error.fault.evidence, ...more] });
}
