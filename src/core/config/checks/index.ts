import type { Draft } from '../draft.ts';
import type { Environment } from '../expansion.ts';
import type { Finding } from '../source/finding.ts';
import { checkConditions } from './conditions.ts';
import { checkEndpoint, type PlaceText } from './endpoint.ts';
import { checkEvaluation } from './evaluation.ts';
import { checkFlags } from './flags.ts';
import { checkLimits } from './limits.ts';
import { checkNames } from './names.ts';
import { checkObjective } from './objective.ts';
import { checkPaths } from './paths.ts';
import { checkSamples } from './samples.ts';
import { checkSettings } from './settings.ts';
import { checkValues } from './values.ts';
import { checkWorkloads } from './workloads.ts';

/** Everything that is wrong although each part alone is well formed. Parts that cannot be read are left out. */
export function checkDraft(draft: Draft, environment: Environment, place: PlaceText): readonly Finding[] {
  return [
    ...checkNames(draft),
    ...checkEndpoint(draft, place),
    ...checkPaths(draft, environment),
    ...checkValues(draft),
    ...checkFlags(draft, environment),
    ...checkSettings(draft),
    ...checkConditions(draft),
    ...checkWorkloads(draft),
    ...checkEvaluation(draft),
    ...checkObjective(draft),
    ...checkSamples(draft),
    ...checkLimits(draft),
  ];
}
