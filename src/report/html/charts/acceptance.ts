import type { ObjectiveConfiguration } from '../../../core/config/configuration.ts';
import { number } from '../../format.ts';
import { pointOf, type ResultRow, readings } from '../../rows.ts';
import type { Markup } from '../markup.ts';
import { coloursOf } from './colours.ts';
import { dotScale, dots, rowChart } from './rows.ts';

/** Tokens that a step of speculative decoding yields; null: no engine said so. */
export function acceptance(rows: readonly ResultRow[], objective: ObjectiveConfiguration): Markup | null {
  const point = pointOf(objective);
  const colours = coloursOf(rows);
  const drawn = rows.map((row) => ({
    name: row.name,
    values: readings(row, point)
      .map((m) => m.acceptance_length)
      .filter((value) => value !== null),
  }));
  const all = drawn.flatMap(({ values }) => values);
  if (all.length === 0) return null;
  const { scale, ends } = dotScale(all);
  return rowChart(
    'Acceptance length',
    `tokens a step of speculative decoding at ${point.key}, ${ends}; one dot a start`,
    ['setting', 'readings', 'tokens'],
    drawn
      .filter(({ values }) => values.length > 0)
      .map(({ name, values }) => ({
        name,
        drawing: dots(values, scale, colours.get(name) ?? 'other'),
        text: values.map(number).join(' / '),
      })),
  );
}
