// What a counting model says, and what speculation over it must count: exact, so a measurement can be checked against it.

import { seededRandom } from './numbers.mjs';
import { END, FIRST_NUMBER, FULL_STOP } from './tokens.mjs';

const WRONG_STEP = 8; // a disagreeing draft goes on 8 numbers further

/**
 * The numbers (counted from 0) after which a draft disagrees with its target: a seeded share `1 - agree` of all.
 * @param {number} cycle
 * @param {number} agree 0 to 1
 * @param {number} seed
 * @returns {Set<number>}
 * @throws {RangeError} if a wrong step in so short a cycle would be right again
 */
export function disagreements(cycle, agree, seed) {
  if (agree < 1 && (WRONG_STEP - 1) % cycle === 0)
    throw new RangeError(`a cycle of ${cycle} cannot disagree`);
  const random = seededRandom(seed ^ 0x5eed);
  const order = Array.from({ length: cycle }, (_, i) => i);
  for (let last = cycle - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [/** @type {number} */ (order[other]), /** @type {number} */ (order[last])];
  }
  return new Set(order.slice(0, Math.round(cycle * (1 - agree))));
}

/**
 * The token after `token`: a full stop ends, any other byte starts at 1, a number counts on, the last one goes back to 1.
 * @param {number} token
 * @param {number} cycle
 * @param {ReadonlySet<number>} [wrong] from `disagreements`; none for a target
 */
export function successor(token, cycle, wrong = new Set()) {
  if (token === END || token === FULL_STOP) return END;
  if (token < END) return FIRST_NUMBER;
  const number = token - FIRST_NUMBER;
  return FIRST_NUMBER + ((number + (wrong.has(number) ? WRONG_STEP : 1)) % cycle);
}

/**
 * The answer to any prompt that does not end in a full stop.
 * @param {number} tokens
 * @param {number} [cycle]
 */
export function countingText(tokens, cycle = 1000) {
  return Array.from({ length: tokens }, (_, i) => ` ${(i % cycle) + 1}`).join('');
}

/**
 * The counters of one request with a draft. In each step the draft proposes `nMax` tokens, but never more than the request
 * still lacks beside the one that the target itself adds; those before the first wrong one are accepted.
 * @param {{ tokens: number, nMax: number, cycle?: number, agree?: number, seed?: number }} request
 * @returns {{ drafted: number, accepted: number, steps: number }}
 */
export function predictSpeculation({ tokens, nMax, cycle = 1000, agree = 1, seed = 1 }) {
  const wrong = disagreements(cycle, agree, seed);
  const counters = { drafted: 0, accepted: 0, steps: 0 };
  let made = 1; // the first token comes from the prompt, undrafted
  while (made < tokens) {
    const proposed = Math.min(nMax, tokens - made - 1);
    const accepted = agreeingRun((made - 1) % cycle, proposed, cycle, wrong);
    counters.drafted += proposed;
    counters.accepted += accepted;
    counters.steps += 1;
    made += accepted + 1;
  }
  return counters;
}

/**
 * How many of `limit` proposals after `number` are right.
 * @param {number} number
 * @param {number} limit
 * @param {number} cycle
 * @param {ReadonlySet<number>} wrong
 */
function agreeingRun(number, limit, cycle, wrong) {
  let run = 0;
  while (run < limit && !wrong.has((number + run) % cycle)) run++;
  return run;
}
