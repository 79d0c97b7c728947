/** How many starts a sweep may spend on being sure. Fixed when the plan is made: a look that was not planned is refused. */
export type Effort = 'quick' | 'default' | 'long' | { readonly starts: number };

/** When the finals are looked at, in blocks, and the one-sided level of each test at each look. */
export interface Looks {
  readonly after: readonly number[];
  readonly level: number;
}

/**
 * A constant level at every look (Pocock 1977), by simulation: with these, false winners stay under 5 % of all sweeps
 * although the data are looked at several times and each challenger is tested.
 */
const LEVELS = {
  default: [
    { after: [3, 4, 6, 8], level: 0.0115 },
    { after: [2, 3, 4, 6], level: 0.0075 },
  ],
  long: [
    { after: [3, 4, 6, 8, 12], level: 0.0085 },
    { after: [2, 3, 4, 6, 8, 12], level: 0.005 },
  ],
} as const;

/** A second challenger may come to the finals or not: what it costs if it does. */
export function mostFinalStarts(
  effort: Effort,
  settings: number,
  hasBaseline: boolean,
  screened = settings,
): number {
  const finalists = Math.min(settings, 3);
  const looks = looksOf(effort, Math.min(2, finalists - 1), screened);
  const rivals = hasBaseline && settings > 1 ? looksOf(effort, 1, screened) : null;
  return Math.max((looks?.after.at(-1) ?? 0) * finalists, (rivals?.after.at(-1) ?? 0) * 2);
}

/** One look only: Bonferroni over at most two challengers. */
const ONE_LOOK = 0.025;

/**
 * The looks of the finals of `challengers` (1 or 2) against a reference, after a screening that took `screened` starts.
 * null: this effort has no finals, so it cannot name a winner.
 */
export function looksOf(effort: Effort, challengers: number, screened: number): Looks | null {
  if (effort === 'quick' || challengers === 0) return null;
  // two blocks of two settings leave one degree of freedom: too few to be looked at
  const least = challengers === 1 ? 3 : 2;
  if (typeof effort === 'object') {
    const blocks = Math.floor((effort.starts - screened) / (challengers + 1));
    return blocks < least ? null : { after: [blocks], level: ONE_LOOK };
  }
  return LEVELS[effort][challengers === 1 ? 0 : 1];
}
