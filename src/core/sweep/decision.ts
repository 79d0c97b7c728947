/**
 * The first decision rule. It knows no statistics: its only measure of noise is that the baseline is measured twice,
 * first and last, so it asks for a margin of several times the gap between these two readings.
 */
export interface Candidate {
  readonly name: string;
  /** Values of the objective, one per measurement; empty: the trial failed, it has no number (never 0). */
  readonly readings: readonly number[];
  /** Over all measurements of the objective's point. A setting that fails requests cannot win. */
  readonly failed_requests: number;
  /** Every condition of `where` held in every measurement. */
  readonly satisfies: boolean;
}

export interface DecisionInput {
  readonly direction: 'maximize' | 'minimize';
  /** For the words of the reason: `output_tokens_per_s`. */
  readonly metric: string;
  /** In the order of the plan: of equals the first is named. */
  readonly candidates: readonly Candidate[];
  /** Name of the baseline; null: none was asked for. */
  readonly baseline: string | null;
}

export interface Decision {
  readonly kind: 'winner' | 'baseline_best' | 'no_difference' | 'none_satisfies' | 'not_enough_data';
  /** winner: it; baseline_best, no_difference: the baseline; not_enough_data without a baseline: the best reading; else null. */
  readonly best: string | null;
  readonly reason: string;
}

/** How many gaps between the baseline's readings, and which share of the reading, a difference must exceed. */
const GAPS = 3;
const SHARE = 0.05;

/** Readings turned so that more is better. */
interface Scored {
  readonly candidate: Candidate;
  readonly low: number;
  readonly high: number;
}

/**
 * - `winner`: its worst reading beats the better reading of the baseline by more than 3 gaps and by at least 5 %. Where
 *   the baseline itself breaks `where`, the best setting that keeps it wins without that margin.
 * - `baseline_best`: at least one other setting was measured, and each is either worse in all its readings than the
 *   worse reading of the baseline by the same margin, or cannot win (failed requests, `where`).
 * - `no_difference`: at least one setting that could win lies between. Ties keep the baseline.
 * - `none_satisfies`: numbers exist, but none that keeps `where`.
 * - `not_enough_data`: no baseline, fewer than two readings of it, requests failed on it, or nothing else was measured.
 */
export function decide(input: DecisionInput): Decision {
  const sign = input.direction === 'maximize' ? 1 : -1;
  const measured = input.candidates
    .map((candidate) => scored(candidate, sign))
    .filter((s) => s.candidate.readings.length > 0)
    .sort((a, b) => b.low - a.low);
  const baseline = measured.find((s) => s.candidate.name === input.baseline);
  const others = measured.filter((s) => s !== baseline);
  const able = others.filter((s) => s.candidate.satisfies && s.candidate.failed_requests === 0);

  if (measured.length === 0) return none('nothing was measured');
  if (!measured.some((s) => s.candidate.satisfies)) {
    const reason = `no measured setting (of ${measured.length}) keeps every condition of where`;
    return { kind: 'none_satisfies', best: null, reason };
  }
  if (input.baseline === null) return withoutBaseline(able[0], input.metric);
  if (baseline === undefined) return none(`the baseline ${input.baseline} has no number`);
  const { readings, failed_requests, name } = baseline.candidate;
  if (failed_requests > 0) return none(`requests failed on the baseline ${name}: ${failed_requests}`);
  if (readings.length < 2)
    return none(`the baseline ${name} was measured once: how much it varies is not known`);
  if (others.length === 0) return none('nothing but the baseline was measured');
  return compare(baseline, able, others.length - able.length, input.metric);
}

function withoutBaseline(leader: Scored | undefined, metric: string): Decision {
  const best =
    leader === undefined
      ? 'no setting without failed requests'
      : `the best reading is ${described(leader, metric)}`;
  return {
    kind: 'not_enough_data',
    best: leader?.candidate.name ?? null,
    reason: `no baseline to compare with; ${best}`,
  };
}

/** `able` best first; `unable`: how many other settings have numbers and cannot win. */
function compare(baseline: Scored, able: readonly Scored[], unable: number, metric: string): Decision {
  const gap = baseline.high - baseline.low;
  const margin = `${GAPS} gaps and ${SHARE * 100} %`;
  const against = `${described(baseline, metric)} (baseline, gap ${number(gap)})`;
  const clearly = (more: number, less: number, reading: number) =>
    more - less > GAPS * gap && more - less >= SHARE * Math.abs(reading);
  const { name, satisfies } = baseline.candidate;
  const leader = able[0];
  if (leader !== undefined && !satisfies) {
    const reason = `${described(leader, metric)} is the best that keeps every condition of where; ${against} does not`;
    return { kind: 'winner', best: leader.candidate.name, reason };
  }
  if (!satisfies)
    return none(`no setting without failed requests keeps every condition of where, nor does ${against}`);
  if (leader !== undefined && clearly(leader.low, baseline.high, baseline.high)) {
    const reason = `${described(leader, metric)} beats both readings of ${against} by more than ${margin}`;
    return { kind: 'winner', best: leader.candidate.name, reason };
  }
  const near = able.find((s) => !clearly(baseline.low, s.high, baseline.low));
  if (near !== undefined) {
    const reason = `${described(near, metric)} is within ${margin} of ${against}`;
    return { kind: 'no_difference', best: name, reason };
  }
  const worse = able.length === 0 ? [] : [`${able.length} clearly worse by more than ${margin}`];
  const barred = unable === 0 ? [] : [`${unable} cannot win (failed requests or where)`];
  return {
    kind: 'baseline_best',
    best: name,
    reason: `${against} against ${[...worse, ...barred].join(', ')}`,
  };
}

function scored(candidate: Candidate, sign: number): Scored {
  const readings = candidate.readings.filter(Number.isFinite);
  const turned = readings.map((r) => r * sign);
  return { candidate: { ...candidate, readings }, low: Math.min(...turned), high: Math.max(...turned) };
}

function none(reason: string): Decision {
  return { kind: 'not_enough_data', best: null, reason };
}

function described({ candidate }: Scored, metric: string): string {
  return `${candidate.name} with ${candidate.readings.map(number).join(' and ')} ${metric}`;
}

/** Four significant digits. */
function number(value: number): string {
  return String(Number(value.toPrecision(4)));
}
