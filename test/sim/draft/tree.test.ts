import { describe, expect, it } from 'vitest';
import { TreeBuilder, type TreeShape } from '../../../src/sim/draft/tree.ts';
import { SeededRandom } from '../../../src/sim/random.ts';

type Path = readonly number[];

const SHAPES = [1, 2, 3, 4].flatMap((depth) => [1, 2, 3].map((topk) => ({ depth, topk })));
const BUDGETS = [1, 2, 3, 4, 5, 6, 7, 8];

/** For each depth probabilities that fall with the rank, otherwise random. */
function randomMarginals({ depth, topk }: { depth: number; topk: number }, random: SeededRandom): number[][] {
  return Array.from({ length: depth }, () => {
    const row = Array.from({ length: topk }, () => random.uniform() ** 2).sort((a, b) => b - a);
    const total = row.reduce((sum, value) => sum + value, random.uniform());
    return row.map((value) => value / total);
  });
}

function probability(path: Path, marginals: number[][]): number {
  return path.reduce((product, rank, depth) => product * (marginals[depth]?.[rank] ?? Number.NaN), 1);
}

function allPaths(depth: number, topk: number): Path[] {
  let last: Path[] = [[]];
  const all: Path[] = [];
  for (let length = 1; length <= depth; length++) {
    last = last.flatMap((path) => Array.from({ length: topk }, (_, rank) => [...path, rank]));
    all.push(...last);
  }
  return all;
}

/** Every set of paths in which each path's parent and likelier siblings are too: by size, grown one path at a time. */
function closedTrees(depth: number, topk: number): Path[][][] {
  const bySize: Path[][][] = [[[]]];
  for (const budget of BUDGETS) {
    const grown = new Map<string, Path[]>();
    for (const tree of bySize[budget - 1] ?? []) {
      const names = new Set(tree.map(String));
      for (const path of allPaths(depth, topk)) {
        const rank = path.at(-1) ?? 0;
        const parent = path.slice(0, -1);
        const hasParent = parent.length === 0 || names.has(String(parent));
        const hasSibling = rank === 0 || names.has(String([...parent, rank - 1]));
        if (names.has(String(path)) || !hasParent || !hasSibling) continue;
        const next = [...tree, path];
        grown.set(next.map(String).sort().join(' '), next);
      }
    }
    bySize.push([...grown.values()]);
  }
  return bySize;
}

function builtPaths(shape: TreeShape, marginals: number[][]): Path[] {
  const tree = new TreeBuilder(shape).build(Float64Array.from(marginals.flat()));
  const paths: Path[] = [];
  for (let node = 0; node < tree.size; node++) {
    const path = [...(paths[tree.parents[node] ?? -1] ?? []), tree.ranks[node] ?? -1];
    expect(path.length).toBe(tree.depths[node]);
    expect(tree.probabilities[node]).toBeCloseTo(probability(path, marginals), 12);
    paths.push(path);
  }
  return paths;
}

describe('the best-first tree', () => {
  it.each(SHAPES)('takes the likeliest of all paths, depth $depth, topk $topk', ({ depth, topk }) => {
    const random = new SeededRandom(10 * depth + topk);
    for (let round = 0; round < 10; round++) {
      const marginals = randomMarginals({ depth, topk }, random);
      const sorted = allPaths(depth, topk).sort(
        (one, other) => probability(other, marginals) - probability(one, marginals),
      );
      for (const budget of BUDGETS) {
        const built = builtPaths({ budget, topk, depth }, marginals);
        expect(built.map(String)).toEqual(sorted.slice(0, budget).map(String));
      }
    }
  });

  it.each(SHAPES)('has the greatest sum of all closed trees, depth $depth, topk $topk', ({ depth, topk }) => {
    const trees = closedTrees(depth, topk);
    const random = new SeededRandom(100 + 10 * depth + topk);
    for (let round = 0; round < 3; round++) {
      const marginals = randomMarginals({ depth, topk }, random);
      const chances = new Map(
        allPaths(depth, topk).map((path) => [String(path), probability(path, marginals)]),
      );
      const total = (tree: readonly Path[]) =>
        tree.reduce((sum, path) => sum + (chances.get(String(path)) ?? Number.NaN), 0);
      for (const budget of BUDGETS) {
        const candidates = trees[budget] ?? [];
        if (candidates.length === 0) continue;
        const best = candidates.reduce((most, tree) => Math.max(most, total(tree)), 0);
        expect(total(builtPaths({ budget, topk, depth }, marginals))).toBeCloseTo(best, 12);
      }
    }
  });

  it('ends where no more paths exist', () => {
    const tree = new TreeBuilder({ budget: 100, topk: 2, depth: 3 }).build(
      Float64Array.of(0.6, 0.2, 0.6, 0.2, 0.6, 0.2),
    );
    expect(tree.size).toBe(2 + 4 + 8);
  });

  it('of rank 0 only is a chain', () => {
    const tree = new TreeBuilder({ budget: 7, topk: 1, depth: 7 }).build(new Float64Array(7).fill(0.8));
    expect([...tree.parents]).toEqual([-1, 0, 1, 2, 3, 4, 5]);
  });

  it('is built anew at each call', () => {
    const shape = { budget: 5, topk: 3, depth: 3 };
    const builder = new TreeBuilder(shape);
    const steep = Float64Array.of(0.9, 0.05, 0.01, 0.9, 0.05, 0.01, 0.9, 0.05, 0.01);
    const flat = Float64Array.of(0.3, 0.29, 0.28, 0.3, 0.29, 0.28, 0.3, 0.29, 0.28);
    const first = [...builder.build(steep).parents];
    builder.build(flat);
    expect([...builder.build(steep).parents]).toEqual(first);
  });
});
