import type { Definition } from '../../../core/generation.ts';
import { shows } from './exec-start.ts';
import type { UnitManager } from './manager.ts';

/** Values that every version of systemd prints in a way that can be read back. */
const PRINTED = /^[ -[\]-~]*$/;

/** What our file sets: of a definition the variables that are others than the unit's own, and that no file gives. */
export function variablesSet(
  { env }: Pick<Definition, 'env'>,
  own: Pick<Definition, 'env'>,
  of_files: ReadonlySet<string>,
): readonly (readonly [string, string])[] {
  return Object.entries(env).filter(([name, value]) => own.env[name] !== value && !of_files.has(name));
}

/** Names of variables that the manager has loaded with another value or not at all, as where another file counts more. */
export async function lostVariables(
  manager: UnitManager,
  set: readonly (readonly [string, string])[],
): Promise<readonly string[]> {
  const told = set.filter(([, value]) => PRINTED.test(value));
  if (told.length === 0) return [];
  const shown = await manager.loadedEnvironment();
  return told.filter(([name, value]) => !shows(shown, `${name}=${value}`)).map(([name]) => name);
}
