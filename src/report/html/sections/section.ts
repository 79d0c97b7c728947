import { html, type Markup } from '../markup.ts';

/** A part of the page with its heading; `id` is ours, never a foreign name. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

export function shown({ id, title, body }: Section): Markup {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${body}
</section>
`;
}
