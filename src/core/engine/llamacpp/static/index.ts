import type { StaticRule } from '../../static-rule.ts';
import { REFUSALS } from './refusals.ts';
import { REWRITES } from './rewrites.ts';
import { WARNINGS } from './warnings.ts';

/** What is known of how the server judges its command line. What depends on the model or the memory is not here. */
export const STATIC_RULES: readonly StaticRule[] = [...REFUSALS, ...REWRITES, ...WARNINGS];
