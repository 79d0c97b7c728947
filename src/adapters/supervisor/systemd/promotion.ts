import { type Definition, leftToFiles, wholeCommand } from '../../../core/generation.ts';
import type { Promoted, Standing } from '../../../core/promoted.ts';
import type { Promotions } from '../../../ports/supervisor.ts';
import { DROP_IN, modeOf } from './drop-in.ts';
import { removeDropIn, writeDropIn } from './drop-in-file.ts';
import { lostVariables, variablesSet } from './loaded-variables.ts';
import { ownDefinition, readOwnUnit, rejected } from './own-unit.ts';
import {
  install,
  installed,
  isSame,
  putBack,
  removeEmpty,
  requireIdle,
  undone,
  type Workplace,
} from './preparation.ts';
import { markOf, PROMOTED, promotedText } from './promoted-file.ts';
import { unquotable } from './quote.ts';
import { requireUsable } from './usable.ts';

const LARGEST_FILE = 1024 * 1024;

/** What is, and what would be, installed for good. */
export function promotionsOn(place: Workplace): Promotions {
  const { manager, surroundings } = place;
  const read = async () => {
    const state = await manager.state();
    await requireUsable(place, state);
    return readOwnUnit(surroundings, state, [DROP_IN, PROMOTED]);
  };
  return {
    installed: () => promotedIn(place),
    own: async () => ownDefinition(surroundings.unit, await read()),
    async made(definition, of) {
      const problems = unquotable(wholeCommand(definition), definition.env);
      if (problems.length > 0) throw rejected(`${surroundings.unit}: ${problems.join('; ')}`);
      const own = await read();
      const files = leftToFiles(definition, own.from_files.keys());
      return { ...of, file: fileOf(place, of.persist), text: promotedText(definition, own, files, of) };
    },
  };
}

/**
 * As `install`, with what is installed for good. Where the definition must be the unit's own by it and is not, as where
 * another file counts more, it is refused, and everything is as it was. Faults: those of `install`.
 */
export async function installStanding(
  place: Workplace,
  { promoted, is_own }: Standing,
  definition: Definition,
  id: string,
): Promise<void> {
  const { manager, surroundings, acts } = place;
  const state = await manager.state();
  await requireUsable(place, state);
  requireIdle(surroundings.unit, state, acts);
  const [before, trial] = await Promise.all([promotedIn(place), installed(place)]);
  try {
    await stand(place, promoted);
    if (is_own) await requireOwnBy(place, promoted, definition);
    await install(place, definition, id);
    if (is_own) await requireLoaded(place, definition);
  } catch (error) {
    throw await undone(error, [() => stand(place, before), () => putBack(place, trial)]);
  }
}

/** This, and nothing else of ours, is installed for good. Faults: `definition-rejected`, `permission`, `probe-failed`. */
export async function stand(place: Workplace, standing: Promoted | null): Promise<void> {
  const { host } = place.surroundings;
  const found = await filesIn(place);
  const wanted = standing === null ? null : fileOf(place, standing.persist);
  if (standing !== null && markOf(standing.text)?.run_id !== standing.run_id)
    throw rejected(`what is to be installed as ${wanted} is no text of run ${standing.run_id}`);
  const others = found.filter((each) => each.file !== wanted);
  const stays =
    standing === null || found.some(({ file, text }) => file === wanted && text === standing.text);
  if (stays && others.length === 0) return;
  if (standing !== null && wanted !== null)
    await writeDropIn(host, wanted, standing.text, modeOf(standing.text));
  for (const { file, folder } of others) {
    await removeDropIn(host, file);
    await removeEmpty(host, folder);
  }
  await place.manager.reload();
}

function fileOf({ folder, lasting }: Workplace, persist: boolean): string {
  return `${persist ? lasting : folder}/${PROMOTED}`;
}

/** That which counts, where both are there. */
async function promotedIn(place: Workplace): Promise<Promoted | null> {
  const [first] = await filesIn(place);
  if (first === undefined) return null;
  const { mark, persist, file, text } = first;
  return { ...mark, persist, file, text };
}

/** Files of ours; the one that counts comes first. Fault: `definition-rejected`, for one that is not ours. */
async function filesIn(place: Workplace) {
  const { host } = place.surroundings;
  const found = [];
  for (const persist of [true, false]) {
    const file = fileOf(place, persist);
    const text = await host.readText(file, LARGEST_FILE);
    if (text === null) continue;
    const mark = markOf(text);
    if (mark === null)
      throw rejected(`${file} was not written by Holdpoint: move it away, it is not touched`);
    found.push({ persist, file, folder: persist ? place.lasting : place.folder, text, mark });
  }
  return found;
}

/** Told from the files in their order; what the manager makes of them is asked when no trial's file is among them. */
async function requireOwnBy(
  place: Workplace,
  promoted: Promoted | null,
  definition: Definition,
): Promise<void> {
  const { manager, surroundings } = place;
  const file = promoted === null ? null : fileOf(place, promoted.persist);
  const state = await manager.state();
  const evidence = [
    { kind: 'unit', text: `LoadState=${state.load} DropInPaths=${state.drop_ins.join(' ')}` },
  ];
  const refuse = (why: string) => rejected(`${surroundings.unit}: ${why}`, evidence);
  if (state.load !== 'loaded') throw refuse(`systemd does not accept the setting (LoadState=${state.load})`);
  if (file !== null && !state.drop_ins.includes(file)) throw refuse(`systemd does not read ${file}`);
  const own = await readOwnUnit(surroundings, state);
  const files = leftToFiles(definition, own.from_files.keys());
  if (isSame(definition, ownDefinition(surroundings.unit, own), files)) return;
  if (file === null) throw refuse('its own files say something else by now');
  const behind = state.drop_ins
    .slice(state.drop_ins.indexOf(file) + 1)
    .filter((path) => !path.endsWith(`/${DROP_IN}`));
  const who = behind.length === 0 ? 'another file of the unit' : behind.join(', ');
  throw refuse(`with ${file} it would still not run the setting that was measured: ${who} counts more`);
}

/** The command was compared; here the variables. */
async function requireLoaded(place: Workplace, definition: Definition): Promise<void> {
  const { manager, surroundings } = place;
  const own = await readOwnUnit(surroundings, await manager.state(), [DROP_IN, PROMOTED]);
  const lost = await lostVariables(manager, variablesSet(definition, own, new Set(definition.from_files)));
  if (lost.length > 0) throw rejected(`${surroundings.unit}: systemd has not taken over ${lost.join(', ')}`);
}
