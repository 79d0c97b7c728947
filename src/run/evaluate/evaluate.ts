import type { JudgedProblem } from '../../core/documents/evaluation.ts';
import { codeIn } from '../../core/evaluate/code-in.ts';
import type { EvaluationProblem } from '../../core/evaluate/problem.ts';
import { judgingProgram } from '../../core/evaluate/program.ts';
import { verdictOfProgram, verdictOfText } from '../../core/evaluate/verdict.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { Reply } from './ask-chat.ts';

export interface EvaluationMeans {
  ask(prompt: string): Promise<Reply>;
  readonly sandbox: Sandbox;
  /** A word that no answer knows, another at each call. */
  proof(): string;
  on_judged(judged: JudgedProblem): void;
}

/** Programs that are judged at once; more would slow the server where it shares the machine. */
const AT_ONCE = 2;

/**
 * Asks every problem, `concurrency` at a time, and judges the answers; in the order of the problems. Fault:
 * `sandbox-unavailable`.
 */
export async function evaluate(
  problems: readonly EvaluationProblem[],
  concurrency: number,
  means: EvaluationMeans,
): Promise<readonly JudgedProblem[]> {
  const asked = await eachOf(problems, concurrency, async (problem) => ({
    problem,
    reply: await means.ask(problem.prompt),
  }));
  return eachOf(asked, AT_ONCE, async ({ problem, reply }) => {
    const judged = await judge(problem, reply, means);
    means.on_judged(judged);
    return judged;
  });
}

/** The verdict on one answer. Fault: `sandbox-unavailable`. */
async function judge(
  problem: EvaluationProblem,
  { answer, note }: Reply,
  { sandbox, proof }: Pick<EvaluationMeans, 'sandbox' | 'proof'>,
): Promise<JudgedProblem> {
  const told = { id: problem.id, level: problem.level, answer, note };
  if (answer === null) return { ...told, verdict: 'no-answer', output: '' };
  if (problem.kind !== 'code') return { ...told, verdict: verdictOfText(problem, answer), output: '' };
  const code = codeIn(answer, problem);
  if (code === null) return { ...told, verdict: 'no-code', output: '' };
  const word = proof();
  const ended = await sandbox.run(judgingProgram(code, problem.tests, word));
  const output = ended.output.replaceAll(word, '').trim();
  return { ...told, verdict: verdictOfProgram(ended, word), output };
}

async function eachOf<T, R>(
  items: readonly T[],
  at_once: number,
  act: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) results[at] = await act(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(at_once, items.length) }, worker));
  return results;
}
