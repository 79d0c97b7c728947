import { coefficients, type Design, dot, leftShare, residuals } from '../stats/least-squares.ts';
import { type Event, findEvent, type Prepared, prepared } from './events.ts';

/** A value of one setting or a difference of two, in logs, with its standard error. */
export interface Difference {
  readonly value: number;
  readonly error: number;
}

/** The finals as they look after some blocks. */
export interface Analysis {
  readonly starts: number;
  /** Of freedom, after the events. */
  readonly degrees: number;
  /** Between starts of one setting, in logs. */
  readonly sd: number;
  readonly events: readonly Event[];
  /** The values without what the line in time and the steps did to them; starts that were taken out are among them. */
  readonly adjusted: readonly number[];
  /** Setting `a` less setting `b`, by their numbers in `order`. */
  difference(a: number, b: number): Difference;
  /** Setting `a` itself, at the middle of the time that the starts took. */
  level(a: number): Difference;
}

const EVENTS = 2;
/** Two settings that differ by less than a clock can tell are equal: no analysis is surer than this (0.01 %). */
const LEAST_SD = 1e-4;

/**
 * Least squares of log values on settings and a line in time, with at most `most` events taken out. `order`: number of
 * the setting of each start, in the order of time; `y`: their values. null: fewer than two degrees of freedom.
 */
export function analyse(order: readonly number[], y: readonly number[], most = EVENTS): Analysis | null {
  const events: Event[] = [];
  let model = modelOf(order);
  while (model !== null && events.length < most) {
    const found = findEvent(model, y);
    if (found === null) break;
    const next = prepared([...model.design.columns, found.column]);
    if (next === null) break;
    events.push(found.event);
    model = next;
  }
  if (model === null || model.design.degrees < 2) return null;
  const { design } = model;
  const rest = residuals(design, y);
  const pooled = dot(rest, rest) / design.degrees;
  const beta = coefficients(design, y);
  const settings = Math.max(...order) + 1;
  return {
    starts: y.length,
    degrees: design.degrees,
    sd: Math.sqrt(Math.max(pooled, LEAST_SD ** 2)),
    events,
    adjusted: order.map((setting, i) => {
      const own = events.flatMap(({ kind, at }, k) =>
        kind === 'start' && at === i ? [settings + 1 + k] : [],
      );
      return (rest[i] ?? 0) + [setting, ...own].reduce((sum, column) => sum + (beta[column] ?? 0), 0);
    }),
    difference(a, b) {
      // where one of the two is noisier than all together, the noise is theirs
      const theirs = ownVariance(design, rest, order, a, b);
      const variance = Math.max(pooled, theirs, LEAST_SD ** 2);
      return {
        value: (beta[a] ?? 0) - (beta[b] ?? 0),
        error: Math.sqrt(variance * contrast(design, a, b)),
      };
    },
    level(a) {
      const share = design.inverse[a]?.[a] ?? 0;
      return { value: beta[a] ?? 0, error: Math.sqrt(Math.max(pooled, LEAST_SD ** 2) * share) };
    },
  };
}

function ownVariance(
  design: Design,
  rest: readonly number[],
  order: readonly number[],
  a: number,
  b: number,
): number {
  let [squares, shares] = [0, 0];
  for (const [i, setting] of order.entries()) {
    if (setting !== a && setting !== b) continue;
    squares += (rest[i] ?? 0) ** 2;
    shares += leftShare(design, i);
  }
  return shares > 1e-9 ? squares / shares : 0;
}

/** Variance of the difference of two coefficients in units of the variance of a start. */
function contrast({ inverse }: Design, a: number, b: number): number {
  const of = (i: number, j: number) => inverse[i]?.[j] ?? 0;
  return of(a, a) + of(b, b) - of(a, b) - of(b, a);
}

/** The same few orders come again and again. */
const models = new Map<string, Prepared | null>();

function modelOf(order: readonly number[]): Prepared | null {
  const key = order.join();
  const known = models.get(key);
  if (known !== undefined) return known;
  const settings = Math.max(...order) + 1;
  const columns = Array.from({ length: settings }, (_, setting) =>
    order.map((own) => (own === setting ? 1 : 0)),
  );
  const n = order.length;
  const time = order.map((_, i) => (i - (n - 1) / 2) / n);
  const model = prepared([...columns, time]);
  models.set(key, model);
  return model;
}
