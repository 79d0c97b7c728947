/** One thing gets one stand-in, wherever it stands: a reader can still follow it through the report. */
export class Pseudonyms {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  of(kind: 'host' | 'user' | 'path' | 'id', value: string): string {
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `${kind}-${count}`;
    this.#names.set(value, name);
    return name;
  }
}
