/** Prompts whose cache is still there. Whole prompts only: the radix tree of the real one also finds common beginnings. */
export class PrefixCache {
  readonly #known = new Map<string, number>();
  readonly #capacity: number;
  #tokens = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Tokens of the prompt that need not be computed: all but the last, if it was seen before. */
  take(prompt: string, tokens: number): number {
    if (this.#known.has(prompt)) return tokens - 1;
    if (this.#tokens + tokens > this.#capacity) this.flush();
    this.#known.set(prompt, tokens);
    this.#tokens += tokens;
    return 0;
  }

  flush(): void {
    this.#known.clear();
    this.#tokens = 0;
  }
}
