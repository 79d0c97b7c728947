import type { StaticRule } from '../../static-rule.ts';
import { BLOCK_REFUSALS } from './blocks.ts';
import { CHAIN_REFUSALS } from './chains.ts';
import { UNKNOWN_CHOICES } from './choices.ts';
import { LAYOUT_REWRITES } from './layout.ts';
import { DRAFTING_REWRITES } from './rewrites.ts';
import { SHAPE_REFUSALS } from './shape.ts';
import { TREE_REWRITES } from './trees.ts';
import { WARNINGS } from './warnings.ts';

/**
 * What is known of how the engine judges a command. What depends on the model, the device or the memory is not here:
 * only a start tells.
 */
export const STATIC_RULES: readonly StaticRule[] = [
  ...BLOCK_REFUSALS,
  ...CHAIN_REFUSALS,
  ...SHAPE_REFUSALS,
  ...DRAFTING_REWRITES,
  ...TREE_REWRITES,
  ...LAYOUT_REWRITES,
  ...WARNINGS,
  ...UNKNOWN_CHOICES,
];
