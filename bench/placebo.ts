/**
 * `npm run bench:placebo [-- --json] [-- --full | --limits]`: how often the decision names a winner where there is none, and how often
 * it finds one that is there. The real procedure over made-up start values; seeds are fixed, so the numbers are, too.
 * `--full`: 4,000 sweeps a cell; `--limits`: of that the part about limits alone. Exit 1: false winners in more than 5 % of
 * a cell, or intervals of a p95 over starts that cover less than 93 %.
 */
import { mean } from '../src/core/stats/quantile.ts';
import { type Cell, cellOf } from './placebo/cell.ts';
import { fixedCell } from './placebo/fixed.ts';
import { type LimitCell, limitCell } from './placebo/limits.ts';
import type { Noise } from './placebo/noise.ts';
import { limitsTable, markdown } from './placebo/table.ts';

const SEED = 20261130;
const WITHIN = 0.02;
const BETWEEN = [0.005, 0.01, 0.02, 0.05];
const COVERED = 0.93;
const EFFECTS = [0.05, 0.08, 0.15];
const NOISES: readonly Pick<Noise, 'drift' | 'heavy'>[] = [
  { drift: 'none', heavy: false },
  { drift: 'linear', heavy: false },
  { drift: 'step', heavy: false },
  { drift: 'linear', heavy: true },
];

const words = process.argv.slice(2);
const isLimits = words.includes('--limits');
const sweeps = isLimits || words.includes('--full') ? 4000 : 1000;
const OPTIONS = ['--json', '--full', '--limits'];
const unknown = words.find((word) => !OPTIONS.includes(word));

if (unknown !== undefined) {
  console.error(`no option ${unknown}: there are ${OPTIONS.join(', ')}`);
  process.exitCode = 2;
} else if (isLimits) {
  console.log(limitsTable(sweeps, limitCells()));
} else {
  const placebo = cells([0], NOISES);
  const power = cells(EFFECTS, [
    { drift: 'linear', heavy: false },
    { drift: 'linear', heavy: true },
  ]);
  const fixed = [2, 3, 4, 6, 12].flatMap((blocks, b) =>
    NOISES.map((kind, n) => {
      const noise = { ...kind, between: 0.02, within: WITHIN };
      return fixedCell(noise, blocks, sweeps, SEED + 1_000_000 * (1 + b + 10 * n));
    }),
  );
  const limits = limitCells();
  const worst = Math.max(...placebo.map((cell) => cell.false_winner_rate));
  const at = (of: readonly Cell[], between: number, effect: number) =>
    of.find((c) => c.between_pct === between && c.effect_pct === effect && c.noise === 'linear');
  const summary = {
    schema_version: 1,
    sweeps_per_cell: sweeps,
    seed: SEED,
    false_winner_rate: worst,
    power_5pct: at(power, 1, 5)?.power ?? null,
    power_8pct: at(power, 1, 8)?.power ?? null,
    power_8pct_at_noise_2pct: at(power, 2, 8)?.power ?? null,
    fixed_coverage: [Math.min, Math.max].map((of) => of(...fixed.map(({ coverage }) => coverage))),
    early_stop_coverage: Math.min(...[...placebo, ...power].map(({ coverage }) => coverage ?? 1)),
    p95_coverage: leastCovered(limits),
    mean_starts_placebo: at(placebo, 1, 0)?.mean_starts ?? null,
    mean_starts_8pct: at(power, 1, 8)?.mean_starts ?? null,
  };
  if (words.includes('--json'))
    console.log(JSON.stringify({ ...summary, placebo, power, fixed, limits }, null, 1));
  else console.log(markdown({ sweeps, placebo, power, fixed, limits }));
  process.exitCode = worst > 0.05 || summary.p95_coverage < COVERED ? 1 : 0;
}

/** The lowest over kinds of noise; numbers of blocks together, as one cell of 250 sweeps tells it to 1 % only. */
function leastCovered(cells: readonly LimitCell[]): number {
  const kinds = new Map<string, number[]>();
  for (const { requests, together, between, ratio, coverage } of cells) {
    const kind = [requests, together, between, ratio].join();
    kinds.set(kind, [...(kinds.get(kind) ?? []), coverage]);
  }
  return Math.min(...[...kinds.values()].map((covered) => mean(covered) ?? 0));
}

/** Every noise of every size; each cell has a range of seeds of its own. */
function cells(effects: readonly number[], noises: readonly Pick<Noise, 'drift' | 'heavy'>[]): Cell[] {
  return effects.flatMap((effect, e) =>
    BETWEEN.flatMap((between, b) =>
      noises.map((kind, n) => {
        const seed = SEED + 10_000 * (1 + e + 10 * b + 100 * n + (effect === 0 ? 0 : 1000));
        const noise = { ...kind, between, within: WITHIN };
        return cellOf({ noise, settings: 6, effect, effort: 'default' }, sweeps, seed);
      }),
    ),
  );
}

/** The p95 of a start against a limit: few requests and many, alike and not, quiet starts and noisy ones. */
function limitCells() {
  const cells = [64, 192].flatMap((requests) =>
    [0, 0.3].flatMap((together) =>
      [0.01, 0.05].flatMap((between) =>
        [2, 3, 4, 6].map((blocks) => ({ requests, together, between, blocks, ratio: 1 })),
      ),
    ),
  );
  const decided = [0.9, 0.95, 1.05, 1.1].map((ratio) => ({
    ...{ requests: 192, together: 0.3, between: 0.02, blocks: 4, ratio },
  }));
  return [...cells, ...decided].map((scenario, i) => limitCell(scenario, sweeps / 4, SEED + 7919 * i));
}
