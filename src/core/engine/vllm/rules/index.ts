import type { StaticRule } from '../../static-rule.ts';
import { PARALLEL_REFUSALS } from './parallel.ts';
import { REWRITES } from './rewrites.ts';
import { SCHEDULING_REFUSALS } from './scheduling.ts';
import { SPECULATION_REFUSALS } from './speculation.ts';
import { TWICE_REFUSALS } from './twice.ts';
import { VALUE_REFUSALS } from './values.ts';
import { WARNINGS } from './warnings.ts';

/**
 * What is known of how the engine judges a command. What depends on the model, the device or the memory is not here:
 * only a start tells.
 */
export const STATIC_RULES: readonly StaticRule[] = [
  ...VALUE_REFUSALS,
  ...TWICE_REFUSALS,
  ...SCHEDULING_REFUSALS,
  ...PARALLEL_REFUSALS,
  ...SPECULATION_REFUSALS,
  ...REWRITES,
  ...WARNINGS,
];
