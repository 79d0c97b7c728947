import type { Plan } from '../../core/plan/plan.ts';
import { type Redactor, redactor, type Secret } from '../../core/secrets.ts';
import type { Ports } from '../../run/ports.ts';
import { definitionsIn, secretsIn } from '../redaction.ts';

/** Every secret value of these plans, also as the text of a unit spells it (systemd.syntax(7)). */
export function secretsInUnits(ports: Ports, plans: readonly Plan[]): readonly Secret[] {
  const secrets = secretsIn(ports, plans.flatMap(definitionsIn));
  return [...secrets, ...secrets.flatMap(spelled)];
}

export function unitRedactor(ports: Ports, plans: readonly Plan[]): Redactor {
  return redactor(secretsInUnits(ports, plans));
}

/** In a variable, and in a command. */
function spelled({ name, value }: Secret): readonly Secret[] {
  const inVariable = value.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%');
  return [inVariable, inVariable.replaceAll('$', '$$$$')]
    .filter((text) => text !== value)
    .map((text) => ({ name, value: text }));
}
