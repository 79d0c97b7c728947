import type { Random } from '../../../src/sim/machine.ts';

/** One verification after another, drawn token by token; nothing here is shared with the simulated server. */
export interface SlowSettings {
  readonly hitRate: number;
  readonly budget: number;
  readonly topk: number;
  readonly block: number;
}

/** Mean of tokens gained in a step, the bonus token among them. */
export function slowAcceptanceLength(settings: SlowSettings, steps: number, random: Random): number {
  let tokens = 0;
  for (let step = 0; step < steps; step++) tokens += oneStep(settings, random);
  return tokens / steps;
}

function oneStep({ hitRate, budget, topk, block }: SlowSettings, random: Random): number {
  const noisy = beta(40 * hitRate, 40 * (1 - hitRate), random);
  const chance = (depth: number, rank: number): number => {
    const first = noisy * 0.985 ** depth;
    return rank === 0 ? first : Math.min(first, (1 - first) * 0.45 * 0.55 ** (rank - 1) * 0.9);
  };
  const tree = likeliestPaths(chance, budget, topk, block - 1);
  let path = '';
  for (let depth = 0; ; depth++) {
    const trust = /^0*$/.test(path) ? 1 : 0.3;
    let left = random.uniform();
    let rank = 0;
    while (rank < topk && left >= trust * chance(depth, rank)) {
      left -= trust * chance(depth, rank);
      rank++;
    }
    if (rank === topk || !tree.has(path + rank)) return depth + 1;
    path += rank;
  }
}

/** All paths above a limit, which falls until there are enough of them; then the likeliest. At most 10 ranks. */
function likeliestPaths(
  chance: (depth: number, rank: number) => number,
  budget: number,
  topk: number,
  deepest: number,
): Set<string> {
  for (let limit = 0.1; ; limit /= 3) {
    const found: { path: string; product: number }[] = [];
    const visit = (path: string, product: number) => {
      if (path !== '') found.push({ path, product });
      for (let rank = 0; rank < topk && path.length < deepest; rank++) {
        const next = product * chance(path.length, rank);
        if (next >= limit) visit(path + rank, next);
      }
    };
    visit('', 1);
    if (found.length >= budget || limit < 1e-12) {
      found.sort((one, other) => other.product - one.product);
      return new Set(found.slice(0, budget).map(({ path }) => path));
    }
  }
}

function beta(alpha: number, other: number, random: Random): number {
  const one = gamma(alpha, random);
  return one / (one + gamma(other, random));
}

/** Marsaglia and Tsang 2000, for shapes of at least 1. */
function gamma(shape: number, random: Random): number {
  const d = shape - 1 / 3;
  for (;;) {
    const x = random.normal();
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random.uniform()) < x * x * 0.5 + d - d * v + d * Math.log(v)) return d * v;
  }
}
