import type { EffortDocument } from '../documents/plan.ts';
import { type Effort, looksOf, mostFinalStarts } from './effort.ts';
import { findableEffect } from './forecast.ts';
import { secondScreeningStarts } from './screening.ts';

/** How much one start of a setting differs from another, as seen on machines from quiet to noisy; in percent. */
const NOISES = [1, 2, 5];
const POWER = 0.8;

/**
 * What an effort costs over so many settings, and the smallest difference that its last look finds in four sweeps of five,
 * by the noise between starts, which nobody knows beforehand.
 */
export function priceOf(effort: Effort, settings: number, hasBaseline: boolean): EffortDocument {
  const challengers = Math.min(2, settings - 1);
  const screened = settings + (effort === 'quick' ? 0 : secondScreeningStarts(settings));
  const looks = looksOf(effort, challengers, screened);
  const blocks = looks?.after.at(-1) ?? 0;
  return {
    asked: typeof effort === 'object' ? String(effort.starts) : effort,
    screening_starts: looks === null ? settings : screened,
    final_starts_at_most: mostFinalStarts(effort, settings, hasBaseline, screened),
    finds:
      looks === null
        ? []
        : NOISES.map((noise_percent) => {
            const sd = Math.log1p(noise_percent / 100);
            const plan = { sd, blocks, settings: challengers + 1, level: looks.level, power: POWER };
            return { noise_percent, effect_percent: 100 * Math.expm1(findableEffect(plan)) };
          }),
  };
}
