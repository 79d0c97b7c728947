// The vocabulary: 256 bytes, one end mark, then the numbers as tokens of their own, without any merges.

/** Token ids: a byte is its own id. */
export const END = 256;
export const FIRST_NUMBER = 257;
export const FULL_STOP = '.'.charCodeAt(0);
export const END_TEXT = '<|end|>';

const TYPES = Object.freeze({ normal: 1, control: 3, userDefined: 4 });

/**
 * How number n is written, by vocabulary. A draft with `marked` numbers has as many tokens as a target with plain ones, but
 * other texts, so the server refuses to pair the two.
 * @type {Readonly<Record<string, (n: number) => string>>}
 */
export const VOCABULARIES = Object.freeze({ plain: (n) => ` ${n}`, marked: (n) => ` #${n}` });

/**
 * @param {number} cycle how many numbers there are
 * @param {string} [vocabulary] a name of VOCABULARIES
 * @returns {{ texts: string[], types: number[] }} by token id
 */
export function vocabulary(cycle, vocabulary = 'plain') {
  const write = VOCABULARIES[vocabulary];
  if (!write) throw new Error(`unknown vocabulary ${vocabulary}: ${Object.keys(VOCABULARIES).join(' or ')}`);
  const numbers = Array.from({ length: cycle }, (_, i) => write(i + 1));
  return {
    texts: [...byteTexts(), END_TEXT, ...numbers],
    types: [...Array(END).fill(TYPES.normal), TYPES.control, ...Array(cycle).fill(TYPES.userDefined)],
  };
}

/**
 * The printable character by which the GPT-2 tokenizer names each byte: itself where it is printable Latin-1, else the next
 * free one from U+0100 on.
 */
function byteTexts() {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    return String.fromCharCode(printable ? byte : next++);
  });
}
