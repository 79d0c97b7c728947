import { Acceptance } from './acceptance.ts';
import type { TreeShape } from './tree.ts';

/** Shapes of one process; a sweep has a handful, and a shape costs some 100 KB at most. */
const LARGEST = 256;

const known = new Map<string, Acceptance>();

/** The acceptance of a shape, built once for all servers of this process: it follows from the shape alone. */
export function acceptanceOf(shape: TreeShape): Acceptance {
  const key = `${shape.budget} ${shape.topk} ${shape.depth}`;
  let acceptance = known.get(key);
  if (acceptance === undefined) {
    if (known.size >= LARGEST) known.clear();
    acceptance = new Acceptance(shape);
    known.set(key, acceptance);
  }
  return acceptance;
}
