// What a sweep of the example must have shown, checked against what is known beforehand: the models count, so texts and
// draft counts are predicted exactly.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { predictSpeculation } from '../gguf/predict.mjs';

const TOKENS = 64;
const LEAST_GAIN = 1.8;

/** @typedef {{ ok: boolean, text: string, timed?: boolean }} Check `timed`: it was measured by the clock */

/**
 * @param {string} runs folder of all runs; the newest is looked at
 * @returns {Check[]}
 */
export function proofs(runs) {
  const newest = readdirSync(runs).sort().at(-1) ?? '';
  const { trials, restored } = JSON.parse(readFileSync(join(runs, newest, 'summary.json'), 'utf8'));
  const measured = trials.flatMap(measurementsOf);
  const left = stillRunning(join(runs, newest, 'events.jsonl'));
  return [
    check(
      trials.length === 7 && measured.length === 16,
      `7 settings, ${measured.length} measurements (the baseline twice)`,
    ),
    check(measured.every(isComplete), 'every answer of every setting is the known text'),
    ...trials.flatMap((/** @type {Trial} */ trial) => drafts(trial) ?? []),
    gain(measured),
    check(restored.ok && restored.to === 'original', 'the original is back (nothing ran before)'),
    check(
      left.length === 0,
      left.length === 0 ? 'no server is left' : `left running: pid ${left.join(', ')}`,
    ),
  ];
}

/**
 * @typedef {{ requests: number, ok: number, failed: number, mismatch: string | null, concurrency: number,
 *   output_tokens_per_s: number, drafted_tokens: number | null, accepted_tokens: number | null }} Measurement
 * @typedef {{ name: string, command: { argv: string[] }, starts: { measurements: Measurement[] }[] }} Trial
 */

/** @param {Trial} trial */
function measurementsOf(trial) {
  return trial.starts.flatMap((start) => start.measurements.map((m) => ({ ...m, trial: trial.name })));
}

/** @param {Measurement} measurement */
function isComplete({ ok, requests, failed, mismatch }) {
  return ok === requests && failed === 0 && mismatch === null;
}

/** @param {Trial} trial */
function drafts(trial) {
  const { argv } = trial.command;
  const at = argv.indexOf('--spec-draft-n-max');
  if (at < 0) return null;
  const each = predictSpeculation({ tokens: TOKENS, nMax: Number(argv[at + 1]), cycle: 1000, agree: 0.8 });
  const measured = measurementsOf(trial);
  const equal = measured.every(
    (m) => m.drafted_tokens === m.requests * each.drafted && m.accepted_tokens === m.requests * each.accepted,
  );
  const counted = measured.map((m) => `${m.drafted_tokens}/${m.accepted_tokens}`).join(', ');
  const wanted = measured.map((m) => `${m.requests * each.drafted}/${m.requests * each.accepted}`).join(', ');
  return check(equal, `${trial.name}: drafted/accepted ${counted}, predicted ${wanted}`);
}

/** @param {(Measurement & { trial: string })[]} measured */
function gain(measured) {
  /** @param {string} name */
  const speed = (name) => {
    const known = measured
      .filter((m) => m.trial === name && m.concurrency === 4)
      .map((m) => m.output_tokens_per_s);
    return known.reduce((sum, one) => sum + one, 0) / known.length;
  };
  const ratio = speed('s4') / speed('current');
  const text = `4 slots give ${ratio.toFixed(2)} times the tokens of 1 slot at concurrency 4`;
  return { ...check(ratio >= LEAST_GAIN, text), timed: true };
}

/**
 * Processes that carry the id of a server which this run has started.
 * @param {string} journal
 */
function stillRunning(journal) {
  const ids = readFileSync(journal, 'utf8').matchAll(/"type":"generation".*?"id":"([^"]+)"/g);
  const marks = [...ids].map(([, id]) => `HOLDPOINT_GENERATION=${id}\0`);
  return readdirSync('/proc').filter((pid) => {
    try {
      const environment = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/environ`, 'utf8') : '';
      return marks.some((mark) => environment.includes(mark));
    } catch {
      return false; // gone meanwhile, or another user's
    }
  });
}

/**
 * @param {boolean} ok
 * @param {string} text
 */
function check(ok, text) {
  return { ok, text };
}
