import type { Scope } from '../../plan/expression/check.ts';
import { compileCondition } from '../../plan/expression/condition.ts';
import { parameterScope } from '../../plan/expression/parameter-scope.ts';
import { METRIC_SCOPE } from '../../plan/metrics.ts';
import type { Draft } from '../draft.ts';
import { atValue, type Finding, type Path } from '../source/finding.ts';

/** Constraints and conditions of `where`: syntax, names, units, and what is true or false whatever the values are. */
export function checkConditions(draft: Draft): readonly Finding[] {
  const { constraints, objective, parameterNames } = draft;
  const scope = constraintScope(draft);
  return [
    // Without the names of the parameters every name would look unknown.
    ...(parameterNames === null
      ? []
      : constraints.flatMap((text, at) =>
          conditionFindings(text, scope, ['constraints', at], 'a parameter'),
        )),
    ...(objective?.where ?? []).flatMap((text, at) =>
      conditionFindings(text, METRIC_SCOPE, ['objective', 'where', at], 'a measured number'),
    ),
  ];
}

/** Parameters that cannot be read, or whose settings bring further values, may have any type. */
function constraintScope({ parameterNames, parameters, settings }: Draft): Scope {
  const typed = parameterScope(
    parameters.map((parameter) => ({
      name: parameter.name,
      values: [
        ...parameter.values,
        ...(settings ?? []).flatMap((setting) =>
          setting !== null && Object.hasOwn(setting.values, parameter.name)
            ? [setting.values[parameter.name] ?? null]
            : [],
        ),
      ],
    })),
  );
  return new Map((parameterNames ?? []).map((name) => [name, typed.get(name) ?? 'any']));
}

function conditionFindings(text: string | null, scope: Scope, path: Path, what: string): readonly Finding[] {
  if (text === null) return [];
  const compiled = compileCondition(text, scope);
  if (!compiled.ok) {
    return compiled.errors.map(({ column, message, remedy }) => ({
      ...atValue(path, message, remedy),
      inside: column - 1,
    }));
  }
  if (compiled.condition.names.size > 0) return [];
  const always = compiled.condition.judge({});
  return [
    atValue(
      path,
      `names no ${what.replace(/^a /, '')}: it is always ${always.ok ? String(always.value) : 'an error'}`,
      `compare ${what} with something`,
    ),
  ];
}
