const NEWLINE = 10;
/** Room for this many different bytes in all words together; words are plain ASCII, of which there are fewer. */
const CLASS_BITS = 7;
/** The state behind a line's end. It behaves as the beginning does, and tells that a line has ended. */
const LINE_END = 1;

/**
 * Finds many words in one pass over bytes (Aho and Corasick, "Efficient string matching", CACM 18(6), 1975), with its
 * transitions in one flat table. `step(state, byte)` is `next[(state << 7) | classes[byte]]`; who reads a large log
 * writes that out. `found[state]` has a bit for each kind of word that ends there, and `ends` where a line does.
 */
export class Automaton {
  readonly classes = new Uint8Array(256);
  readonly next: Uint16Array;
  readonly found: Uint8Array;
  readonly #words: readonly (readonly number[])[];

  /** `kinds` gives each word its bit, of 1 to 64. Words must not be empty. */
  constructor(words: readonly string[], kinds: readonly number[]) {
    const tree = new Tree(words, this.classes);
    this.next = tree.transitions();
    this.#words = tree.ends;
    this.found = Uint8Array.from(tree.ends, (ends) =>
      ends.reduce((bits, word) => bits | (kinds[word] ?? 0), 0),
    );
    this.found[LINE_END] = Automaton.ends;
  }

  static readonly ends = 128;

  /** Calls back with the index of each word in the text, perhaps more than once. */
  each(text: string, call: (word: number) => void): void {
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      state = this.next[(state << CLASS_BITS) | (code > 255 ? 0 : (this.classes[code] ?? 0))] ?? 0;
      if (this.found[state] !== 0) for (const word of this.#words[state] ?? []) call(word);
    }
  }
}

class Tree {
  /** Words that end in each state, those that end there as a part of a longer one too. */
  readonly ends: number[][] = [[], []];
  readonly #children: Map<number, number>[] = [new Map(), new Map()];

  constructor(words: readonly string[], classes: Uint8Array) {
    classes[NEWLINE] = 1;
    let count = 2;
    for (const [index, word] of words.entries()) {
      let state = 0;
      for (let at = 0; at < word.length; at++) {
        const byte = word.charCodeAt(at);
        if (classes[byte] === 0) classes[byte] = count++;
        state = this.#child(state, classes[byte] ?? 0);
      }
      this.ends[state]?.push(index);
    }
    if (count > 1 << CLASS_BITS || this.ends.length > 0xffff) throw new Error('too many words to look for');
  }

  #child(state: number, byte: number): number {
    const children = this.#children[state] ?? new Map<number, number>();
    let child = children.get(byte);
    if (child === undefined) {
      child = this.ends.push([]) - 1;
      this.#children.push(new Map());
      children.set(byte, child);
    }
    return child;
  }

  /** Breadth first: where a state has no child, it goes where its longest proper suffix goes. */
  transitions(): Uint16Array {
    const width = 1 << CLASS_BITS;
    const next = new Uint16Array(this.ends.length * width);
    const suffix = new Uint16Array(this.ends.length);
    const queue: number[] = [];
    for (const [byte, child] of this.#children[0] ?? []) {
      next[byte] = child;
      queue.push(child);
    }
    for (const state of queue) {
      const back = suffix[state] ?? 0;
      for (let byte = 0; byte < width; byte++) {
        const child = this.#children[state]?.get(byte);
        const other = next[back * width + byte] ?? 0;
        if (child !== undefined) {
          suffix[child] = other;
          this.ends[child]?.push(...(this.ends[other] ?? []));
          queue.push(child);
        }
        next[state * width + byte] = child ?? other;
      }
    }
    next.copyWithin(LINE_END * width, 0, width);
    for (let state = 0; state < this.ends.length; state++) next[state * width + 1] = LINE_END;
    return next;
  }
}
