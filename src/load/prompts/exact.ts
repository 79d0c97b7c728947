import type { Tokeniser } from './tokeniser.ts';
import { words } from './words.ts';

/** A prompt of `builtin:random` and what became of its length. */
export interface RandomPrompt {
  readonly text: string;
  /** As the server counts it; null: the server tokenises for nobody, the length is one of words. */
  readonly tokens: number | null;
}

/** Each word is one token in most vocabularies, so the second try is right as a rule; halving ends within these. */
const TRIES = 20;

/**
 * A prompt of as many tokens as asked: `head`, then words that follow from `key`, as many as the server's own tokeniser
 * says. Where no number of words gives the length, the nearest that was tried.
 */
export async function exactPrompt(
  head: string,
  key: string,
  asked: number,
  count: Tokeniser,
): Promise<RandomPrompt> {
  const made = words(key, asked);
  const textOf = (n: number) => [head, ...made.slice(0, n)].filter((part) => part !== '').join(' ');
  // below `low` words are too few, from `high` on too many
  let [low, high] = [0, asked + 1];
  let amount = Math.min(asked, Math.max(1, asked - Math.ceil(head.length / 3)));
  let best: { readonly text: string; readonly tokens: number } | null = null;
  for (let tried = 0; tried < TRIES && low < high - 1; tried++) {
    const text = textOf(amount);
    const tokens = await count(text);
    if (tokens === null) break;
    if (best === null || Math.abs(tokens - asked) < Math.abs(best.tokens - asked)) best = { text, tokens };
    if (tokens === asked) break;
    if (tokens < asked) low = amount;
    else high = amount;
    const of_a_word = Math.max(1, tokens / (amount + 1));
    const step = amount + Math.round((asked - tokens) / of_a_word);
    const inside = step > low && step < high;
    amount = inside ? step : Math.floor((low + high) / 2);
  }
  return best ?? { text: textOf(asked), tokens: null };
}
