import type { TrialDocument } from '../core/documents/sweep.ts';
import { visible } from '../core/visible.ts';
import { failuresOf, failureText } from '../report/failures.ts';
import { duration, settingValue } from '../report/format.ts';
import type { SweepReport } from '../report/model.ts';
import { morningLine } from '../report/morning-line.ts';
import { pointsOf, rowsOf } from '../report/rows.ts';
import { table } from '../report/table.ts';
import { wrap } from '../report/width.ts';
import { paintFor } from '../tui/ansi.ts';
import type { Context } from './context.ts';

/** What was witnessed for the one setting of an `apply`. */
function proof({ command, starts }: TrialDocument): string[] {
  const last = starts.at(-1);
  const points = (last?.hold_points ?? []).map(
    ({ name, state, waited_s }) => `${name} ${state === 'passed' ? duration(waited_s) : state}`,
  );
  const effective = Object.entries(last?.effective ?? {}).map(
    ([name, { wanted, got, rule, source }]) =>
      `  ${visible(name)}: wanted ${settingValue(wanted)}, got ${settingValue(got)} (${rule}${source === null ? '' : `, from ${source}`})`,
  );
  return [visible(command.shown), `  ${points.join(' · ')}`, ...effective];
}

/** The end of a sweep on stdout: the table, the decision with its command, what failed and why, the morning line last. */
export function printAnswer(context: Context, report: SweepReport, kept = true): void {
  const { stdout } = context;
  const { document, objective } = report;
  const paint = paintFor(stdout.isTTY, context.env);
  const rows = rowsOf(document);
  const { kind, reason, command } = document.decision;
  const blocks = [
    report.simulated ? ['simulated: no number here comes from a real machine'] : [],
    ...(report.command === 'apply'
      ? document.trials.map(proof)
      : [table(rows, pointsOf(rows, objective), stdout.columns, paint)]),
    report.command === 'apply'
      ? []
      : [
          ...wrap(`decision: ${kind.replaceAll('_', ' ')}: ${visible(reason)}`, stdout.columns),
          // not wrapped: it is there to be pasted
          ...(kind === 'winner' && command !== null ? [visible(command.shown)] : []),
        ],
    failureText(failuresOf(document)),
    [...(kept ? [`all of it: ${visible(document.dir)}`] : []), morningLine(report)],
  ];
  const text = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  stdout.write(`${text.join('\n\n')}\n`);
}
