import type { TrialDocument } from '../core/documents/sweep.ts';
import { shellWord } from '../core/plan/shell.ts';
import { metricOf } from '../core/sweep/objective.ts';
import { visible } from '../core/visible.ts';
import { counted, dateAndTime, duration, number, percent, setting } from './format.ts';
import type { SweepReport } from './model.ts';
import { pointOf, type ResultRow, readings, rowsOf } from './rows.ts';

/** The last line of a sweep: what was decided, on what, when the original was back, and what is left to do. */
export function morningLine(report: SweepReport): string {
  return morningParts(report).join('; ');
}

/** The same in parts, what was decided first. */
export function morningParts(report: SweepReport): readonly [string, ...string[]] {
  if (report.command === 'apply') return [applied(report), restored(report), leftToDo(report)];
  return [decision(report), measured(report), restored(report), leftToDo(report)];
}

function decision(report: SweepReport): string {
  const { kind, best, reason, finals } = report.document.decision;
  const rows = rowsOf(report.document);
  const winner = rows.find((row) => row.name === best);
  const numbers =
    winner === undefined
      ? ''
      : `: ${compared(
          winner,
          rows.find((row) => row.baseline),
          report,
        )}`;
  switch (kind) {
    case 'winner':
      return finals === undefined
        ? `winner ${visible(best ?? 'unknown')}${numbers}`
        : `winner ${visible(reason)}`;
    case 'baseline_best':
      return `the baseline stays the best${numbers}`;
    case 'no_difference':
      return `no difference shown (${visible(reason)})`;
    case 'none_satisfies':
      return `nothing satisfies the objective (${visible(reason)})`;
    case 'not_enough_data':
      return `no decision (${visible(reason)})`;
  }
}

/** An `apply` has one setting and measures nothing. */
function applied({ document }: SweepReport): string {
  const [trial] = document.trials;
  if (trial === undefined) return 'nothing was asked for';
  const wanted = setting(trial.setting);
  const ready = trial.starts.findLast((start) => start.fault === null)?.durations.ready_s ?? null;
  if (trial.status === 'measured') return `${wanted} is in effect, proved after ${duration(ready)}`;
  return `${wanted} is NOT in effect${trial.fault === null ? '' : ` (${trial.fault.name})`}`;
}

/** Both readings of the baseline are told, because their gap is the only measure of noise that there is. */
function compared(row: ResultRow, baseline: ResultRow | undefined, report: SweepReport): string {
  const values = objectiveReadings(row, report);
  const base = baseline === undefined ? [] : objectiveReadings(baseline, report);
  const unit =
    report.objective.metric === 'output_tokens_per_s' ? ' tokens/s' : ` ${visible(report.objective.metric)}`;
  const own = `${values.map(number).join(' and ')}${unit}`;
  if (row === baseline || base.length === 0) return own;
  return `${own} against ${base.map(number).join(' and ')} (${percent(mean(values) / mean(base))})`;
}

function objectiveReadings(row: ResultRow, report: SweepReport): number[] {
  const point = pointOf(report.objective);
  return readings(row, point)
    .map((m) => metricOf(m, report.objective.metric))
    .filter((value) => value !== null);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function measured(report: SweepReport): string {
  const { trials } = report.document;
  const count = (status: TrialDocument['status']): number => trials.filter((t) => t.status === status).length;
  const reused = rowsOf(report.document).filter((row) => row.reused).length;
  const parts = [`${count('measured')} of ${counted(trials.length, 'setting')} measured`];
  if (reused > 0) parts.push(`${reused} reused from earlier runs`);
  for (const status of ['failed', 'void', 'skipped'] as const) {
    if (count(status) > 0) parts.push(`${count(status)} ${status}`);
  }
  return parts.join(', ');
}

function restored({ document, command, restored_at, simulated }: SweepReport): string {
  const at = restored_at === null ? '' : ` at ${dateAndTime(restored_at)}${simulated ? ' (simulated)' : ''}`;
  if (document.state === 'running') return 'it has not ended';
  if (!document.restored.ok) return 'the original is NOT back';
  if (command === 'apply' && document.restored.to === 'left') return 'it is kept';
  if (document.restored.to === 'left') return `left as it is, as asked${at}`;
  return document.restored.to === 'best' ? `the best setting is in place${at}` : `original back${at}`;
}

function leftToDo(report: SweepReport): string {
  const { document, kept_by } = report;
  const dir = shellWord(visible(document.dir));
  if (document.state === 'running')
    return `left to do: holdpoint attach ${dir} while it runs, holdpoint resume ${dir} where it has died`;
  if (!document.restored.ok) return `left to do: holdpoint restore ${dir}`;
  if (document.trials.some((t) => t.status === 'pending'))
    return `left to do: ${report.sealed ? again(report) : `holdpoint resume ${dir}`}`;
  if (kept_by !== null)
    return `left to do: the service's own definition was changed meanwhile, and the original runs by ${visible(kept_by)}, which a reboot takes away: say which of the two is to stay`;
  return 'nothing left to do';
}

/** Secrets and whole environments are kept until the original is back and no longer. */
function again({ command, configuration_file }: SweepReport): string {
  return command === 'apply'
    ? 'the same command again'
    : `holdpoint sweep -f ${shellWord(visible(configuration_file))}, which reuses what was measured`;
}
