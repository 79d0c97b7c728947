import { FaultError } from '../../../../core/fault.ts';
import type { Right } from '../../../../ports/supervisor.ts';
import { readOwnUnit, type Surroundings } from '../own-unit.ts';
import type { UnitState } from '../unit-state.ts';

const NAME = 'unit files';

/** May the files be read that make the unit what it is, those of its variables included? */
export async function unitRight(surroundings: Surroundings, state: UnitState): Promise<Right> {
  const { host, unit } = surroundings;
  try {
    await readOwnUnit(surroundings, state);
    return { name: NAME, state: 'held', text: `what ${unit} is made of is readable`, remedy: null };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    const { name, message } = error.fault;
    if (name !== 'permission')
      return { name: NAME, state: 'unknown', text: message, remedy: error.fault.hint };
    const { user } = await host.identity();
    const remedy =
      `let root make that file readable to ${user} (\`setfacl -m u:${user}:r FILE\`): that is the right to read what is in ` +
      'it, secrets included';
    return { name: NAME, state: 'missing', text: message, remedy };
  }
}
