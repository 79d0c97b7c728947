import { type RuledCommand, rewritten, type StaticRule } from '../../static-rule.ts';
import { askedAs, BUDGETS, CANDIDATES } from '../forks.ts';
import { blockOf, draftsBlocks, WINDOW } from './asked.ts';

const PAPER = {
  where: 'DDTree, arXiv 2604.12989: the tree is built best-first from one forward pass of the draft',
  wording: null,
};

/**
 * What follows from how a draft tree is built, whatever a fork calls its flags: nodes come best-first, a sibling only
 * after those of a better rank, a child only after its parent, and none is deeper than the block is long.
 */
export const TREE_REWRITES: readonly StaticRule[] = [
  rewritten(
    {
      flags: [...CANDIDATES, ...BUDGETS],
      says: 'no more candidates than the budget has nodes: the rest can never be taken',
      source: PAPER,
    },
    (c) => {
      const [budget, candidates] = [askedAs(c, BUDGETS), askedAs(c, CANDIDATES)];
      if (budget === null || candidates === null || candidates.value <= budget.value) return null;
      return {
        text: `${candidates.flag} ${candidates.value} is no more than ${budget.value}: a tree of ${budget.value} nodes takes no candidate behind the first ${budget.value}`,
        becomes: { [candidates.flag]: budget.value },
      };
    },
  ),
  rewritten(
    {
      flags: [...BUDGETS, ...CANDIDATES],
      says: 'no more than a tree of that many candidates has nodes in a depth of block - 1',
      source: PAPER,
    },
    (c) => {
      const [budget, candidates, block] = [askedAs(c, BUDGETS), askedAs(c, CANDIDATES), blockOf(c)];
      if (budget === null || candidates === null || block === null) return null;
      const most = nodesOf(candidates.value, block - 1, budget.value);
      if (most >= budget.value) return null;
      return {
        text: `${budget.flag} ${budget.value} is no more than ${most}: with ${candidates.value} candidates and a depth of ${block - 1} (block of ${block}) the tree has no more nodes`,
        becomes: { [budget.flag]: most },
      };
    },
  ),
  rewritten(
    {
      flags: [WINDOW, '--context-length'],
      says: 'a window as long as the context is none (DFLASH, DDTREE)',
      source: { where: 'the draft sees the last tokens of the context only', wording: null },
    },
    (c) => {
      const [window, context] = [c.number(WINDOW), contextOf(c)];
      if (!draftsBlocks(c) || window === null || context === null || window < context) return null;
      return {
        text: `${WINDOW} ${window} hides nothing of a context of ${context}`,
        becomes: { [WINDOW]: null },
      };
    },
  ),
];

/** Nodes of a full tree, counted no further than `enough`. */
function nodesOf(candidates: number, depth: number, enough: number): number {
  let total = 0;
  let level = 1;
  for (let at = 0; at < depth && total < enough; at++) {
    level *= candidates;
    total += level;
  }
  return total;
}

function contextOf(command: RuledCommand): number | null {
  const length = command.number('--context-length');
  return length !== null && length > 0 ? length : null;
}
