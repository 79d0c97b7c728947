import type { JudgedProblem } from '../../core/documents/evaluation.ts';
import { codeIn } from '../../core/evaluate/code-in.ts';
import type { EvaluationProblem } from '../../core/evaluate/problem.ts';
import { judgingProgram } from '../../core/evaluate/program.ts';
import { verdictOfProgram, verdictOfText } from '../../core/evaluate/verdict.ts';
import { FaultError, fault } from '../../core/fault.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { Reply } from './ask-chat.ts';

export interface EvaluationMeans {
  ask(prompt: string): Promise<Reply>;
  /** null: there is none. */
  readonly sandbox: Sandbox | null;
  /** A word that no answer knows, another at each call. */
  proof(): string;
  /** Called for one after the other, as they come: what it keeps is kept whatever happens afterwards. */
  on_judged(judged: JudgedProblem): Promise<void>;
  /** Nothing new is asked, and an answer that comes later is not judged. Absent: never. */
  readonly signal?: AbortSignal;
}

/** Programs that are judged at once; more would slow the server where it shares the machine. */
const AT_ONCE = 2;

/**
 * Asks every problem, `concurrency` at a time, and judges each answer beside the further questions. Fault:
 * `sandbox-unavailable`; whatever `on_judged` throws.
 */
export async function evaluate(
  problems: readonly EvaluationProblem[],
  concurrency: number,
  means: EvaluationMeans,
): Promise<void> {
  const broken = new AbortController();
  const ended = () => broken.signal.aborted || means.signal?.aborted === true;
  const places = new Places(AT_ONCE);
  let kept: Promise<void> = Promise.resolve();
  const judging: Promise<void>[] = [];
  const judgeAndKeep = async (problem: EvaluationProblem, reply: Reply): Promise<void> => {
    try {
      const judged = await places.take(() => judge(problem, reply, means));
      kept = kept.then(() => (ended() ? undefined : means.on_judged(judged)));
      await kept;
    } catch (error) {
      broken.abort();
      throw error;
    }
  };
  await eachOf(problems, concurrency, async (problem) => {
    if (ended()) return;
    const reply = await means.ask(problem.prompt);
    if (ended()) return;
    const one = judgeAndKeep(problem, reply);
    // what it throws is thrown when all has been asked, not while nobody waits for it
    one.catch(() => undefined);
    judging.push(one);
  });
  await Promise.all(judging);
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
  if (sandbox === null)
    throw new FaultError(fault('sandbox-unavailable', 'nothing here runs code that a model wrote'));
  const word = proof();
  const ended = await sandbox.run(judgingProgram(code, problem.tests, word));
  const output = ended.output.replaceAll(word, '').trim();
  return { ...told, verdict: verdictOfProgram(ended, word), output };
}

/** Lets only so many act at once; the others wait for their turn. */
class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async take<T>(act: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

async function eachOf<T>(
  items: readonly T[],
  at_once: number,
  act: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) await act(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(at_once, items.length) }, worker));
}
