import type { HoldPointName, StartDocument, TrialDocument } from '../../../core/documents/sweep.ts';
import { doubtsOf } from '../../doubts.ts';
import { duration } from '../../format.ts';
import type { SweepReport } from '../../model.ts';
import { bar, type Part, rowChart } from '../charts/rows.ts';
import { swatch } from '../charts/xy.ts';
import { html, type Markup } from '../markup.ts';
import { table } from '../table.ts';
import type { Section } from './section.ts';

interface Told {
  readonly trial: TrialDocument;
  readonly start: StartDocument;
}

const PHASES: readonly {
  readonly name: string;
  readonly colour: string;
  readonly of: readonly HoldPointName[];
}[] = [
  { name: 'before the stop', colour: 'k5', of: ['observed', 'prepared', 'drained'] },
  { name: 'stopped', colour: 'k4', of: ['stopped'] },
  { name: 'memory released', colour: 'k1', of: ['released'] },
  { name: 'loaded', colour: 'k0', of: ['started', 'loaded'] },
  { name: 'proved', colour: 'k2', of: ['identified', 'generating', 'effective', 'unchanged'] },
];
const MEASURED = { name: 'measured', colour: 'k3' } as const;

/** Where the time of each start went, and which hold points it passed. */
export function starts({ document }: SweepReport): Section | null {
  const all = document.trials.flatMap((trial) => trial.starts.map((start) => ({ trial, start })));
  if (all.length === 0) return null;
  return {
    id: 'starts',
    title: 'Starts and hold points',
    body: html`${phaseChart(all.filter(({ start }) => start.reused_from === null))}${holdPoints(all)}`,
  };
}

function phaseChart(told: readonly Told[]): Markup | null {
  const rows = told.map(({ trial, start }) => ({ name: nameOf({ trial, start }), parts: partsOf(start) }));
  const longest = Math.max(0, ...rows.map(({ parts }) => sum(parts)));
  if (longest === 0) return null;
  const chart = rowChart(
    'Where the time of each start went',
    `seconds one after the other, from 0 to ${duration(longest)}`,
    ['start', 'phases', 'in all'],
    rows.map(({ name, parts }) => ({ name, drawing: bar(parts, longest), text: duration(sum(parts)) })),
  );
  return html`${chart}<ul class="legend">${[...PHASES, MEASURED].map(({ name, colour }) => html`<li>${swatch(colour)}${name}</li>`)}</ul>`;
}

function partsOf(start: StartDocument): Part[] {
  const phases = PHASES.map(({ colour, of }) => ({
    colour,
    seconds: start.hold_points
      .filter(({ name, state }) => of.includes(name) && state !== 'skipped')
      .reduce((total, { waited_s }) => total + waited_s, 0),
  }));
  const measuring = start.measurements.reduce((total, m) => total + m.duration_s, 0);
  return [...phases, { colour: MEASURED.colour, seconds: measuring }].filter(({ seconds }) => seconds > 0);
}

function sum(parts: readonly Part[]): number {
  return parts.reduce((total, { seconds }) => total + seconds, 0);
}

function nameOf({ trial, start }: Told): string {
  return `${trial.name}, start ${start.start}${start.adopted ? ' (adopted)' : ''}`;
}

/** A column for each hold point that any start came to; `-`: this one did not. */
function holdPoints(told: readonly Told[]): Markup {
  const names = [...new Set(told.flatMap(({ start }) => start.hold_points.map(({ name }) => name)))];
  const cell = (start: StartDocument, wanted: HoldPointName): string => {
    const found = start.hold_points.findLast(({ name }) => name === wanted);
    if (found === undefined) return '-';
    if (found.state === 'skipped') return 'skipped';
    return found.state === 'passed' ? duration(found.waited_s) : `failed after ${duration(found.waited_s)}`;
  };
  return table(
    'hold-points',
    'Time waited at each hold point',
    [
      { text: 'start' },
      ...names.map((name) => ({ text: name, number: true })),
      { text: 'ready after', number: true },
      { text: 'doubts' },
    ],
    told.map(({ trial, start }) => ({
      heading: nameOf({ trial, start }),
      kind: start.fault !== null ? 'bad' : doubtsOf(start).length > 0 ? 'doubtful' : undefined,
      cells: [
        ...names.map((name) => cell(start, name)),
        duration(start.durations.ready_s),
        start.reused_from === null ? doubtsOf(start).join('; ') : `taken over from ${start.reused_from}`,
      ],
    })),
  );
}
