import type { LogLine } from '../../log-line.ts';
import { message, READY } from './log.ts';

/**
 * The lines by which each phase of a load is known. Every rank prints most of them, in no common order; which of
 * cache, graphs and draft comes first differs between versions, and the draft model repeats `weights` to `graphs`.
 */
const PHASES: readonly (readonly [name: string, line: RegExp])[] = [
  ['arguments', /^server_args=/],
  ['distributed', /^Init (?:torch distributed|parallel) begin/],
  ['weights', /^(?:Load weight begin|Loading \w+ checkpoint shards|Multi-thread loading shards)/],
  ['kv-cache', /^KV Cache is allocated/],
  ['graphs', /^(?:Capture [\w ]+ graph begin|Capturing batches)/i],
  ['draft', /^Initialized (?:DFLASH draft runner|DDTree|DDTREE)/],
  ['http', /^Started server process \[/],
  ['warm-up', /^Uvicorn running on /],
  ['ready', READY],
];

/**
 * Shares of a load of 420 s: 548 GB of weights on eight devices, a draft model and its graphs. A smaller model loads in
 * less of it, so they say which phase is long, and not when one ends.
 */
export const PHASE_SHARES: Readonly<Record<string, number>> = {
  arguments: 0.04,
  distributed: 0.03,
  weights: 0.72,
  'kv-cache': 0.01,
  graphs: 0.1,
  draft: 0.08,
  'warm-up': 0.02,
};

/** The phase of which this line tells; null: none. `ready` is the server's own claim. */
export function phase(line: LogLine): string | null {
  const text = message(line);
  return PHASES.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
