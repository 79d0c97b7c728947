import type { RuledCommand } from '../static-rule.ts';

/**
 * What forks call the parts of a draft tree; no release has one. Their flags pass as they stand: which of them a build
 * knows, its own help says, and what they did is read back from what was built.
 */
export interface ForkFlag {
  readonly flag: string;
  readonly means: 'algorithm' | 'budget' | 'candidates';
  readonly where: string;
}

export const FORK_FLAGS: readonly ForkFlag[] = [
  { flag: '--speculative-ddtree-budget', means: 'budget', where: 'pull request 29907' },
  { flag: '--speculative-dflash-verify-budget', means: 'budget', where: 'pull request 32053' },
  { flag: '--speculative-ddtree-topk', means: 'candidates', where: 'private forks' },
  { flag: '--speculative-dflash-tree-width', means: 'candidates', where: 'pull request 36196' },
  { flag: '--speculative-dflash-enable-ddtree', means: 'algorithm', where: 'DB-Guo/sglang-ddtree-dev' },
  { flag: '--speculative-dflash-tree-verify', means: 'algorithm', where: 'pull request 31069' },
];

const meaning = (means: ForkFlag['means']) =>
  FORK_FLAGS.filter((fork) => fork.means === means).map(({ flag }) => flag);

/** Nodes of the tree that are verified, its root not counted. */
export const BUDGETS: readonly string[] = meaning('budget');
/** Candidates that each position offers. */
export const CANDIDATES: readonly string[] = meaning('candidates');

/** The flag of this meaning that the command has, with its number; null: none, or no whole number above 0. */
export function askedAs(
  command: RuledCommand,
  flags: readonly string[],
): { readonly flag: string; readonly value: number } | null {
  for (const flag of flags) {
    const value = command.number(flag);
    if (value !== null && Number.isInteger(value) && value > 0) return { flag, value };
  }
  return null;
}
