import { askHelp } from '../engine-help.ts';
import { type Check, failed, ok, type Patient, unknown } from './check.ts';

const NAME = 'flags';

/** Does the installed engine know every flag that is swept? It is run for that, with `--help`. */
export async function flags({ configuration, ports, storage, definition, path }: Patient): Promise<Check> {
  if (definition === null) return unknown(NAME, 'no command is known: nothing runs');
  const answer = await askHelp({ configuration, definition, host: ports.host, storage, path });
  if (answer.kind !== 'asked') return unknown(NAME, answer.why);
  if (answer.unknown.length === 0)
    return ok(NAME, `${answer.command} names every flag that is swept (${answer.known})`);
  const told = answer.unknown.map(
    ({ flag, near, parameter }) => `${flag} of ${parameter}${near === null ? '' : ` (it names ${near})`}`,
  );
  return failed(
    NAME,
    `${answer.command} does not name ${told.join(', ')}`,
    'this build would end at the flag: correct it, or take the build that knows it',
  );
}
