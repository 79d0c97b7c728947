import type { ExactProblem, NumericProblem } from './problem.ts';

/**
 * What became of one problem. `wrong`: a test failed, or another answer; `error`: the code raised; `too-slow` and
 * `too-much-output`: a bound of the sandbox ended it; `no-code`: the answer has none; `no-answer`: the request failed.
 */
export const VERDICTS = [
  'passed',
  'wrong',
  'error',
  'too-slow',
  'too-much-output',
  'no-code',
  'no-answer',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The end of a program in the sandbox, as its port tells it. */
export interface Ended {
  readonly ended: 'exit' | 'wall' | 'output';
  readonly code: number | null;
  readonly output: string;
}

/** Codes of programs that the kernel ended: SIGKILL and SIGXCPU at the limit of processor time. */
const CPU_LIMIT = [137, 152];

/** `proof`: what `judgingProgram` prints at its end. */
export function verdictOfProgram({ ended, code, output }: Ended, proof: string): Verdict {
  if (ended === 'wall' || (code !== null && CPU_LIMIT.includes(code))) return 'too-slow';
  if (ended === 'output') return 'too-much-output';
  if (code === 0) return output.trimEnd().split('\n').at(-1) === proof ? 'passed' : 'wrong';
  return /^AssertionError\b/m.test(output) ? 'wrong' : 'error';
}

const NUMBER = /[-+]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

export function verdictOfText(problem: ExactProblem | NumericProblem, answer: string): Verdict {
  const said = answer.replace(/^[\s\S]*<\/think>/, '').trim();
  if (problem.kind === 'exact') return plain(said) === plain(problem.answer) ? 'passed' : 'wrong';
  const last = said.match(NUMBER)?.at(-1);
  if (last === undefined) return 'wrong';
  return Math.abs(Number(last.replaceAll(',', '')) - problem.answer) <= problem.tolerance
    ? 'passed'
    : 'wrong';
}

/** Without case, space around, quotes and a full stop at the end. */
function plain(text: string): string {
  return text
    .trim()
    .replace(/^["'`*]+|["'`*.]+$/g, '')
    .trim()
    .toLowerCase();
}
