import { bad, good, type Parsed, quoted } from './parsed.ts';
import { UNIT } from './schema/names.ts';

/** The whole name of a service unit. Never a template: that is no service, only a form of many. */
export function readUnitName(value: unknown): Parsed<string> {
  if (typeof value !== 'string') return bad('must be the name of a unit', 'for example llama.service');
  if (value.endsWith('@.service'))
    return bad(`${quoted(value)} is a template`, `name an instance of it: ${value.replace('@.', '@NAME.')}`);
  if (UNIT.test(value)) return good(value);
  return UNIT.test(`${value}.service`)
    ? bad(`${quoted(value)} is not the whole name of a unit`, `write ${value}.service`)
    : bad(`${quoted(value)} is not a name of a service unit`, 'for example llama.service');
}
