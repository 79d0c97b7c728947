import type { Cell } from './cell.ts';

const percent = (rate: number | null) => (rate === null ? '-' : (100 * rate).toFixed(1));

/** Both tables, as they stand in docs/evidence. */
export function markdown(sweeps: number, placebo: readonly Cell[], power: readonly Cell[]): string {
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
  ].join('\n');
}
