import type { ConstraintConfiguration } from '../config/configuration.ts';
import { type Fault, FaultError, fault, type Problem } from '../fault.ts';
import { type Condition, parseCondition } from './expression/condition.ts';
import type { Names } from './expression/evaluate.ts';

/** Judges a setting: null if every constraint keeps it, else the fault that says which do not and why. */
export type Judge = (setting: Names) => Fault | null;

/**
 * Parses the constraints once for all settings; they were checked when the file was read. A constraint that compares
 * an absent (null) value by order does not apply and keeps the setting. Fault: `configuration`, where one that was
 * never checked is no condition.
 */
export function constraintJudge(constraints: readonly ConstraintConfiguration[]): Judge {
  const compiled = constraints.map(({ text, place }) => ({ condition: conditionOf(text, place), place }));
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

function conditionOf(text: string, place: ConstraintConfiguration['place']): Condition {
  const parsed = parseCondition(text);
  if (parsed.ok) return parsed.condition;
  const problems = parsed.errors.map(({ message, remedy }): Problem => ({ ...place, message, remedy }));
  throw new FaultError(fault('configuration', `the constraint \`${text}\` cannot be read`, { problems }));
}

function whyNot(condition: Condition, setting: Names): string | null {
  const result = condition.judge(setting);
  if (result.ok && result.value !== false) return null;
  const values = [...condition.names].map((name) => `${name} is ${JSON.stringify(setting[name])}`).join(', ');
  return result.ok ? `does not hold: ${values}` : `cannot be judged (${result.error.message}): ${values}`;
}

function problem(place: ConstraintConfiguration['place'], text: string, why: string): Problem {
  const { file, line, column } = place;
  return {
    file,
    line,
    column,
    message: `the constraint \`${text}\` ${why}`,
    remedy: 'change the setting or the constraint',
  };
}
