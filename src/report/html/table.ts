import { html, type Markup } from './markup.ts';

export interface Heading {
  readonly text: string;
  readonly number?: boolean;
}

/** A row's first cell is its heading. */
export interface Row {
  readonly heading: Markup | string;
  readonly cells: readonly (Markup | string)[];
  readonly kind?: 'good' | 'bad' | 'doubtful' | 'faint' | undefined;
}

/**
 * A table that scrolls by itself where the window is narrower, also with the keyboard. What it is stands above it and
 * does not scroll. `id` is ours.
 */
export function table(id: string, caption: string, head: readonly Heading[], rows: readonly Row[]): Markup {
  return html`<p class="caption" id="${id}">${caption}</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="${id}">
<table aria-labelledby="${id}">
<thead><tr>${head.map(({ text, number }) => html`<th scope="col"${classOf(number)}>${text}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({ heading, cells, kind = '' }) => html`
<tr class="${kind}"><th scope="row">${heading}</th>${cells.map((cell, at) => html`<td${classOf(head[at + 1]?.number)}>${cell}</td>`)}</tr>`,
  )}
</tbody></table></div>`;
}

function classOf(number: boolean | undefined): Markup | null {
  return number === true ? html` class="number"` : null;
}
