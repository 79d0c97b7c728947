import type { Judged } from './compare.ts';

export interface TextDifference {
  readonly id: string;
  /** Characters that are the same before the first that is not. */
  readonly position: number;
}

export interface Losslessness {
  /** Answers that both have. */
  readonly answers: number;
  readonly differing: readonly TextDifference[];
  /** Of the baseline and its own repeat; null: it was not asked twice. */
  readonly baseline_differing: readonly TextDifference[] | null;
  /** null: nobody knows how much the baseline differs from itself, and some answers differ. */
  readonly lossless: boolean | null;
}

/**
 * Greedy answers against those of the baseline. Batching alone can change an answer, so what counts is whether more of
 * them differ than of the baseline's own repeat.
 */
export function losslessness(
  baseline: readonly Judged[],
  repeat: readonly Judged[] | null,
  judged: readonly Judged[],
): Losslessness {
  const { answers, differing } = differences(baseline, judged);
  const own = repeat === null ? null : differences(baseline, repeat).differing;
  const lossless =
    answers === 0
      ? null
      : differing.length === 0
        ? true
        : own === null
          ? null
          : differing.length <= own.length;
  return { answers, differing, baseline_differing: own, lossless };
}

function differences(one: readonly Judged[], other: readonly Judged[]) {
  const texts = new Map(one.map(({ id, answer }) => [id, answer]));
  let answers = 0;
  const differing: TextDifference[] = [];
  for (const { id, answer } of other) {
    const text = texts.get(id) ?? null;
    if (text === null || answer === null) continue;
    answers += 1;
    const position = firstDifference(text, answer);
    if (position !== null) differing.push({ id, position });
  }
  return { answers, differing };
}

function firstDifference(one: string, other: string): number | null {
  if (one === other) return null;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
