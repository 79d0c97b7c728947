import { counted } from '../../format.ts';
import type { SweepReport } from '../../model.ts';
import { intervals, signed } from '../charts/intervals.ts';
import { html, type Markup } from '../markup.ts';

/** The fresh starts that decided: how far each finalist lies from the baseline, and how sure that is. */
export function finals({ document }: SweepReport): Markup | null {
  const { finals: found } = document.decision;
  if (found === undefined) return null;
  const { finalists, blocks, sd_pct, events, compared } = found;
  const against = document.baseline ?? 'the next setting';
  const slow = compared.filter(({ slow_starts }) => slow_starts > 0);
  return html`<p>${counted(finalists.length, 'finalist')} on fresh starts in ${counted(blocks, 'mirrored block')}; starts of one setting vary by ${sd_pct.toFixed(1)} %.</p>
${intervals(`Change against ${against}`, found)}
${
  slow.length + events.length === 0
    ? null
    : html`<ul>${slow.map(({ name, slow_starts }) => html`<li>${counted(slow_starts, 'slow start')} of ${name}</li>`)}${events.map(
        ({ kind, start, change_pct }) =>
          html`<li>${kind === 'step' ? 'the machine changed' : 'one start was unlike the others'} at start ${start} of the finals: ${signed(change_pct)}</li>`,
      )}</ul>`
}`;
}
