/** U+FFFD stands where bytes were no text; more than this share of it is no answer. */
const MOST_REPLACEMENTS = 0.05;
/** One n-gram that makes up more than this share of a text is no answer. */
const MOST_REPETITION = 0.9;
const LONGEST_GRAM = 3;
/** Fewer repetitions than this say nothing: `1 1` may be an answer. Single characters repeat more easily than words. */
const FEWEST_WORDS = 4;
const FEWEST_CHARACTERS = 8;

/**
 * Is a model's text something that no working model would write? Empty (also of spaces alone), or more than 5 %
 * replacement characters, or more than 90 % of it is one n-gram of one to three words, or of one to three characters
 * (spaces left out), repeated side by side. ` 1 2 3 4` is text, ` 1 1 1 1` is not.
 */
export function isGarbage(text: string): boolean {
  if (text.trim() === '') return true;
  const characters = [...text];
  if (characters.filter((c) => c === '\ufffd').length > characters.length * MOST_REPLACEMENTS) return true;
  const words = text.trim().split(/\s+/);
  const letters = [...words.join('')];
  return repeats(words, FEWEST_WORDS) || repeats(letters, FEWEST_CHARACTERS);
}

/**
 * The longest run in which each item equals the one `n` before it is one n-gram, repeated; it counts if it covers more
 * than the allowed share of all items.
 */
function repeats(items: readonly string[], fewest: number): boolean {
  for (let n = 1; n <= LONGEST_GRAM; n++) {
    let run = n;
    let longest = 0;
    for (let at = n; at < items.length; at++) {
      run = items[at] === items[at - n] ? run + 1 : n;
      longest = Math.max(longest, run);
    }
    if (longest >= fewest * n && longest > items.length * MOST_REPETITION) return true;
  }
  return false;
}
