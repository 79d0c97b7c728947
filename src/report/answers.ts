import type { EvaluationDocument } from '../core/documents/evaluation.ts';
import type { SweepDocument } from '../core/documents/sweep.ts';
import { counted } from './format.ts';

/** A setting whose answers were judged. */
export interface AnswersRow {
  readonly name: string;
  readonly evaluation: EvaluationDocument;
}

export function answersRows({ trials }: SweepDocument): readonly AnswersRow[] {
  return trials.flatMap(({ name, evaluation }) => (evaluation === null ? [] : [{ name, evaluation }]));
}

/** `94/100`, and after the load where that is another number: `94/100, 93 after`. */
export function passedText({ passed, problems, after_load }: EvaluationDocument): string {
  const after =
    after_load === undefined || after_load.passed === passed ? '' : `, ${after_load.passed} after`;
  return `${passed}/${problems}${after}`;
}

/** Why the answers of a setting are not what they should be. */
export function answersDoubts({ comparison, losslessness, required }: EvaluationDocument): readonly string[] {
  return [
    ...(comparison?.suspect === true ? ['problems of the baseline are lost, twice'] : []),
    ...(required?.holds === false ? [`${required.condition} does not hold`] : []),
    ...(losslessness?.lossless === false ? [textsText(losslessness)] : []),
  ];
}

/** How the texts differ from those of the baseline. */
function textsText({
  answers,
  differing,
  baseline_differing,
}: NonNullable<EvaluationDocument['losslessness']>): string {
  const positions = differing.map(({ position }) => position).sort((a, b) => a - b);
  const middle = positions[Math.floor(positions.length / 2)];
  const where =
    middle === undefined ? '' : `, half of them within the first ${counted(middle + 1, 'character')}`;
  const own = baseline_differing === null ? 'unknown' : String(baseline_differing.length);
  return `${differing.length} of ${answers} texts are not the baseline's${where} (its own repeat: ${own})`;
}

export const ANSWERS_HEAD: readonly string[] = [
  'setting',
  'passed',
  '95 %',
  'after the load',
  'gained',
  'lost',
  'lost both times',
  'difference (95 %)',
  'p of so many losses',
  'texts differing',
  'required',
];

/** One setting against the baseline, in the columns of `ANSWERS_HEAD` after its name. */
export function answersCells(evaluation: EvaluationDocument): readonly string[] {
  const { passed, problems, interval, after_load, comparison, losslessness, required } = evaluation;
  const share = (value: number) => `${(100 * value).toFixed(1)} %`;
  const between = ({ low, high }: { readonly low: number; readonly high: number }) =>
    `${share(low)} to ${share(high)}`;
  return [
    `${passed} of ${problems}`,
    between(interval),
    after_load === undefined ? '' : String(after_load.passed),
    comparison === null ? '' : String(comparison.gained.length),
    comparison === null ? '' : String(comparison.lost.length),
    comparison === null ? '' : idsText(after_load?.confirmed_lost ?? []),
    comparison === null ? '' : `${share(comparison.difference)} (${between(comparison.interval)})`,
    comparison === null ? '' : comparison.worse_p.toFixed(3),
    losslessness === null ? '' : `${losslessness.differing.length} of ${losslessness.answers}`,
    required === null ? '' : required.holds ? 'holds' : 'does not hold',
  ];
}

/** What so many problems can show at all; null: nothing was compared. */
export function powerText(rows: readonly AnswersRow[]): string | null {
  const found = rows.find(({ evaluation }) => evaluation.comparison !== null)?.evaluation;
  if (found?.comparison == null) return null;
  const { problems, fewest_losses_shown } = found.comparison;
  const own = rows.find(({ evaluation }) => evaluation.losslessness !== null)?.evaluation.losslessness;
  const repeat =
    own?.baseline_differing == null
      ? ''
      : ` In its own repeat ${counted(own.baseline_differing.length, 'text')} of the baseline differ.`;
  return fewest_losses_shown === null
    ? `So few problems (${problems}) can show no loss.${repeat}`
    : `${problems} problems can show a loss from ${fewest_losses_shown} on, without a gain (exact McNemar, 5 %).${repeat}`;
}

const IDS_SHOWN = 10;

function idsText(ids: readonly string[]): string {
  if (ids.length === 0) return '0';
  const more = ids.length - IDS_SHOWN;
  return `${ids.length}: ${ids.slice(0, IDS_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
