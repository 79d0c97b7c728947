import type { MeasurementBody } from '../documents/measurement.ts';
import { type Fault, fault } from '../fault.ts';

/** A monitor that asks for a word now and then is no load, and moves no number. */
const SLACK_TOKENS = 16;
/** Beside more tokens than that: less than a percent of the load moves no decision. */
const SLACK_SHARE = 0.01;

/** By how much the two counts may differ. */
export function tokenSlack(told_tokens: number): number {
  return Math.max(SLACK_TOKENS, SLACK_SHARE * told_tokens);
}

/**
 * Did the server generate for us alone, and all that it says it did? More than our requests were told: somebody else asked it
 * (`foreign-load`). Less: what answers is not what counts (`miscounted`). null: they agree, or one of them is not known, as
 * where an answer broke off and nobody can say how far the server got. `under_traffic`: others may ask.
 */
export function tokenFault(
  { server, told_tokens }: Pick<MeasurementBody, 'server' | 'told_tokens'>,
  under_traffic: boolean,
): Fault | null {
  const generated_tokens = server?.generated_tokens ?? null;
  if (generated_tokens === null || told_tokens == null) return null;
  const more = generated_tokens - told_tokens;
  if (Math.abs(more) <= tokenSlack(told_tokens) || (under_traffic && more > 0)) return null;
  const data = { generated_tokens, told_tokens };
  return more > 0
    ? fault(
        'foreign-load',
        `the server generated ${generated_tokens} tokens during the measurement, ${told_tokens} of them for us: others asked it, too`,
        { data, hint: 'wait until they are gone, or say --under-traffic; the number is void' },
      )
    : fault(
        'miscounted',
        `our answers say ${told_tokens} tokens, the server counted ${generated_tokens}: others answered as well, or one of the two counts is wrong`,
        { data },
      );
}
