import type { Compared, Look, Verdict } from '../decide/finals.ts';
import { findableEffect, sdFactors } from '../decide/forecast.ts';
import type { FrontDocument, LimitDocument } from '../documents/sweep.ts';
import type { Course, Rules } from './course.ts';
import { requestsOf } from './start-values.ts';
import type { SweepState } from './state.ts';

const POWER = 0.8;
/** How many blocks the forecast of what more would show takes as an example. */
const MORE_BLOCKS = 12;

/** A log ratio as a change in percent. */
export function change(log: number): number {
  return 100 * Math.expm1(log);
}

export function described({ name, value, low, high }: Compared): string {
  return `${name} ${percent(value)}, between ${percent(low)} and ${percent(high)}`;
}

export function all({ compared }: Look): string {
  return compared.map(described).join('; ');
}

/** Slow starts are told beside the winner: what is slow in every third start may still have the better mean. */
export function slow({ lagging }: Compared, { blocks }: Look): string {
  return lagging === 0 ? '' : `; slow starts: ${lagging} of ${blocks}`;
}

export function events({ analysis }: Look): string {
  return analysis.events
    .map(({ kind, at, effect }) =>
      kind === 'start'
        ? `; start ${at + 1} of the finals ${percent(effect)} apart from its siblings, left out`
        : `; from start ${at + 1} of the finals on everything ${percent(effect)}`,
    )
    .join('');
}

/** How the winner stands to the other challengers: a second statement, which needs no further correction. */
export function runnersUp(
  { best, tied, others }: Extract<Verdict, { kind: 'winner' }>,
  simplest: readonly string[],
): string {
  return others
    .map(({ name, value, low, high }) => {
      if (low > 0)
        return `; better than ${name}: ${percent(value)}, between ${percent(low)} and ${percent(high)}`;
      const simpler = tied.includes(name) && simplest.indexOf(best.name) < simplest.indexOf(name);
      return `; not told apart from ${name}${simpler ? ', and simpler' : ''}`;
    })
    .join('');
}

/** `97.7 %`: of every interval at every look. */
export function level({ looks }: Course): string {
  return `${Number((100 * (1 - 2 * (looks?.level ?? 0.025))).toFixed(1))} %`;
}

export function forecast({ looks }: Course, { analysis, compared }: Look): string {
  const settings = compared.length + 1;
  const of = (sd: number) =>
    findableEffect({ sd, blocks: MORE_BLOCKS, settings, level: looks?.level ?? 0.025, power: POWER });
  const { low, high } = sdFactors(analysis.degrees);
  const range = `${percent(of(analysis.sd * low))} to ${percent(of(analysis.sd * high))}`;
  return `${MORE_BLOCKS} blocks (${MORE_BLOCKS * settings} starts) would find ${percent(of(analysis.sd))} in 8 of 10 sweeps (${range}, as the noise is known)`;
}

/** Those that are not kept, each with what was found: `a breaks ttft_p95 <= 2s: 2103, above 2041`. */
export function limitsNotKept(limits: readonly LimitDocument[]): string {
  return limits
    .filter(({ state }) => state !== 'kept')
    .map(({ name, condition, state, value, low, high }) => {
      if (state === 'unknown') return `; ${name}: whether ${condition} is kept is not known`;
      const found = value === null ? '' : `: ${number(value)}, between ${number(low)} and ${number(high)}`;
      return state === 'broken'
        ? `; ${name} breaks ${condition}${found}`
        : `; ${name} is too close to ${condition} to say${found}`;
    })
    .join('');
}

const FAILING_SHOWN = 3;

/** Settings that cannot win as requests of theirs failed: the fastest one may be among them. */
export function failing(state: SweepState, rules: Rules): string {
  const all = state.trials.flatMap((trial) => {
    const { name } = trial.planned;
    const { failed, requests } = requestsOf(trial, rules);
    return failed === 0 || name === state.plan.baseline
      ? []
      : [`; ${name} cannot win: ${failed} of ${requests} requests failed`];
  });
  const more = all.length - FAILING_SHOWN;
  const rest = more > 0 ? `; nor can ${more} more with failed requests` : '';
  return `${all.slice(0, FAILING_SHOWN).join('')}${rest}`;
}

/** By two objectives: who is shown worse than another in none without being better in the other. */
export function onFront(front: FrontDocument | undefined): string {
  if (front === undefined) return '';
  const names = front.points.flatMap(({ name, dominated_by }) => (dominated_by === null ? [name] : []));
  return `; not dominated by ${front.metrics.join(' and ')}: ${names.join(', ')}`;
}

/** In words: `+5.1 %`. */
function percent(log: number): string {
  const percents = change(log);
  return `${percents < 0 ? '' : '+'}${percents.toFixed(1)} %`;
}

function number(value: number | null): string {
  return value === null ? 'unknown' : String(Number(value.toPrecision(4)));
}
