import { visible } from '../../../core/visible.ts';
import { dateAndTime } from '../../format.ts';
import type { SweepReport } from '../../model.ts';
import { html, type Markup } from '../markup.ts';
import { decisionWords } from './decision.ts';

/** What a tab or a list of files shows: the decision, and whether it is of this world. */
export function titleOf(report: SweepReport): string {
  const words = report.command === 'apply' ? 'apply' : decisionWords(report);
  return `${report.simulated ? '(simulated) ' : ''}${visible(report.name)}: ${words} – Holdpoint`;
}

export function heading(report: SweepReport): Markup {
  const { document, simulated, name, command, about } = report;
  const facts: readonly (readonly [string, string | null])[] = [
    ['run', document.id],
    ['state', partial(report)],
    ['begun', report.begun_at === null ? null : dateAndTime(report.begun_at)],
    ['ended', report.ended_at === null ? null : dateAndTime(report.ended_at)],
    ['engine', [about.engine, about.version].filter((part) => part !== null).join(' ')],
    ['model', about.model],
    ['Holdpoint', about.holdpoint],
  ];
  return html`${simulated ? html`<p class="simulated">Simulated: no number here comes from a real machine.</p>` : null}
<h1>Holdpoint ${command}: ${name}${simulated ? ' (simulated)' : ''}</h1>
<dl>${facts.map(([what, value]) => (value === null ? null : html`<dt>${what}</dt><dd>${value}</dd>`))}</dl>`;
}

function partial({ document }: SweepReport): string {
  const open = document.trials.filter((trial) => trial.status === 'pending').length;
  if (document.state === 'done') return 'done';
  const rest = open === 0 ? '' : `: ${open} of ${document.trials.length} settings have not been tried`;
  return `${document.state}${rest}; this report tells what there is so far`;
}
