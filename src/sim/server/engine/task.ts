import { hashText } from '../../../core/small-hash.ts';
import { uniformAt } from './hash.ts';

/** What follows from the prompt alone, whatever the setting: greedy decoding gives the same answer each time. */
export interface Task {
  readonly seed: number;
  /** How often the draft's first choice is right on this task: 0.70 to 0.92, in the middle 0.80. */
  readonly acceptance: number;
  /** Tokens after which the model would end by itself. */
  readonly natural_tokens: number;
  /** What a question that it can work out has for an answer, one token a character; null: it writes on and on. */
  readonly answer: string | null;
}

const LEAST = 0.7;
const MIDDLE = 0.8;
const MOST = 0.92;
const SHORTEST_ANSWER = 300;
const LONGEST_ANSWER = 900;

/** Acceptance depends on the task far more than on anything else; here the task is the prompt. */
export function taskOf(prompt: string): Task {
  const seed = hashText(prompt);
  const answer = sumIn(prompt);
  const draw = uniformAt(seed, 1) + uniformAt(seed, 2) - 1;
  return {
    seed,
    acceptance: MIDDLE + draw * (draw < 0 ? MIDDLE - LEAST : MOST - MIDDLE),
    natural_tokens:
      answer?.length ?? SHORTEST_ANSWER + Math.floor((LONGEST_ANSWER - SHORTEST_ANSWER) * uniformAt(seed, 3)),
    answer,
  };
}

/** `What is 17 + 25?` is the one kind of question that it understands. */
function sumIn(prompt: string): string | null {
  const [, one, other] = /^What is (\d{1,6}) \+ (\d{1,6})\?$/.exec(prompt.trim()) ?? [];
  return one === undefined || other === undefined ? null : String(Number(one) + Number(other));
}

/** About four characters to a token, at least one. */
export function countTokens(text: string): number {
  return Math.max(1, Math.ceil(text.length / 4));
}
