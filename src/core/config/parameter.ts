import type { EngineDefinition } from '../engine/definition.ts';
import { splitDotted } from '../plan/targets.ts';
import type { ParameterConfiguration, Place } from './configuration.ts';
import type { RawParameter } from './schema/file.ts';

/** A parameter of the file in its resolved form. The engine says whether a dot in a flag is part of its name. */
export function parameterOf(
  name: string,
  raw: RawParameter,
  engine: EngineDefinition,
  place: Place,
): ParameterConfiguration {
  if ('flag' in raw) {
    const { flag, json_key } = splitDotted(raw.flag, engine);
    return {
      name,
      kind: 'flag',
      flag,
      json_key,
      off: raw.off ?? null,
      values: raw.values ?? [],
      report: raw.report ?? null,
      place,
    };
  }
  if ('env' in raw)
    return { name, kind: 'env', env: raw.env, values: raw.values ?? [], report: raw.report ?? null, place };
  return { name, kind: 'linked', options: raw.values, values: Object.keys(raw.values), report: null, place };
}
