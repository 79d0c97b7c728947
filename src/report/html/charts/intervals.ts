import type { FinalsDocument } from '../../../core/documents/sweep.ts';
import { html, type Markup } from '../markup.ts';
import { rowChart } from './rows.ts';
import { type Scale, scaleOf } from './scale.ts';

type Compared = FinalsDocument['compared'][number];

/** Changes in percent with their intervals, about the line of no change. null: nothing was compared. */
export function intervals(title: string, { compared, interval_pct }: FinalsDocument): Markup | null {
  if (compared.length === 0) return null;
  const scale = scaleOf([0, ...compared.flatMap(({ low_pct, high_pct }) => [low_pct, high_pct])], 2, 98);
  const [first, last] = [scale.ticks[0] ?? 0, scale.ticks.at(-1) ?? 0];
  return rowChart(
    title,
    `from ${signed(first)} to ${signed(last)}; the upright line is no change; intervals of ${interval_pct} %`,
    ['setting', 'change', 'change and interval'],
    compared.map((each) => ({ name: each.name, drawing: drawn(each, scale), text: changeText(each) })),
  );
}

/** `+8.1 % (+6.0 to +10.2)`. */
export function changeText({
  change_pct,
  low_pct,
  high_pct,
}: Pick<Compared, 'change_pct' | 'low_pct' | 'high_pct'>): string {
  return `${signed(change_pct)} (${plus(low_pct)} to ${plus(high_pct)})`;
}

export function signed(percent: number): string {
  return `${plus(percent)} %`;
}

function plus(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}`;
}

function drawn({ change_pct, low_pct, high_pct }: Compared, { at }: Scale): Markup {
  return html`<svg aria-hidden="true" height="20"><line class="axis" x1="${at(0)}%" x2="${at(0)}%" y1="0" y2="100%"/><line class="k0" x1="${at(low_pct)}%" x2="${at(high_pct)}%" y1="50%" y2="50%"/><circle class="k0" cx="${at(change_pct)}%" cy="50%" r="4"/></svg>`;
}
