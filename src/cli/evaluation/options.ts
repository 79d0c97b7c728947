import { API_KEY_ENV, type BenchOptions, HEADER, MODEL, URL_OPTION } from '../benchmark/options.ts';
import { list, number, type OptionSpec, text } from '../option-spec.ts';

/** Options of `eval`. */
export const EVALUATION_OPTIONS: readonly OptionSpec[] = [
  URL_OPTION,
  MODEL,
  API_KEY_ENV,
  HEADER,
  text('--suite <source>', 'builtin:coding (default), or a file of JSON lines'),
  text('--concurrency <n>', 'questions at once (default: 1)'),
  number('--max-tokens <n>', 'most tokens of one answer (default: 1024)'),
  text('--timeout <time>', 'of one answer (default: 5m)'),
  list(
    '--against <dir>',
    'an earlier evaluation as the baseline; a second one is the repeat of that baseline',
  ),
  text('--require <condition>', 'exit 11 unless it holds: "pass_rate >= baseline - 0.05"'),
];

export interface EvaluationOptions extends BenchOptions {
  readonly suite?: string;
  readonly against?: readonly string[];
  readonly require?: string;
}
