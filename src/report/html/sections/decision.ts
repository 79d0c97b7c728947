import type { Measurement } from '../../../core/documents/measurement.ts';
import { metricOf } from '../../../core/sweep/objective.ts';
import { visible } from '../../../core/visible.ts';
import { number } from '../../format.ts';
import type { SweepReport } from '../../model.ts';
import { morningParts } from '../../morning-line.ts';
import { pointOf, type ResultRow, readings, rowsOf } from '../../rows.ts';
import { html, type Markup } from '../markup.ts';
import { effectiveList } from './effective-list.ts';
import { finals } from './finals.ts';
import { shellText } from './shell-text.ts';

/** `winner: n4`, `no difference`, ... */
export function decisionWords({ document }: SweepReport): string {
  const { kind, best } = document.decision;
  const words = kind.replaceAll('_', ' ');
  return best === null || kind === 'no_difference' ? words : `${words}: ${best}`;
}

/** The answer first, then the readings that it rests on, then the command to paste. */
export function decision(report: SweepReport): Markup {
  const { document, command } = report;
  const { kind, reason } = document.decision;
  const class_ = !document.restored.ok ? 'owed' : kind === 'winner' ? 'winner' : '';
  const [first, ...rest] = morningParts(report);
  const winner = kind === 'winner' ? document.decision.command : null;
  return html`<section class="decision ${class_}" aria-labelledby="decision">
<h2 id="decision">${command === 'apply' ? 'One change' : capital(decisionWords(report))}</h2>
${command === 'apply' ? applied(report) : null}
${first.includes(visible(reason)) ? null : html`<p>${reason}</p>`}
<p>${capital(first)}.</p>
<p>${capital(rest.join('; '))}.</p>
${command === 'apply' ? null : [finals(report), evidence(report)]}
${winner === null ? null : html`<p>The command of the winner:</p>${shellText(winner.shown)}`}
</section>`;
}

function applied({ document }: SweepReport): readonly Markup[] {
  return document.trials.map((trial) => effectiveList(trial.starts.at(-1)?.effective ?? {}));
}

/**
 * Every reading of the objective, one a start: a mean alone would hide how far they are apart. Those by which finalists
 * were chosen stand apart, as no test has used them.
 */
function evidence(report: SweepReport): Markup {
  const { document, objective } = report;
  const rows = rowsOf(document);
  const named = rows.filter((row) => row.name === document.decision.best || row.baseline);
  const point = pointOf(objective);
  const { finals: found } = document.decision;
  const blocks = found?.blocks ?? 0;
  const said = (row: ResultRow): string => {
    const all = readings(row, point);
    const values = (of: readonly Measurement[]) =>
      of.map((m) => number(metricOf(m, objective.metric))).join(', ');
    if (all.length === 0) return 'no reading';
    if (found?.finalists.includes(row.name) !== true) return values(all);
    const last = Math.max(...all.map(({ replicate }) => replicate));
    const isFinal = ({ replicate }: Measurement) => replicate > last - blocks;
    const chosen = all.filter((m) => !isFinal(m));
    const before = chosen.length === 0 ? '' : `, ${values(chosen)} before them`;
    return `${values(all.filter(isFinal))} in the finals${before}`;
  };
  const conditions = objective.where.map(({ text }) => text);
  return html`<dl><dt>objective</dt><dd>${objective.direction} ${objective.metric} of ${point.key}${
    conditions.length === 0 ? null : `, where ${conditions.join(' and ')}`
  }</dd>
${named.map((row) => html`<dt>${row.name}${row.baseline ? ' (baseline)' : ''}</dt><dd>${said(row)}</dd>`)}</dl>`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
