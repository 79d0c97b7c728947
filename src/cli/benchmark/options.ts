import { list, number, type OptionSpec, on, text } from '../option-spec.ts';
import type { Options } from '../options.ts';

/** Which server, and what every request to it carries: also of `eval`. */
export const URL_OPTION = text('--url <url>', 'where the server answers: http://ADDRESS:PORT');
export const MODEL = text('--model <name>', 'the model to ask (default: the one that the server lists)');
export const API_KEY_ENV = text(
  '--api-key-env <name>',
  'the variable that holds the key; it is sent to the named server',
);
export const HEADER = list('--header <name=value>', 'a header of every request; may be given again');

/** Options of `bench`: our own words, and the names under which users of vLLM and SGLang know the same. */
export const BENCH_OPTIONS: readonly OptionSpec[] = [
  URL_OPTION,
  text('--base-url <url>', 'the same as --url'),
  text('--host <address>', 'with --port, instead of --url (default: 127.0.0.1)'),
  number('--port <n>', 'with --host, instead of --url'),
  text('--endpoint <path>', '/v1/completions, /v1/chat/completions, /generate or /completion'),
  text(
    '--backend <name>',
    'openai, openai-chat, vllm, vllm-chat, sglang, sglang-oai, sglang-oai-chat or llamacpp',
  ),
  MODEL,
  text('--served-model-name <name>', 'the same as --model, and before it'),
  API_KEY_ENV,
  HEADER,
  text(
    '--prompts <source>',
    'builtin:code (default), builtin:chat, builtin:random, a file, sharegpt:FILE, custom:FILE',
  ),
  text('--dataset-name <name>', 'random, sharegpt or custom'),
  text('--dataset-path <path>', 'the file of --dataset-name'),
  number('--num-prompts <n>', 'requests of one measurement (default: 4 for each slot, at least 32)'),
  text('--duration <time>', 'no request starts after this time'),
  text('--concurrency <list>', 'requests at once, one measurement for each: 1,4,16 (default: 1)'),
  number('--max-concurrency <n>', 'requests at once; at a rate: never more than these'),
  text(
    '--request-rate <list>',
    'requests a second on an absolute schedule, one measurement for each; inf: no schedule',
  ),
  text('--burstiness <shape>', 'of the gaps: 1 is Poisson (default), less is burstier, inf is constant'),
  text('--ramp-up-strategy <name>', 'linear'),
  text('--ramp-up-start-rps <rate>', 'the rate at which a ramp begins'),
  text('--ramp-up-end-rps <rate>', 'the rate at which it ends'),
  text('--replay <file>', 'send at the times of a trace: JSON lines with "timestamp" in ms'),
  on('--burst', 'the slots start at once, not one after another'),
  number('--random-input-len <tokens>', 'of builtin:random, as the server tokenises (default: 1024)'),
  number('--random-output-len <tokens>', 'tokens of one answer with builtin:random (default: 128)'),
  text('--random-range-ratio <r>', 'how far lengths vary; as the tool of --backend means it'),
  number('--max-tokens <n>', 'most tokens of one answer (default: 128)'),
  number('--sharegpt-output-len <n>', 'the same as --max-tokens'),
  text('--temperature <t>', 'sampling temperature (default: 0)'),
  on('--ignore-eos', 'go on to the most tokens; the default with builtin:random'),
  on('--disable-ignore-eos', 'let the model end where it ends'),
  text('--extra-body <json>', 'more keys for the body of every request'),
  text('--extra-request-body <json>', 'the same as --extra-body'),
  number('--seed <n>', 'of prompts and schedule (default: 1)'),
  number('--num-warmups <n>', 'requests before the measured ones (default: 2)'),
  number('--warmup-requests <n>', 'the same as --num-warmups'),
  on('--no-salt', 'leave the prompts as written: a prefix cache may answer for the model'),
  text('--prefix-hits <share>', 'share of each prompt that all have in common, 0 to 0.99'),
  on('--flush-cache', "empty the server's prefix cache before each measurement"),
  list(
    '--goodput <words...>',
    'NAME:MS: the longest ttft, tpot or e2el of a good request; the share of all requests is told',
  ),
  text('--percentile-metrics <list>', 'times that the answer shows: ttft,itl,tpot,e2e (default: all)'),
  text('--metric-percentiles <list>', 'their percentiles: 50,90,95,99 (default: 50,95,99)'),
  text('--tokenizer <name>', 'not supported: the server counts the tokens, nothing is tokenised here'),
  list(
    '--export <words...>',
    'DIALECT FILE: also write it as sglang, vllm, aiperf or guidellm would; may be given again',
  ),
  text('--timeout <duration>', 'of one request (default: 5m)'),
  number(
    '--threads <n>',
    'threads that send and read, 0: the main one (default: that one, and more where it was late)',
  ),
];

/** As the parser gives them. */
export interface BenchOptions
  extends Pick<Options, 'dir' | 'json' | 'port' | 'endpoint' | 'seed' | 'timeout' | 'underTraffic'> {
  readonly url?: string;
  readonly baseUrl?: string;
  readonly host?: string;
  readonly backend?: string;
  readonly model?: string;
  readonly servedModelName?: string;
  readonly apiKeyEnv?: string;
  readonly header?: readonly string[];
  readonly prompts?: string;
  readonly datasetName?: string;
  readonly datasetPath?: string;
  readonly numPrompts?: number;
  readonly duration?: string;
  readonly concurrency?: string;
  readonly maxConcurrency?: number;
  readonly requestRate?: string;
  readonly burstiness?: string;
  readonly rampUpStrategy?: string;
  readonly rampUpStartRps?: string;
  readonly rampUpEndRps?: string;
  readonly replay?: string;
  readonly burst?: boolean;
  readonly randomInputLen?: number;
  readonly randomOutputLen?: number;
  readonly randomRangeRatio?: string;
  readonly maxTokens?: number;
  readonly sharegptOutputLen?: number;
  readonly temperature?: string;
  readonly ignoreEos?: boolean;
  readonly disableIgnoreEos?: boolean;
  readonly extraBody?: string;
  readonly extraRequestBody?: string;
  readonly numWarmups?: number;
  readonly warmupRequests?: number;
  /** false: `--no-salt`. */
  readonly salt?: boolean;
  readonly prefixHits?: string;
  readonly flushCache?: boolean;
  readonly goodput?: readonly string[];
  readonly percentileMetrics?: string;
  readonly metricPercentiles?: string;
  readonly tokenizer?: string;
  readonly export?: readonly string[];
  readonly threads?: number;
}
