import { shellWord } from '../../../core/plan/shell.ts';
import { visible } from '../../../core/visible.ts';
import { dateAndTime } from '../../format.ts';
import type { SweepReport } from '../../model.ts';
import { html, type Markup } from '../markup.ts';
import type { Section } from './section.ts';
import { shellText } from './shell-text.ts';

/** What stands there now, and how the sweep is undone. */
export function undo(report: SweepReport): Section {
  return {
    id: 'restored',
    title: 'What was restored',
    body: html`${present(report)}<p>How it is undone:</p><ul>${report.undo.map((step) => html`<li>${step}</li>`)}</ul>`,
  };
}

function present({ document, restored_at, kept_by }: SweepReport): Markup {
  const at = restored_at === null ? '' : ` since ${dateAndTime(restored_at)}`;
  if (!document.restored.ok)
    return html`<p class="bad">The original is not back.</p>${shellText(`holdpoint restore ${shellWord(visible(document.dir))}`)}`;
  const words = {
    original: `The original is back${at}.`,
    best: `The best setting is in place${at}, as it was asked for.`,
    left: `The service was left as it was at the end${at}, as it was asked for.`,
  }[document.restored.to];
  return html`<p>${words}</p>${kept_by === null ? null : html`<p>The original runs by ${kept_by}.</p>`}`;
}
