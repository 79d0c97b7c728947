import type { EngineDefinition, ParameterValue } from '../../engine/definition.ts';
import { splitDotted } from '../../plan/targets.ts';
import type { ParameterConfiguration } from '../configuration.ts';
import { suggest } from '../did-you-mean.ts';
import type { Draft } from '../draft.ts';
import { atKey, atValue, type Finding, type Path } from '../source/finding.ts';

/** Values that the thing they are for cannot have, in lists of values and in settings. */
export function checkValues(draft: Draft): readonly Finding[] {
  const { engine, parameters, settings } = draft;
  if (engine === null) return [];
  return [
    ...parameters.flatMap((parameter) => listFindings(parameter, settings !== null, engine)),
    ...(settings ?? []).flatMap((setting, at) =>
      parameters.flatMap((parameter) => {
        if (setting === null || !Object.hasOwn(setting.values, parameter.name)) return [];
        return valueFindings(parameter, setting.values[parameter.name] ?? null, engine, [
          'settings',
          at,
          parameter.name,
        ]);
      }),
    ),
  ];
}

function listFindings(
  parameter: ParameterConfiguration,
  listed: boolean,
  engine: EngineDefinition,
): readonly Finding[] {
  const path = ['parameters', parameter.name, 'values'];
  if (parameter.kind === 'linked') return optionFindings(parameter, engine);
  if (parameter.values.length === 0 && !listed) {
    return [
      atKey(
        path.slice(0, 2),
        'the key `values` is missing',
        'add it: [4, 8, null]; only with `settings` it may be absent',
      ),
    ];
  }
  return parameter.values.flatMap((value, at) => {
    if (parameter.values.indexOf(value) < at)
      return [atValue([...path, at], `${JSON.stringify(value)} stands twice`, 'leave one of them')];
    return valueFindings(parameter, value, engine, [...path, at]);
  });
}

function optionFindings(
  parameter: Extract<ParameterConfiguration, { kind: 'linked' }>,
  engine: EngineDefinition,
): readonly Finding[] {
  const path = ['parameters', parameter.name, 'values'];
  if (parameter.values.length === 0)
    return [atValue(path, 'must not be empty', 'name at least one: {off: {}, on: {--flag: 1}}')];
  return Object.entries(parameter.options).flatMap(([option, set]) =>
    Object.entries(set).flatMap(([name, value]) => {
      const where = [...path, option, name];
      return name.startsWith('-') ? flagFindings(name, value, engine, where) : variableFindings(value, where);
    }),
  );
}

function valueFindings(
  parameter: ParameterConfiguration,
  value: ParameterValue,
  engine: EngineDefinition,
  path: Path,
): readonly Finding[] {
  if (parameter.kind === 'env') return variableFindings(value, path);
  if (parameter.kind === 'flag')
    return parameter.json_key === null ? flagFindings(parameter.flag, value, engine, path) : [];
  if (typeof value === 'string' && parameter.values.includes(value)) return [];
  return [
    atValue(
      path,
      `${JSON.stringify(value)} is no option of \`${parameter.name}\``,
      suggest(String(value), parameter.values),
    ),
  ];
}

/** What the engine knows of the flag: a value where it takes none, or none where it takes one. */
function flagFindings(
  flag: string,
  value: ParameterValue,
  engine: EngineDefinition,
  path: Path,
): readonly Finding[] {
  if (splitDotted(flag, engine).json_key !== null || value === null || value === false) return [];
  const takes = engine.takesValue(flag);
  if (takes === true && value === true)
    return [atValue(path, `${flag} takes a value`, 'write the value; words like on and off are text')];
  if (takes === false && value !== true)
    return [atValue(path, `${flag} takes no value`, 'write true or false')];
  return [];
}

function variableFindings(value: ParameterValue, path: Path): readonly Finding[] {
  return typeof value === 'boolean'
    ? [
        atValue(
          path,
          'a variable is text, not true or false',
          `in quotes, as the program reads it: "1" or "${String(value)}"`,
        ),
      ]
    : [];
}
