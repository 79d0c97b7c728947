import type { LogLine } from '../../log-line.ts';
import { message, READY } from './log.ts';

/**
 * The lines by which each phase of a load is known, on GPUs and on processors. The API server logs the first and the
 * last ones, the core of the engine and its workers the others, every worker its own; a draft model repeats `weights`.
 */
const PHASES: readonly (readonly [name: string, line: RegExp])[] = [
  ['arguments', /^(?:non-default args: |vLLM API server version )/],
  ['model', /^(?:Resolved architecture: |Using max model len )/],
  ['engine', /^Initializing a V1 LLM engine /],
  ['distributed', /^(?:world_size=\d+ rank=\d+ |rank \d+ in world size \d+ )/],
  [
    'weights',
    /^(?:Starting to load model |Loading \w+ checkpoint shards|Loading weights took |Multi-thread loading shards)/,
  ],
  ['draft', /^Loading drafter model/],
  [
    'compile',
    /^(?:Warming up model for the compilation|Using cache directory: .*torch\.compile|Dynamo bytecode transform time)/,
  ],
  ['kv-cache', /^(?:Available KV cache memory: |[A-Z]{3}(?: \+ \w+)? KV cache size: )/],
  ['graphs', /^(?:Capturing CUDA graphs|Graph capturing finished)/],
  ['http', /^Starting vLLM (?:API )?server /],
  ['ready', READY],
];

/**
 * Shares of a load on GPUs, estimated for some 70 GB of weights on each: what the engine logs of itself in such a start
 * (a minute of weights, half of one of compilation, less of graphs), and the start of its processes as seen on a
 * processor. Compilation is short where its cache is kept. They say which phase is long, and not when one ends.
 */
export const PHASE_SHARES: Readonly<Record<string, number>> = {
  arguments: 0.08,
  model: 0.05,
  engine: 0.07,
  distributed: 0.05,
  weights: 0.36,
  draft: 0.03,
  compile: 0.2,
  'kv-cache': 0.02,
  graphs: 0.13,
  http: 0.01,
};

/** The phase of which this line tells; null: none. `ready` is the server's own claim. */
export function phase(line: LogLine): string | null {
  const text = message(line);
  return PHASES.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
