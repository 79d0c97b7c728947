import { number } from '../../format.ts';
import { html, type Markup } from '../markup.ts';
import { type Scale, scaleOf } from './scale.ts';

/** One line of a chart: a name, what is drawn, and the same as text. */
export interface ChartRow {
  readonly name: Markup | string;
  readonly drawing: Markup;
  readonly text: Markup | string;
}

/** A chart that is a table: every name and number stays text, and only the drawing is stretched to the width. */
export function rowChart(
  title: string,
  note: string,
  head: readonly [string, string, string],
  rows: readonly ChartRow[],
): Markup {
  return html`<figure><figcaption>${title}<small>${note}</small></figcaption>
<table class="rows"><thead><tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead><tbody>${rows.map(
    ({ name, drawing, text }) => html`
<tr><th scope="row">${name}</th><td>${drawing}</td><td class="number">${text}</td></tr>`,
  )}</tbody></table></figure>`;
}

/** Readings as dots; nothing stands for what was not measured. */
export function dots(values: readonly number[], scale: Scale, colour: string): Markup {
  return html`<svg aria-hidden="true" height="18"><line class="grid" x1="0" x2="100%" y1="50%" y2="50%"/>${values.map(
    (value) => html`<circle class="${colour}" cx="${scale.at(value)}%" cy="50%" r="4"/>`,
  )}</svg>`;
}

export interface Part {
  readonly colour: string;
  readonly seconds: number;
}

/** Lengths one after the other, on a scale that begins at 0 and ends at `longest`. */
export function bar(parts: readonly Part[], longest: number): Markup {
  let begin = 0;
  const drawn = parts.map(({ colour, seconds }) => {
    const [x, width] = [share(begin, longest), share(seconds, longest)];
    begin += seconds;
    return html`<rect class="${colour} bar" x="${x}%" width="${width}%" y="2" height="14"/>`;
  });
  return html`<svg aria-hidden="true" height="18">${drawn}</svg>`;
}

function share(value: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round((value / whole) * 10_000) / 100;
}

/** A row chart's scale, and the words that say where it begins and ends. */
export function dotScale(values: readonly number[]): { readonly scale: Scale; readonly ends: string } {
  const scale = scaleOf(values, 2, 98);
  const [first, last] = [scale.ticks[0] ?? 0, scale.ticks.at(-1) ?? 0];
  return { scale, ends: `from ${number(first)} to ${number(last)}` };
}
