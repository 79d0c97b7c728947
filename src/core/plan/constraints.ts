import type { ConstraintConfiguration, ParameterConfiguration } from '../config/configuration.ts';
import { fault, type Fault, type Problem } from '../fault.ts';
import { compileCondition, type Condition } from './expression/condition.ts';
import type { Names } from './expression/evaluate.ts';
import { parameterScope } from './expression/parameter-scope.ts';

/** Judges a setting: null if every constraint keeps it, else the fault that says which do not and why. */
export type Judge = (setting: Names) => Fault | null;

/**
 * Compiles the constraints once for all settings. A constraint that compares an absent (null) value by order does not
 * apply and keeps the setting. The texts were checked when the file was read.
 */
export function constraintJudge(constraints: readonly ConstraintConfiguration[], parameters: readonly ParameterConfiguration[]): Judge {
  const scope = parameterScope(parameters);
  const compiled = constraints.flatMap(({ text, place }) => {
    const result = compileCondition(text, scope);
    return result.ok ? [{ condition: result.condition, place }] : [];
  });
  return (setting) => {
    const broken = compiled.flatMap(({ condition, place }) => {
      const why = whyNot(condition, setting);
      return why === null ? [] : [{ text: condition.text, problem: problem(place, condition.text, why) }];
    });
    const [first] = broken;
    if (first === undefined) return null;
    return fault('invalid-setting', first.problem.message, {
      data: { constraints: broken.map(({ text }) => text) },
      problems: broken.map((entry) => entry.problem),
      hint: 'change the setting or the constraint',
    });
  };
}

function whyNot(condition: Condition, setting: Names): string | null {
  const result = condition.judge(setting);
  if (result.ok && result.value !== false) return null;
  const values = [...condition.names].map((name) => `${name} is ${JSON.stringify(setting[name])}`).join(', ');
  return result.ok ? `does not hold: ${values}` : `cannot be judged (${result.error.message}): ${values}`;
}

function problem(place: ConstraintConfiguration['place'], text: string, why: string): Problem {
  const { file, line, column } = place;
  return { file, line, column, message: `the constraint \`${text}\` ${why}`, remedy: 'change the setting or the constraint' };
}
