import { resolve } from 'node:path';
import type { TokenRange, WantedRequests } from '../../ports/requests.ts';
import type { Context } from '../context.ts';
import { usage } from '../usage.ts';
import { numberIn, wholeIn } from './numbers.ts';
import type { BenchOptions } from './options.ts';

const TOKENS = { from: 1, to: 1_000_000 };
const SHARE = { from: 0, to: 0.99 };
const TEMPERATURE = { from: 0, to: 5 };
const RANDOM_INPUT = 1024;
const OUTPUT = 128;

/** What the options say of the requests themselves; the rest is added for each measurement. */
export type RequestOptions = Omit<
  WantedRequests,
  'target' | 'dialect' | 'requests' | 'warmup_requests' | 'seed' | 'replicate'
>;

/** Fault: `usage`. */
export function requestsOf(context: Context, options: BenchOptions): RequestOptions {
  if (options.tokenizer !== undefined)
    throw usage(
      '--tokenizer: nothing is tokenised here',
      'leave it out: output is counted by the server (usage), random prompts are measured by its /tokenize',
    );
  const prompts = promptsOf(context, options);
  const random = prompts === 'builtin:random';
  const { randomInputLen, randomOutputLen, maxTokens, sharegptOutputLen } = options;
  if (!random && (randomInputLen ?? options.randomRangeRatio) !== undefined)
    throw usage(
      'lengths of random prompts, and the prompts are not random',
      'give --prompts builtin:random too',
    );
  const output = (random ? randomOutputLen : undefined) ?? maxTokens ?? sharegptOutputLen ?? OUTPUT;
  const input = wholeIn('random-input-len', randomInputLen ?? RANDOM_INPUT, TOKENS);
  return {
    prompts,
    input_tokens: random ? around('random-input-len', input, options) : null,
    output_tokens: random
      ? around('random-output-len', wholeIn('random-output-len', output, TOKENS), options)
      : { from: wholeIn('max-tokens', output, TOKENS), to: output },
    temperature:
      options.temperature === undefined ? 0 : numberIn('temperature', options.temperature, TEMPERATURE),
    // as vLLM and SGLang do it: the length of a random answer is asked for, not found
    ignore_eos: options.ignoreEos === true || (random && options.disableIgnoreEos !== true),
    body: bodyOf(options.extraBody ?? options.extraRequestBody),
    salt: options.salt !== false,
    prefix_share: options.prefixHits === undefined ? 0 : numberIn('prefix-hits', options.prefixHits, SHARE),
  };
}

function promptsOf(
  context: Context,
  { prompts, datasetName, datasetPath, randomInputLen }: BenchOptions,
): string {
  if (prompts !== undefined && datasetName !== undefined)
    throw usage('--prompts and --dataset-name say the same', 'give one of them');
  if (datasetName === undefined) {
    if (datasetPath !== undefined) return resolve(context.cwd, datasetPath);
    return located(context, prompts ?? (randomInputLen === undefined ? 'builtin:code' : 'builtin:random'));
  }
  if (datasetName === 'random' || datasetName === 'random-ids') return 'builtin:random';
  if (datasetName !== 'sharegpt' && datasetName !== 'custom')
    throw usage(
      `--dataset-name: \`${datasetName}\` is not supported`,
      'random, sharegpt and custom are; or --prompts FILE',
    );
  if (datasetPath === undefined)
    throw usage(
      `--dataset-name ${datasetName} needs its file`,
      'give --dataset-path FILE: nothing is downloaded',
    );
  return `${datasetName}:${resolve(context.cwd, datasetPath)}`;
}

const BUILTIN = ['builtin:code', 'builtin:chat', 'builtin:count', 'builtin:random'];

function located(context: Context, source: string): string {
  if (BUILTIN.includes(source)) return source;
  if (source.startsWith('builtin:'))
    throw usage(`--prompts: \`${source}\` is not built in`, `built in: ${BUILTIN.join(', ')}`);
  const [, format = '', file = ''] = /^(sharegpt:|custom:)?(.*)$/s.exec(source) ?? [];
  return `${format}${resolve(context.cwd, file)}`;
}

/** One word, two meanings: of r, SGLang makes [r L, L] and vLLM [(1 - r) L, (1 + r) L]. */
function around(option: string, length: number, { randomRangeRatio, backend }: BenchOptions): TokenRange {
  if (randomRangeRatio === undefined) return { from: length, to: length };
  const r = numberIn('random-range-ratio', randomRangeRatio, { from: 0, to: 1 });
  const whole = (n: number) => Math.max(1, Math.round(n));
  if (backend?.startsWith('sglang')) return { from: whole(r * length), to: length };
  if (backend?.startsWith('vllm')) return { from: whole((1 - r) * length), to: whole((1 + r) * length) };
  throw usage(
    `--random-range-ratio: of ${option} ${length}, vLLM and SGLang make different ranges`,
    'say which is meant by --backend vllm or --backend sglang',
  );
}

function bodyOf(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // told below, as any other text that is no object
  }
  throw usage('--extra-body: no JSON object', `for example '{"top_p": 0.9}'`);
}
