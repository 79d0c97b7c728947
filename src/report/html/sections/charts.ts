import type { SweepReport } from '../../model.ts';
import { rowsOf } from '../../rows.ts';
import { acceptance } from '../charts/acceptance.ts';
import { pareto } from '../charts/pareto.ts';
import { throughput } from '../charts/throughput.ts';
import { html } from '../markup.ts';
import type { Section } from './section.ts';

/** Only what has something to show: an empty chart would look like a result. */
export function charts(report: SweepReport): Section | null {
  const rows = rowsOf(report.document);
  const drawn = [
    ...throughput(rows),
    pareto(rows, report.objective.workload),
    acceptance(rows, report.objective),
  ].filter((chart) => chart !== null);
  if (report.command === 'apply' || drawn.length === 0) return null;
  return {
    id: 'charts',
    title: 'How the settings compare',
    body: html`<div class="charts">${drawn}</div>`,
  };
}
