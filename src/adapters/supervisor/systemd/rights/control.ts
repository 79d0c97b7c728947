import type { Right } from '../../../../ports/supervisor.ts';
import { isDenied, said, type UnitManager } from '../manager.ts';
import { VERBS, type Verb } from './names.ts';

/**
 * What the manager says to a request that it has authorised and then refuses, by rules of its own that hold for every
 * unit (systemd 246 and newer): a start in a mode for stops, a stop in a mode for starts, a signal to the process of
 * ExecStop= or the like where there is none.
 */
const ALLOWED: Readonly<Record<Exclude<Verb, 'reset-failed'>, RegExp>> = {
  start: /triggering is only valid for stop/i,
  stop: /isolate is only valid for start/i,
  kill: /no control process to kill/i,
};

/** Each verb asked for in a form that the manager checks the right of, and never carries out. */
export async function controlRights(manager: UnitManager, unit: string): Promise<readonly Right[]> {
  const rights: Right[] = [];
  for (const verb of VERBS) rights.push(await (verb === 'reset-failed' ? reset(manager, unit) : ask(verb)));
  return rights;

  async function ask(verb: Exclude<Verb, 'reset-failed'>): Promise<Right> {
    const result = await manager.tryOut(verb);
    if (result.code === 0 || ALLOWED[verb].test(result.stderr)) return held(verb, unit);
    if (isDenied(result)) return missing(verb, unit);
    return unknown(verb, `${verb} of ${unit} could not be tried: ${said(result)}`);
  }
}

/**
 * There is no form of it that does nothing. Where there is nothing to be forgotten (it runs, did not fail and was not
 * started anew) it changes nothing that anybody sees, and only there it is asked for.
 */
async function reset(manager: UnitManager, unit: string): Promise<Right> {
  const verb = 'reset-failed';
  const { active, result, restarts } = await manager.state();
  if (active !== 'active' || result !== 'success' || restarts > 0)
    return unknown(
      verb,
      `${verb} of ${unit} is not tried while it is ${active} (${result}): it would erase why`,
    );
  const tried = await manager.tryOut(verb);
  if (tried.code === 0) return held(verb, unit);
  return isDenied(tried)
    ? missing(verb, unit)
    : unknown(verb, `${verb} of ${unit} could not be tried: ${said(tried)}`);
}

function held(name: string, unit: string): Right {
  return { name, state: 'held', text: `may ${name} ${unit}`, remedy: null };
}

function missing(name: string, unit: string): Right {
  return { name, state: 'missing', text: `may not ${name} ${unit}`, remedy: null };
}

function unknown(name: string, text: string): Right {
  return { name, state: 'unknown', text, remedy: null };
}
