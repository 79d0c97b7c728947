import { FaultError } from '../../../core/fault.ts';
import { type Definition, type SystemdGeneration, wholeCommand } from '../../../core/generation.ts';
import { secretsOf } from '../../../core/plan/secrets-of.ts';
import { redactor } from '../../../core/secrets.ts';
import type { Host, ProcessRow } from '../../../ports/host.ts';
import type { Present } from '../../../ports/supervisor.ts';
import { GENERATION_VARIABLE } from '../process/environment.ts';
import { asMember } from '../process/members.ts';
import { livingIn } from './control-groups.ts';
import { readDropIn, type Written } from './drop-in.ts';
import { isOfManager, isStartedBy } from './exec-start.ts';
import { namesOfFiles, type OwnUnit, ownDefinition, readOwnUnit } from './own-unit.ts';
import { dropInFile, installed, type Workplace } from './preparation.ts';
import type { UnitState } from './unit-state.ts';

/** What of the unit lives, how it was started, and whether its own files say the same. */
export async function presentOf(
  place: Workplace,
  state: UnitState,
  generation: () => Promise<SystemdGeneration>,
): Promise<Present> {
  const { host, unit } = place.surroundings;
  const rows = await livingIn(host, unit, state);
  const ended = state.active === 'inactive' || state.active === 'failed';
  if (ended && rows.length === 0) return { generation: null, definition: null, members: [], ours: false };
  const leader = rows.find((row) => row.pid === state.main_pid);
  const parent = leader === undefined ? null : await host.process(leader.ppid);
  const running = await (leader === undefined || isOfManager(leader.argv, parent?.argv ?? [])
    ? comingOf(place, state, leader)
    : runningOf(place, state, leader)
  ).catch(refusedBy);
  return {
    generation: await generation(),
    definition: running?.definition ?? null,
    members: rows.map(asMember),
    ours: running?.ours ?? false,
    ...(running?.differs === undefined ? {} : { differs: running.differs }),
    ...(running?.refused === undefined ? {} : { refused: running.refused }),
  };
}

interface Running extends Pick<Present, 'definition' | 'ours' | 'differs' | 'refused'> {}

/** Whoever only looks needs no definition: it is a change that is refused without one. */
function refusedBy(error: unknown): Running {
  if (!(error instanceof FaultError) || error.fault.name !== 'definition-rejected') throw error;
  return { ours: false, definition: null, refused: error.fault.message };
}

/** What its manager is about to start is what the files of the unit say, ours among them once loaded. null: nothing is. */
async function comingOf(
  place: Workplace,
  state: UnitState,
  leader: ProcessRow | undefined,
): Promise<Running | null> {
  const restarts = state.job === null && state.restart !== 'no' && state.active !== 'failed';
  if (leader === undefined && state.active !== 'activating' && !restarts) return null;
  const { unit } = place.surroundings;
  const [own, text] = await Promise.all([readOwnUnit(place.surroundings, state), installed(place)]);
  const written = text === null ? null : readDropIn(text);
  if (written === null || written.id === '' || !state.drop_ins.includes(dropInFile(place)))
    return { ours: false, definition: ownDefinition(unit, own) };
  return { ours: true, definition: definitionOf(own, written, shown(own, written, null)) };
}

function definitionOf(
  own: OwnUnit,
  { argv, wrapper }: Pick<Definition, 'argv' | 'wrapper'>,
  env: Readonly<Record<string, string>>,
): Definition {
  const parts = { argv, env, cwd: own.cwd, env_complete: true, ...namesOfFiles(own) };
  return wrapper === undefined ? parts : { ...parts, wrapper };
}

/** What stands in front has become the program, or is still there. */
function isStarted({ argv }: ProcessRow, definition: Pick<Definition, 'argv' | 'wrapper'>): boolean {
  return isStartedBy(argv, definition.argv) || isStartedBy(argv, wholeCommand(definition));
}

/** By this text of ours? Where the environment cannot be read, as of another user's process, its command tells. */
export async function isStartedWith(host: Host, main: ProcessRow, written: Written): Promise<boolean> {
  const env = await host.environment(main.pid);
  return env === null ? isStarted(main, written) : env[GENERATION_VARIABLE] === written.id;
}

async function runningOf(place: Workplace, state: UnitState, leader: ProcessRow): Promise<Running> {
  const { host, unit } = place.surroundings;
  const [env, text, own] = await Promise.all([
    host.environment(leader.pid),
    installed(place),
    readOwnUnit(place.surroundings, state),
  ]);
  const written = text === null ? null : readDropIn(text);
  const byOurs = written !== null && isStarted(leader, written);
  const ours = env === null ? byOurs : env[GENERATION_VARIABLE] !== undefined;
  if (ours) {
    const command = byOurs ? written : { argv: leader.argv };
    return { ours, definition: definitionOf(own, command, shown(own, written, env)) };
  }
  const its = ownDefinition(unit, own);
  const definition = { ...its, env: shown(own, null, env) };
  if (isStarted(leader, its)) return { ours, definition };
  const found = { ...definition, argv: leader.argv };
  const safe = redactor([...secretsOf(its), ...secretsOf(found)]);
  const differs = {
    where: `${state.file} and its drop-ins`,
    wanted: safe.text(wholeCommand(its).join(' ')),
    got: safe.text(leader.argv.join(' ')),
  };
  return { ours, definition: found, differs };
}

/** The variables that the unit or we have set, with the values that the process really has. */
function shown(
  own: OwnUnit,
  written: Written | null,
  env: Readonly<Record<string, string>> | null,
): Readonly<Record<string, string>> {
  const assigned = 'refused' in own.command ? {} : own.command.assigned;
  const set = { ...own.env, ...assigned, ...written?.env };
  if (env === null) return set;
  const names = Object.keys(set).filter((name) => env[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, env[name] ?? '']));
}
