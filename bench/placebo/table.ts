import type { Cell } from './cell.ts';
import type { FixedCell } from './fixed.ts';
import type { LimitCell } from './limits.ts';

const percent = (rate: number | null) => (rate === null ? '-' : (100 * rate).toFixed(1));

/** All tables, as they stand in docs/evidence. */
export function markdown({
  sweeps,
  placebo,
  power,
  fixed,
  limits,
}: {
  readonly sweeps: number;
  readonly placebo: readonly Cell[];
  readonly power: readonly Cell[];
  readonly fixed: readonly FixedCell[];
  readonly limits: readonly LimitCell[];
}): string {
  return [
    `Six identical settings, ${sweeps} sweeps a cell; a setting other than the baseline was named, % of sweeps:`,
    '',
    '| sd between starts % | drift | Holdpoint | argmax | argmax with 2 % tie | t-test on repeats of one start | not enough data | mean starts | interval covers |',
    '|---|---|---|---|---|---|---|---|---|',
    ...placebo.map(
      (c) =>
        `| ${c.between_pct} | ${c.noise} | ${percent(c.false_winner_rate)} | ${percent(c.argmax)} | ${percent(c.argmax_tie)} | ${percent(c.repeats)} | ${percent(c.not_enough_rate)} | ${c.mean_starts.toFixed(1)} | ${percent(c.coverage)} |`,
    ),
    '',
    'One setting of six is better; it was named, % of sweeps (a wrong one in brackets):',
    '',
    '| sd between starts % | drift | effect % | found | mean starts | not enough data | interval covers |',
    '|---|---|---|---|---|---|---|',
    ...power.map(
      (c) =>
        `| ${c.between_pct} | ${c.noise} | ${c.effect_pct} | ${percent(c.power)} (${percent(c.false_winner_rate)}) | ${c.mean_starts.toFixed(1)} | ${percent(c.not_enough_rate)} | ${percent(c.coverage)} |`,
    ),
    '',
    `Intervals of 95 % at one planned look, ${sweeps} sweeps a cell, sd between starts 2 %:`,
    '',
    '| blocks | drift | interval covers |',
    '|---|---|---|',
    ...fixed.map((c) => `| ${c.blocks} | ${c.noise} | ${percent(c.coverage)} |`),
    '',
    limitsTable(sweeps, limits),
  ].join('\n');
}

/** That about limits alone; a cell of it has a quarter of the sweeps, of three settings each. */
export function limitsTable(sweeps: number, limits: readonly LimitCell[]): string {
  return [
    `p95 of three settings against a limit, ${sweeps / 4} sweeps a cell; request times lognormal, sd of their logs 0.35, in waves of 16:`,
    '',
    '| true p95 / limit | blocks | requests a start | correlation in a wave | sd between starts % | interval covers | said to keep it | said to break it |',
    '|---|---|---|---|---|---|---|---|',
    ...limits.map(
      (c) =>
        `| ${c.ratio} | ${c.blocks} | ${c.requests} | ${c.together} | ${100 * c.between} | ${percent(c.coverage)} | ${percent(c.kept)} | ${percent(c.broken)} |`,
    ),
  ].join('\n');
}
