import { html, type Markup } from '../markup.ts';
import type { Scale } from './scale.ts';

export interface Dot {
  readonly x: number;
  readonly y: number;
}

export interface Series {
  readonly name: string;
  readonly colour: string;
  readonly dots: readonly Dot[];
  /** The line through it, where there is one. */
  readonly line: readonly Dot[];
}

export interface Chart {
  /** Of ours: it becomes part of the ids. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly axes: string;
  readonly x: Scale;
  readonly y: Scale;
  readonly series: readonly Series[];
  /** A dashed line over all of it. */
  readonly front: readonly Dot[];
  /** The same numbers for whoever does not see the drawing. */
  readonly numbers: Markup;
}

/** Where the drawing begins and ends, in per cent: room for the numbers of the axes. */
export const FRAME = { left: 13, right: 97, top: 5, bottom: 86 } as const;

export function xyChart(chart: Chart): Markup {
  const { id, title, description, axes, series, front, x, y, numbers } = chart;
  return html`<figure><figcaption>${title}<small>${axes}</small></figcaption>
<svg role="img" height="260" aria-labelledby="${id}-title ${id}-text"><title id="${id}-title">${title}</title><desc id="${id}-text">${description}</desc>
${y.ticks.map(
  (tick) =>
    html`<line class="grid" x1="${FRAME.left}%" x2="${FRAME.right}%" y1="${y.at(tick)}%" y2="${y.at(tick)}%"/><text class="tick" x="${FRAME.left - 1.5}%" y="${y.at(tick)}%" dy="4" text-anchor="end">${shortTick(tick)}</text>`,
)}
<line class="axis" x1="${FRAME.left}%" x2="${FRAME.right}%" y1="${FRAME.bottom}%" y2="${FRAME.bottom}%"/>
${x.ticks.map((tick) => html`<text class="tick" x="${x.at(tick)}%" y="${FRAME.bottom}%" dy="18" text-anchor="middle">${shortTick(tick)}</text>`)}
${line(front, x, y, 'front')}
${series.map(({ colour, dots, line: through }) => html`${line(through, x, y, colour)}${dots.map((dot) => html`<circle class="${colour}" cx="${x.at(dot.x)}%" cy="${y.at(dot.y)}%" r="3.5"/>`)}`)}
</svg>
${legend(series)}
<details><summary>The same as numbers</summary>${numbers}</details></figure>`;
}

function line(dots: readonly Dot[], x: Scale, y: Scale, colour: string): readonly Markup[] {
  return dots.slice(1).map((to, at) => {
    const from = dots[at] ?? to;
    return html`<line class="${colour}" x1="${x.at(from.x)}%" y1="${y.at(from.y)}%" x2="${x.at(to.x)}%" y2="${y.at(to.y)}%"/>`;
  });
}

function legend(series: readonly Series[]): Markup {
  const named = series.filter(({ colour }) => colour !== 'other');
  const others = series.length - named.length;
  return html`<ul class="legend">${named.map(({ name, colour }) => html`<li>${swatch(colour)}${name}</li>`)}${
    others === 0 ? null : html`<li>${swatch('other')}${others} other settings</li>`
  }</ul>`;
}

export function swatch(colour: string): Markup {
  return html`<svg aria-hidden="true"><rect class="${colour}" width="26" height="10" rx="2"/></svg>`;
}

function shortTick(value: number): string {
  return String(Number(value.toPrecision(4)));
}
