import type { StartDocument, TrialDocument } from '../core/documents/sweep.ts';
import { shellWord } from '../core/plan/shell.ts';
import { visible } from '../core/visible.ts';
import { ANSWERS_HEAD, answersCells, answersDoubts, answersRows, powerText } from './answers.ts';
import { doubtsOf } from './doubts.ts';
import { failuresOf } from './failures.ts';
import { dateAndTime, duration, joined, number, setting } from './format.ts';
import { cellCode, code, codeBlock, prose, table } from './markdown-text.ts';
import type { SweepReport } from './model.ts';
import { morningLine } from './morning-line.ts';
import { failedRequests, pointsOf, type ResultRow, readings, rowsOf } from './rows.ts';

/** `report.md`: the decision first, then what it rests on, then how to do it again and how to undo it. */
export function markdown(report: SweepReport): string {
  const sections = [
    heading(report),
    decision(report),
    results(report),
    answers(report),
    holdPoints(report),
    failures(report),
    again(report),
    undo(report),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function heading(report: SweepReport): string {
  const begun = report.begun_at === null ? '' : `, begun ${dateAndTime(report.begun_at)}`;
  const title = `# Holdpoint: ${prose(report.name)}\n\nRun ${code(report.document.id)}${begun}.`;
  return report.simulated ? `${title}\n\n**Simulated: no number here comes from a real machine.**` : title;
}

function decision({ document, ...report }: SweepReport): string {
  const { kind, best, reason, command } = document.decision;
  const words = `**${kind.replaceAll('_', ' ')}${best === null ? '' : `: ${prose(best)}`}.** ${prose(reason)}`;
  const line = prose(morningLine({ document, ...report }));
  const shown =
    kind !== 'winner' || command === null ? '' : `\n\nThe command:\n\n${codeBlock(command.shown, 'sh')}`;
  return `## Decision\n\n${words}\n\n${line}.${shown}`;
}

function results({ document, objective }: SweepReport): string {
  const rows = rowsOf(document);
  const points = pointsOf(rows, objective);
  const head = [
    'trial',
    'setting',
    'status',
    ...points.map((p) => `tokens/s ${prose(p.key)}`),
    'TTFT p50 ms',
    'TTFT p95 ms',
    'acceptance length',
    'failed requests',
    'load s',
    'fault',
  ];
  const cells = (row: ResultRow, trial: TrialDocument | undefined): string[] => {
    const main = readings(row, points[0]);
    return [
      `${cellCode(row.name)}${row.best ? ' (best)' : ''}${row.baseline ? ' (baseline)' : ''}`,
      prose(setting(trial?.setting ?? {})),
      row.reused ? `${row.status} (reused)` : row.status,
      ...points.map((point) => all(readings(row, point).map((m) => m.output_tokens_per_s))),
      all(main.map((m) => m.ttft_ms.p50)),
      all(main.map((m) => m.ttft_ms.p95)),
      all(main.map((m) => m.acceptance_length)),
      failedRequests(row),
      row.adopted && row.load_s === null ? 'adopted' : number(row.load_s),
      row.fault ?? '',
    ];
  };
  return `## Results\n\n${table(
    head,
    rows.map((row, index) => cells(row, document.trials[index])),
  )}`;
}

function answers({ document }: SweepReport): string {
  const rows = answersRows(document);
  const [first] = rows;
  if (first === undefined) return '';
  const { suite, problems, concurrency } = first.evaluation;
  const cells = rows.map(({ name, evaluation }) => [cellCode(name), ...answersCells(evaluation).map(prose)]);
  const about = prose(`${problems} problems of ${suite}, ${concurrency} at once, before and after the load.`);
  const doubts = rows.flatMap(({ name, evaluation }) =>
    answersDoubts(evaluation).map((doubt) => `- ${code(name)}: ${prose(doubt)}`),
  );
  return ['## Answers', about, table(ANSWERS_HEAD, cells), powerText(rows) ?? '', doubts.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

function all(values: readonly (number | null)[]): string {
  return joined(values, ' / ');
}

function holdPoints({ document }: SweepReport): string {
  const rows = document.trials.flatMap((trial) => trial.starts.map((start) => startRow(trial, start)));
  if (rows.length === 0) return '';
  const head = ['trial', 'start', 'hold points with the time waited', 'ready after', 'suspect'];
  return `## Hold points\n\n${table(head, rows)}`;
}

function startRow(trial: TrialDocument, start: StartDocument): string[] {
  const passed = start.hold_points.map(({ name, state, waited_s }) =>
    state === 'passed' ? `${name} ${duration(waited_s)}` : `${name} ${state}`,
  );
  const kind =
    start.reused_from !== null ? ` (from ${visible(start.reused_from)})` : start.adopted ? ' (adopted)' : '';
  return [
    cellCode(trial.name),
    prose(`${start.start}${kind}`),
    passed.join(', '),
    duration(start.durations.ready_s),
    prose(doubtsOf(start).join('; ')),
  ];
}

function failures({ document }: SweepReport): string {
  const parts = failuresOf(document).map(({ what, fault, recovered }) => {
    const lines = fault.evidence.map(({ kind, text, file, line }) => {
      const place = file === undefined ? kind : `${file}${line === undefined ? '' : `:${line}`}`;
      return `- ${prose(place)}: ${code(text)}`;
    });
    const after = recovered ? 'Tried again, then measured.' : prose(fault.hint);
    return [`### ${prose(what)}: ${fault.name}`, prose(fault.message), lines.join('\n'), after]
      .filter((t) => t !== '')
      .join('\n\n');
  });
  return parts.length === 0 ? '' : `## What failed\n\n${parts.join('\n\n')}`;
}

function again(report: SweepReport): string {
  const file = shellWord(visible(report.configuration_file));
  const trials = report.document.trials.map(
    (trial) => `# ${visible(trial.name)}\n${visible(trial.command.shown, { multiline: true })}`,
  );
  const commands = [
    `# the whole sweep, everything measured again`,
    `holdpoint sweep -f ${file} --fresh`,
    '',
    ...trials,
  ];
  return `## To do it again\n\n${codeBlock(commands.join('\n'), 'sh')}`;
}

function undo({ document, undo }: SweepReport): string {
  const { ok, to } = document.restored;
  const command = code(`holdpoint restore ${shellWord(visible(document.dir))}`);
  const now = !ok
    ? `the original is NOT back: ${command}`
    : to === 'original'
      ? 'the original is back'
      : `left on request: ${to}`;
  return `## To undo it\n\n${[...undo.map(prose), now].map((step) => `- ${step}`).join('\n')}`;
}
