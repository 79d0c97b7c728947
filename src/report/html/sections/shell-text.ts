import { html, type Markup } from '../markup.ts';

/** Commands as they may be pasted. */
export function shellText(text: string): Markup {
  return html`<pre><code>${text}</code></pre>`;
}
