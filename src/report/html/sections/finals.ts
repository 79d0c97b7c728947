import type { FrontDocument, LimitDocument } from '../../../core/documents/sweep.ts';
import { counted, number } from '../../format.ts';
import type { SweepReport } from '../../model.ts';
import { changeText, intervals, signed } from '../charts/intervals.ts';
import { html, type Markup } from '../markup.ts';
import { table } from '../table.ts';

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
}${found.limits === undefined ? null : limits(found.limits)}${found.front === undefined ? null : front(found.front)}`;
}

/** Two objectives: the finalists that nobody is shown to beat in both, and who beats the others. */
function front({ metrics, points }: FrontDocument): Markup {
  return table(
    'front',
    `Pareto front of ${metrics.join(' and ')}, changes against ${points[0]?.name ?? 'the first'}`,
    [{ text: 'setting' }, ...metrics.map((text) => ({ text })), { text: 'on the front' }],
    points.map(({ name, changes, dominated_by }) => ({
      heading: name,
      // the first is what the others are compared with: it has no change
      cells: [
        ...changes.map((change) => (name === points[0]?.name ? 'reference' : changeText(change))),
        dominated_by === null ? 'yes' : `no, ${dominated_by} is better`,
      ],
    })),
  );
}

const STATES = {
  kept: 'kept',
  broken: 'broken',
  too_close: 'too close to say',
  unknown: 'not known',
} as const satisfies Record<LimitDocument['state'], string>;

/** Every finalist against every limit of `where`, over its fresh starts. */
function limits(found: readonly LimitDocument[]): Markup {
  return table(
    'limits',
    'Limits over fresh starts; times in ms',
    [
      { text: 'setting' },
      { text: 'limit' },
      { text: 'judged' },
      { text: 'value', number: true },
      { text: 'between' },
    ],
    found.map(({ name, condition, state, value, low, high }) => ({
      heading: name,
      cells: [condition, STATES[state], number(value), `${number(low)} and ${number(high)}`],
    })),
  );
}
