import type { HoldPointRecord } from '../core/documents/sweep.ts';
import { type Milliseconds, seconds } from '../core/units.ts';
import { visible } from '../core/visible.ts';
import { duration, number } from '../report/format.ts';
import { type Paint, PLAIN } from '../report/paint.ts';
import { pointOf, pointsOf } from '../report/rows.ts';
import { table } from '../report/table.ts';
import { cut, displayWidth, padStart } from '../report/width.ts';
import { labelled } from './labelled.ts';
import type { ChangeState, LoadState, ViewState } from './state.ts';
import { waitingText } from './waiting-lines.ts';

export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/** The whole view as lines, none wider than `width` and no more than `height` of them. */
export function view(state: ViewState, now: Milliseconds, size: ViewSize, paint: Paint = PLAIN): string[] {
  const { width, height } = size;
  const head = [
    heading(state, now, width, paint),
    ...changeLines(state, width, paint),
    ...waitingLines(state, now, width, paint),
    ...loadLines(state.load, width, paint),
  ];
  return [...head, ...resultLines(state, width, height - head.length, paint)].slice(0, height);
}

function heading(
  { title, rows, change, begun_ms }: ViewState,
  now: Milliseconds,
  width: number,
  paint: Paint,
): string {
  const done = rows.filter((row) => row.status !== 'pending').length;
  const at = rows.findIndex((row) => row.name === change?.trial);
  const position =
    at < 0 ? `${done} of ${rows.length} settings done` : `setting ${at + 1} of ${rows.length}, ${done} done`;
  const time = duration(seconds(now - begun_ms));
  const left = cut(`holdpoint ${visible(title)}: ${position}`, width - displayWidth(time) - 2);
  return paint.strong(left) + padStart(time, width - displayWidth(left));
}

function changeLines({ change, ended }: ViewState, width: number, paint: Paint): string[] {
  if (change === null || ended) return [];
  const passed = change.hold_points.map(holdPoint).join(' · ');
  return [
    ...labelled('now', goal(change), width, paint),
    ...(passed === '' ? [] : labelled('hold points', passed, width, paint)),
  ];
}

export function goal({ goal: kind, trial, start, attempt }: ChangeState): string {
  const name = trial === null ? '' : ` ${visible(trial)}`;
  const which = start === null ? '' : ` (start ${start}${attempt > 1 ? `, attempt ${attempt}` : ''})`;
  switch (kind) {
    case 'observe':
      return 'look at what runs';
    case 'setting':
      return `change to${name}${which}`;
    case 'verify':
      return `verify that${name} still runs unchanged${which}`;
    case 'stopped':
      return 'stop the service';
    case 'original':
      return 'bring the original back';
  }
}

export function holdPoint({ name, state, waited_s }: HoldPointRecord): string {
  return state === 'passed' ? `${name} ${duration(waited_s)}` : `${name} ${state}`;
}

function waitingLines(
  { waiting, ended }: ViewState,
  now: Milliseconds,
  width: number,
  paint: Paint,
): string[] {
  if (waiting === null || ended) return [];
  const text = waitingText(waiting.waiting, seconds(now - waiting.received_ms));
  return [
    ...labelled('waiting for', text.waiting_for, width, paint, paint.strong),
    ...labelled('meanwhile', text.not_meanwhile, width, paint),
    ...labelled('Ctrl-C', text.on_interrupt, width, paint),
  ];
}

function loadLines(load: LoadState | null, width: number, paint: Paint): string[] {
  if (load === null) return [];
  const { done, of, failed, tokens_per_s } = load.progress;
  const point = visible(pointOf(load).key);
  const rate = tokens_per_s === null ? '' : `, ${number(tokens_per_s)} tokens/s`;
  return labelled('measuring', `${point}: ${done} of ${of} requests, ${failed} failed${rate}`, width, paint);
}

/** Where not all fit, the first row (the baseline) and the newest stay in sight. */
function resultLines({ rows, objective }: ViewState, width: number, room: number, paint: Paint): string[] {
  const done = rows.filter((row) => row.status !== 'pending' || row.measurements.length > 0);
  const points = pointsOf(done, objective);
  const frame = 1 + table(done, points, width).length - done.length;
  const fitting = room - frame;
  if (done.length === 0 || fitting < 2) return [];
  const shown =
    done.length <= fitting ? done : [...done.slice(0, 1), ...done.slice(done.length - fitting + 1)];
  return ['', ...table(shown, points, width, paint)];
}
