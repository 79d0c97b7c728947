import { tQuantile } from '../stats/distributions.ts';
import { type Design, designOf, dot, residuals } from '../stats/least-squares.ts';

/** What happened once in the finals and is no property of a setting. Positions count starts from 0. */
export interface Event {
  /** `start`: this one stands apart from its siblings; `step`: from this start on everything is different. */
  readonly kind: 'start' | 'step';
  readonly at: number;
  /** Log of the objective against what it would have been. */
  readonly effect: number;
}

interface Candidate {
  readonly kind: Event['kind'];
  readonly at: number;
  readonly column: readonly number[];
  /** The column with the model taken out, and its square. */
  readonly rest: readonly number[];
  readonly square: number;
}

const LEVEL = 0.01;

/** The model of the finals before any event, with the events that could be found in it. */
export interface Prepared {
  readonly design: Design;
  readonly candidates: readonly Candidate[];
}

/** null: the columns cannot be told apart. */
export function prepared(columns: readonly (readonly number[])[]): Prepared | null {
  const design = designOf(columns);
  const starts = columns[0]?.length ?? 0;
  if (design === null) return null;
  const single = Array.from({ length: starts }, (_, at) => ({
    ...{ kind: 'start' as const, at },
    column: Array.from({ length: starts }, (_, i) => (i === at ? 1 : 0)),
  }));
  const steps = Array.from({ length: Math.max(0, starts - 3) }, (_, k) => ({
    ...{ kind: 'step' as const, at: k + 2 },
    column: Array.from({ length: starts }, (_, i) => (i >= k + 2 ? 1 : 0)),
  }));
  const candidates = [...single, ...steps].flatMap((candidate) => {
    const rest = residuals(design, candidate.column);
    const square = dot(rest, rest);
    return square < 1e-6 ? [] : [{ ...candidate, rest, square }];
  });
  return { design, candidates };
}

/**
 * The event that stands out most, if it does so beyond chance: the outlier test on the externally studentised residual,
 * Bonferroni over all candidates at 1 % (Cook and Weisberg 1982), here for single starts and for steps alike.
 */
export function findEvent(
  { design, candidates }: Prepared,
  y: readonly number[],
): { readonly event: Event; readonly column: readonly number[] } | null {
  if (design.degrees < 4) return null;
  const rest = residuals(design, y);
  const squares = dot(rest, rest);
  let found: Candidate | null = null;
  let most = 0;
  for (const candidate of candidates) {
    const gain = dot(candidate.rest, y) ** 2 / candidate.square;
    if (gain <= most) continue;
    most = gain;
    found = candidate;
  }
  if (found === null) return null;
  const t2 = (most * (design.degrees - 1)) / Math.max(squares - most, 1e-18);
  const limit = tQuantile(1 - LEVEL / (2 * candidates.length), design.degrees - 1);
  if (t2 <= limit * limit) return null;
  const { kind, at, column } = found;
  return { event: { kind, at, effect: dot(found.rest, y) / found.square }, column };
}
