import type { Effective } from '../../../core/engine/definition.ts';
import { settingValue } from '../../format.ts';
import { html, type Markup } from '../markup.ts';

/** What was wanted of each parameter, and what the running engine said of it. */
export function effectiveList(effective: Readonly<Record<string, Effective>>): Markup {
  const rows = Object.entries(effective);
  return html`<ul>${rows.map(
    ([name, { wanted, got, rule, source }]) =>
      html`<li>${name}: wanted ${settingValue(wanted)}, got ${settingValue(got)} (${rule}${source === null ? null : `, from ${source}`})</li>`,
  )}</ul>`;
}
