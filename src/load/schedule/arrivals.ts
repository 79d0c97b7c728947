import type { Milliseconds } from '../../core/units.ts';
import type { LoadShape } from '../../ports/load.ts';
import { Draws } from './draws.ts';

type OpenShape = Extract<LoadShape, { readonly kind: 'open' }>;
type TraceShape = Extract<LoadShape, { readonly kind: 'trace' }>;

/**
 * Times at which requests are to be sent, in milliseconds from the start of the load, in order; a trace ends, a rate
 * does not. Each time is computed from the whole schedule before it and never from a clock: a late request moves none
 * after it.
 */
export function* arrivals(shape: OpenShape | TraceShape, seed: number): Generator<Milliseconds, void> {
  if (shape.kind === 'trace') return yield* shape.at_ms;
  const gap = gaps(shape.burstiness, new Draws(seed));
  // constant gaps begin at once, drawn ones with a gap, as a process that has gone on for long
  for (let passed = shape.burstiness === null ? 0 : gap(); ; passed += gap()) yield timeOf(passed, shape);
}

/** Gaps of mean 1. */
function gaps(burstiness: number | null, draws: Draws): () => number {
  if (burstiness === null) return () => 1;
  return burstiness === 1 ? () => draws.exponential() : () => draws.gamma(burstiness);
}

/**
 * When the rate has added up to so many requests. On the ramp it adds up to from t + (to - from) t^2 / (2 over); that
 * is solved for t, in the form that also stands where the ramp is flat.
 */
function timeOf(passed: number, { rate_per_s, ramp }: OpenShape): Milliseconds {
  const to = rate_per_s / 1000;
  if (ramp === null) return passed / to;
  const from = ramp.from_per_s / 1000;
  const on_ramp = ((from + to) / 2) * ramp.over_ms;
  if (passed >= on_ramp) return ramp.over_ms + (passed - on_ramp) / to;
  const climb = (to - from) / ramp.over_ms;
  return passed === 0 ? 0 : (2 * passed) / (from + Math.sqrt(from ** 2 + 2 * climb * passed));
}
