import type {
  EffortDocument,
  EvaluationPriceDocument,
  LoadsDocument,
  PlanDocument,
  PlannedTrialDocument,
} from '../core/documents/plan.ts';
import { isRun, type Plan } from '../core/plan/plan.ts';
import { pointText } from '../core/plan/point-text.ts';
import { visible } from '../core/visible.ts';
import { counted, dateAndTime, duration } from '../report/format.ts';
import { cut, padEnd, wrap } from '../report/width.ts';

const NAME_WIDTH = 32;

/** The plan for a reader: the order, each difference from the base command, what is touched and how it is undone. */
export function planText(plan: Plan, document: PlanDocument, width: number): string[] {
  const points = plan.points.map((point) => visible(pointText(point))).join(', ');
  const added = [
    ...plan.instrumentation.argv,
    ...Object.entries(plan.instrumentation.env).map(([name, value]) => `${name}=${value}`),
  ];
  const only = document.loads?.source === 'journal';
  const common = commonWarnings(document);
  const total =
    document.expected_total_s === null
      ? 'time unknown'
      : `${only ? 'at least' : 'about'} ${duration(document.expected_total_s)}`;
  const about = [
    ...(document.loads === null ? [] : [loadsText(document.loads)]),
    `measured each time: ${points === '' ? 'nothing' : points}`,
    ...(document.effort === null ? [] : [effortText(document.effort)]),
    ...(document.evaluation === undefined ? [] : [evaluationText(document.evaluation)]),
    ...(added.length === 0
      ? []
      : [`every start also gets, outside the setting: ${visible(added.join(' '))}`]),
    ...(document.last_start === null
      ? []
      : [`last start that fits the window: ${dateAndTime(document.last_start)}`]),
  ];
  return [
    `plan ${visible(plan.name)}: ${counted(plan.trials.length, 'setting')}, ${total}`,
    '',
    ...document.trials.flatMap((trial, index) =>
      trialLines(trial, index + 1, { baseline: plan.baseline, width, only, common }),
    ),
    ...(document.omitted > 0 ? [`and ${counted(document.omitted, 'more setting')} (--limit)`] : []),
    '',
    ...(common.length === 0
      ? []
      : ['of every setting:', ...common.flatMap((note) => noteLines(note, width)), '']),
    ...about.flatMap((line) => wrap(line, width)),
    'touched:',
    ...document.touched.flatMap((line) => item(line, width)),
    'undone:',
    ...document.undo.flatMap((line) => item(line, width)),
  ];
}

function effortText({ asked, screening_starts, final_starts_at_most, finds }: EffortDocument): string {
  const starts = `effort ${asked}: ${counted(screening_starts, 'start')} to choose from`;
  if (final_starts_at_most === 0) return `${starts}, none to be sure: a ranking without a winner`;
  const found = finds.map(
    ({ noise_percent, effect_percent }) => `${effect_percent.toFixed(1)} % at ${noise_percent} % noise`,
  );
  const what = `a difference found in 4 sweeps of 5: ${found.join(', ')}`;
  return `${starts}, then at most ${final_starts_at_most} fresh ones to be sure; ${what}`;
}

function evaluationText({
  suite,
  problems,
  at_concurrency,
  settings,
  expected_s,
  at_most_s,
}: EvaluationPriceDocument): string {
  const what = `answers judged: ${visible(suite)}, ${counted(problems, 'problem')} before and after the load of ${counted(settings, 'setting')}, ${at_concurrency} at once`;
  if (expected_s !== null) return `${what}; about ${duration(expected_s)} in all, as in earlier runs`;
  return at_most_s === null
    ? `${what}; how long that takes is known after the first run`
    : `${what}; at most ${duration(at_most_s)} in all at the speed of earlier runs`;
}

const LOADS_SHOWN = 5;

function loadsText({ source, seconds }: LoadsDocument): string {
  const shown = seconds.slice(0, LOADS_SHOWN).map((load) => `${load} s`);
  return source === 'journal'
    ? `loads of this unit by its own journal: ${shown.join(', ')}; measuring comes on top and is not known yet`
    : `loads of this service in earlier runs: ${shown.join(', ')}`;
}

function item(text: string, width: number): string[] {
  return wrap(visible(text), width - 4).map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`);
}

function trialLines(
  trial: PlannedTrialDocument,
  position: number,
  {
    baseline,
    width,
    only,
    common,
  }: {
    readonly baseline: string | null;
    readonly width: number;
    readonly only: boolean;
    readonly common: readonly string[];
  },
): string[] {
  const name = visible(trial.name);
  const time = trial.expected_s === null ? '' : `, ${only ? 'load' : 'about'} ${duration(trial.expected_s)}`;
  const head = `${String(position).padStart(3)}  ${padEnd(name, NAME_WIDTH)}`;
  if (trial.rejected !== null)
    return [`${head}  not run: ${trial.rejected.name}: ${visible(trial.rejected.message)}`];
  if (trial.duplicate_of !== null)
    return [`${head}  not run: ${sameAs(trial.duplicate_of, trial.duplicate_why)}`];
  const what = trial.name === baseline ? 'baseline' : 'setting';
  const diff = trial.diff.length === 0 ? ['the base command as it is'] : trial.diff;
  return [
    `${head}  ${what}${time}`,
    ...diff.map((line) => cut(`     ${visible(line)}`, Math.max(width, 80))),
    ...trial.warnings.filter((note) => !common.includes(note)).flatMap((note) => noteLines(note, width)),
  ];
}

function sameAs(name: string, why: readonly string[]): string {
  if (why.length === 0) return `the same command as ${visible(name)}`;
  return `the engine makes the same of it as of ${visible(name)}: ${why.map((rule) => visible(rule)).join('; ')}`;
}

function noteLines(note: string, width: number): string[] {
  return wrap(`note: ${visible(note)}`, Math.max(width, 80) - 5).map((line) => `     ${line}`);
}

/** What is said of every setting that runs is said once. */
function commonWarnings({ trials }: PlanDocument): readonly string[] {
  const run = trials.filter(isRun);
  const [first, ...others] = run;
  if (first === undefined || others.length === 0) return [];
  return first.warnings.filter((note) => others.every(({ warnings }) => warnings.includes(note)));
}
