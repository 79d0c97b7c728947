import { FaultError, fault } from '../../../../core/fault.ts';
import { secretsOf } from '../../../../core/plan/secrets-of.ts';
import type { HostIdentity } from '../../../../ports/host.ts';
import type { Right } from '../../../../ports/supervisor.ts';
import type { AskJournal } from '../journal-behind.ts';
import { ownDefinition, readOwnUnit } from '../own-unit.ts';
import { dropInFile, type Workplace } from '../preparation.ts';
import type { UnitState } from '../unit-state.ts';
import { controlRights } from './control.ts';
import { dropInRight } from './drop-in.ts';
import { journalRight, PERSISTENT_JOURNAL } from './journal.ts';
import { VERBS } from './names.ts';
import { ownManagerRight } from './own-manager.ts';
import { givenByPolkit, hasPolkit, reloadRight } from './polkit.ts';
import { processRights } from './processes.ts';
import { unitRight } from './unit.ts';

export interface RightsQuestion {
  readonly place: Workplace;
  readonly systemctl: string;
  readonly ask_journal: AskJournal;
}

/** What the way back needs too; who may do that is never kept from it by what he may not see. */
const TO_ACT: ReadonlySet<string> = new Set([...VERBS, 'daemon-reload', 'drop-in']);

/** Every right on the unit, each tried by itself and without touching it. Fault: `probe-failed`, `probe-hung`. */
export async function rightsOn(question: RightsQuestion): Promise<readonly Right[]> {
  const { place, systemctl, ask_journal } = question;
  const { host, unit, scope, runtime_folder } = place.surroundings;
  const who = await host.identity();
  const state = await place.manager.state();
  const runs_as = scope === 'user' ? who.user : await place.manager.runsAs();
  const persistent = (await host.file(PERSISTENT_JOURNAL)) !== null;
  const main = state.main_pid === 0 ? null : await host.process(state.main_pid);
  const { invocation } = state;
  const looks = [
    await unitRight(place.surroundings, state),
    await journalRight({ ask: ask_journal, scope, unit, user: who.user, runs_as, invocation, persistent }),
    ...(await processRights(host, main, who.user)),
  ];
  const asks = { host, systemctl, user: who.user };
  if (scope === 'user') return [...looks, await ownManagerRight({ ...asks, runtime_folder, for: 'service' })];
  if (who.uid === 0) return [...looks, asRoot(unit)];
  const own = { ...asks, runtime_folder: `/run/user/${who.uid}`, for: 'timer and detach' } as const;
  return [...looks, ...(await changeRights(place, state, who, runs_as)), await ownManagerRight(own)];
}

/**
 * Before anything is stopped: what this user lacks would be met in the middle of a change, or worse, of the restore.
 * Fault: `permission`, with everything that is missing and what gives it.
 */
export async function requireRights(question: RightsQuestion, goal: 'own' | 'setting'): Promise<void> {
  const { host, unit, scope } = question.place.surroundings;
  const { uid, user } = await host.identity();
  if (scope === 'user' || uid === 0) return;
  const missing = (await rightsOn(question)).filter(
    (right) => right.state === 'missing' && (goal === 'setting' || TO_ACT.has(right.name)),
  );
  if (missing.length === 0) return;
  const texts = missing.flatMap(({ name, text, remedy }) => [
    { kind: 'right', text: `${name}: ${text}` },
    ...(remedy === null ? [] : [{ kind: 'remedy', text: remedy }]),
  ]);
  const message = `${user} lacks rights on ${unit}: ${missing.map(({ name }) => name).join(', ')}`;
  const hint = [...new Set(missing.flatMap(({ remedy }) => remedy ?? []))].join('; ');
  throw new FaultError(fault('permission', message, { evidence: texts, hint }));
}

async function changeRights(
  place: Workplace,
  state: UnitState,
  { user, uid }: HostIdentity,
  runs_as: string,
): Promise<readonly Right[]> {
  const { host, unit } = place.surroundings;
  const by_polkit = [
    ...(await controlRights(place.manager, unit)),
    await reloadRight(host, await hasPolkit(host)),
  ];
  const rights: Right[] = [];
  for (const right of by_polkit) rights.push(await givenByPolkit(host, right, { user, unit }));
  const has_secret = await hasSecret(place, state);
  const file = dropInFile(place);
  return [...rights, await dropInRight(host, { user, unit, file, has_secret, runs_as }, uid)];
}

/** Of a unit that cannot be read or understood nothing would be written. */
async function hasSecret({ surroundings }: Workplace, state: UnitState): Promise<boolean> {
  try {
    return secretsOf(ownDefinition(surroundings.unit, await readOwnUnit(surroundings, state))).length > 0;
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return false;
  }
}

function asRoot(unit: string): Right {
  const text = `as root every unit may be changed; Holdpoint stops and starts ${unit} alone and writes its one file`;
  return { name: 'control', state: 'held', text, remedy: null };
}
