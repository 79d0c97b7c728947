import type { EngineDefinition } from '../engine/definition.ts';
import type { RenderProblem } from './slot.ts';
import type { NumberedTarget } from './slots.ts';

/**
 * Flags whose false is to be their absence, although the engine does not take absence for false: `false` and `true` would
 * be one setting under two names. Known of flags that have an opposite and a default other than false.
 */
export function absenceProblems(
  targets: readonly NumberedTarget[],
  { name, reference }: EngineDefinition,
): readonly RenderProblem[] {
  return targets.flatMap(({ parameter, target, known }) => {
    if (target.kind !== 'flag' || target.off !== null || !known.includes(false)) return [];
    const entry = reference?.flags.find((flag) => flag.name === target.canonical);
    const opposite = entry?.negations?.[0];
    if (entry === undefined || opposite === undefined || entry.default === 'false') return [];
    if (entry.negations?.includes(target.flag) === true) return [];
    const then = entry.default === null ? 'decides by itself' : `takes ${entry.default}`;
    return [
      {
        parameter,
        message: `false would leave ${target.flag} out of the command, and then ${name} ${then}`,
        remedy: `add \`off: ${opposite}\`; where the engine shall decide, write null instead of false`,
        words: [],
      },
    ];
  });
}
