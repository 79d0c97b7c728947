import type { EvaluationDocument } from '../../core/documents/evaluation.ts';
import { LEVELS } from '../../core/evaluate/problem.ts';
import { VERDICTS } from '../../core/evaluate/verdict.ts';
import { visible } from '../../core/visible.ts';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The answer of `eval` for a reader. */
export function evaluationText(document: EvaluationDocument): string {
  const { url, model, suite, concurrency, passed, problems, pass_rate, interval, dir } = document;
  const lines = [
    `${visible(url)} ${visible(model ?? 'no model named')}, ${visible(suite)}, ${concurrency} at once`,
    `passed ${passed} of ${problems}: ${percent(pass_rate)} (95 %: ${percent(interval.low)} to ${percent(interval.high)})`,
    ...levels(document),
    ...failures(document),
    ...comparison(document),
    ...texts(document),
    ...(document.required === null
      ? []
      : [
          `required ${visible(document.required.condition)}: ${document.required.holds ? 'holds' : 'does not hold'}`,
        ]),
    `all of it: ${visible(dir)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function levels({ judged }: EvaluationDocument): readonly string[] {
  return LEVELS.flatMap((level) => {
    const of = judged.filter((one) => one.level === level);
    const passed = of.filter(({ verdict }) => verdict === 'passed').length;
    return of.length === 0 ? [] : [`  ${level.padEnd(8)}${passed} of ${of.length}`];
  });
}

function failures({ judged }: EvaluationDocument): readonly string[] {
  const counts = VERDICTS.slice(1).map(
    (verdict) => [verdict, judged.filter((one) => one.verdict === verdict).length] as const,
  );
  const told = counts.filter(([, count]) => count > 0).map(([verdict, count]) => `${verdict} ${count}`);
  return told.length === 0 ? [] : [`  not passed: ${told.join(', ')}`];
}

function comparison({ comparison: found }: EvaluationDocument): readonly string[] {
  if (found === null) return [];
  const { gained, lost, difference, interval, worse_p, fewest_losses_shown, problems, suspect } = found;
  const ids = (list: readonly string[]) => (list.length === 0 ? '' : ` (${visible(list.join(', '))})`);
  return [
    `against the baseline on ${problems} problems: ${gained.length} gained${ids(gained)}, ${lost.length} lost${ids(lost)}`,
    `  difference ${percent(difference)} (95 %: ${percent(interval.low)} to ${percent(interval.high)}), as many losses by chance: p ${worse_p.toFixed(3)}`,
    fewest_losses_shown === null
      ? '  so few problems can show no loss at all'
      : `  ${problems} problems can show a loss from ${fewest_losses_shown} on, without a gain`,
    ...(suspect ? ['  suspect: two or more net losses stayed when they were asked again'] : []),
  ];
}

function texts({ losslessness }: EvaluationDocument): readonly string[] {
  if (losslessness === null) return [];
  const { answers, differing, baseline_differing, lossless } = losslessness;
  const own =
    baseline_differing === null
      ? 'its own repeat is not known'
      : `its own repeat differs in ${baseline_differing.length}`;
  const first = differing[0];
  const where = first === undefined ? '' : `, ${visible(first.id)} from character ${first.position + 1} on`;
  const judgement = {
    true: 'no more than by chance',
    false: 'not the same text',
    null: 'unknown whether by chance',
  }[`${lossless}`];
  return [
    `  text: ${differing.length} of ${answers} answers differ from the baseline${where}; ${own}: ${judgement}`,
  ];
}
