import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AsTaken, EngineDefinition, PlanContext } from '../engine/definition.ts';
import { MOST_JUDGED } from './judged.ts';
import { type LaidOutTrial, plainTrial } from './laid-out-trial.ts';
import type { PlannedTrial } from './plan.ts';

/**
 * Marks trials that would run what an earlier one runs: the same command, or one of which the engine makes the same by
 * its own rules; with what the engine is known to do other than the command reads.
 */
export function markDuplicates(
  trials: readonly LaidOutTrial[],
  engine: EngineDefinition,
  context: PlanContext = { concurrency: [], varied: new Set() },
): readonly PlannedTrial[] {
  const commands = new Map<string, string>();
  const taken = new Map<string, { readonly name: string; readonly rewrites: readonly string[] }>();
  const environments = new WeakMap<object, string>();
  return trials.map((trial, at) => {
    if (trial.rejected !== null) return trial;
    const { name, key } = trial;
    const duplicate_of = commands.get(key) ?? null;
    if (duplicate_of !== null) return plainTrial(trial, { duplicate_of });
    commands.set(key, name);
    if (at >= MOST_JUDGED) return trial;
    const { definition } = trial;
    const made = engine.asTaken?.(definition.argv, { ...context, env: definition.env });
    if (made === undefined) return trial;
    const environment = environments.get(definition.env) ?? JSON.stringify(definition.env);
    environments.set(definition.env, environment);
    const whole = digest(`${environment}\n${made.same}`);
    const same = taken.get(whole);
    if (same !== undefined)
      return plainTrial(trial, {
        duplicate_of: same.name,
        duplicate_why: difference(made, same.rewrites),
      });
    taken.set(whole, { name, rewrites: made.rewrites });
    const warnings = at === 0 && trials.length > MOST_JUDGED ? [UNJUDGED, ...made.warnings] : made.warnings;
    return warnings.length === 0 ? trial : plainTrial(trial, { warnings });
  });
}

const UNJUDGED = `the rules of the engine are applied to the first ${MOST_JUDGED} settings only`;

/** Only as long as the same: of a hundred thousand commands none is kept whole. */
function digest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)).subarray(0, 16));
}

/** The rules that changed one of the two and not the other; where both were changed alike, all of them. */
function difference({ rewrites }: AsTaken, others: readonly string[]): readonly string[] {
  const different = [
    ...rewrites.filter((rule) => !others.includes(rule)),
    ...others.filter((rule) => !rewrites.includes(rule)),
  ];
  return different.length === 0 ? rewrites : different;
}
