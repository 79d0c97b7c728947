import type { Definition } from '../core/generation.ts';
import type { Plan } from '../core/plan/plan.ts';
import { secretsOf } from '../core/plan/secrets-of.ts';
import { type Redactor, redactor, type Secret } from '../core/secrets.ts';
import type { Ports } from '../run/ports.ts';

/** Every secret value that these commands carry, and the server's own key. */
export function secretsIn(ports: Ports, definitions: readonly (Definition | null)[]): readonly Secret[] {
  return [
    ...ports.credentials.secrets(),
    ...definitions.flatMap((definition) => (definition === null ? [] : secretsOf(definition))),
  ];
}

/** Keeps them out of what is printed and written. */
export function redactorFor(ports: Ports, definitions: readonly (Definition | null)[]): Redactor {
  return redactor(secretsIn(ports, definitions));
}

export function definitionsIn(plan: Plan): Definition[] {
  return [plan.base, ...plan.trials.map((trial) => trial.definition)];
}
