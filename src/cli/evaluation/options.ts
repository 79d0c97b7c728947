import type { BenchOptions } from '../benchmark/options.ts';
import type { OptionSpec } from '../options.ts';

/** Options of `eval`. */
export const EVALUATION_OPTIONS: readonly OptionSpec[] = [
  { flags: '--url <url>', text: 'where the server answers: http://ADDRESS:PORT', kind: 'text' },
  {
    flags: '--model <name>',
    text: 'the model to ask (default: the one that the server lists)',
    kind: 'text',
  },
  {
    flags: '--api-key-env <name>',
    text: 'the variable that holds the key; it is sent to the named server',
    kind: 'text',
  },
  { flags: '--header <name=value>', text: 'a header of every request; may be given again', kind: 'list' },
  { flags: '--suite <source>', text: 'builtin:coding (default), or a file of JSON lines', kind: 'text' },
  { flags: '--concurrency <n>', text: 'questions at once (default: 1)', kind: 'text' },
  { flags: '--max-tokens <n>', text: 'most tokens of one answer (default: 1024)', kind: 'number' },
  { flags: '--timeout <time>', text: 'of one answer (default: 5m)', kind: 'text' },
  {
    flags: '--against <dir>',
    text: 'an earlier evaluation as the baseline; a second one is the repeat of that baseline',
    kind: 'list',
  },
  {
    flags: '--require <condition>',
    text: 'exit 11 unless it holds: "pass_rate >= baseline - 0.05"',
    kind: 'text',
  },
];

export interface EvaluationOptions extends BenchOptions {
  readonly suite?: string;
  readonly against?: readonly string[];
  readonly require?: string;
}
