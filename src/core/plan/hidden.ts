import type { EngineDefinition } from '../engine/definition.ts';
import type { Definition } from '../generation.ts';
import type { RenderProblem } from './slot.ts';
import type { NumberedTarget } from './slots.ts';

/**
 * Flags whose variable the base command sets too: where the flag is absent the variable would count, and where both are
 * given one of them is hidden. A setting could then be another one than it says.
 */
export function hiddenProblems(
  targets: readonly NumberedTarget[],
  { env, from_files = [] }: Definition,
  engine: EngineDefinition,
): readonly RenderProblem[] {
  return targets.flatMap(({ parameter, target }) => {
    const name = target.kind === 'env' ? null : (engine.variableOf?.(target.canonical) ?? null);
    if (name === null || target.kind === 'env' || !Object.hasOwn(env, name)) return [];
    const where = from_files.includes(name)
      ? 'an EnvironmentFile= of the unit'
      : 'the environment of the server';
    return [
      {
        parameter,
        message: `${target.flag} is swept, and ${where} sets the same by ${name}`,
        remedy: `take ${name} out of it and write the flag into the command, or sweep { env: ${name} }`,
        words: [],
      },
    ];
  });
}
