/**
 * Characters that stand in a log as they are, however it is wrapped: JSON writes quotes, backslashes, `<`, `>`, `&` and
 * what is not ASCII in ways of its own, and the slash in two ways.
 */
const PLAIN = /^[ !#$%'()*+,\-.0-9:;=?@A-Z[\]^_`a-z{|}~]$/;

/** Atoms of a pattern: what it must contain, or nothing that is known. */
type Atom = readonly string[] | null;

/**
 * Literals of which at least one stands in every text that the pattern matches, so that a text without any of them
 * need not be looked at. Empty: none is known. Of all choices that the pattern leaves, the one whose shortest literal
 * is longest. Reads the part of the notation of regular expressions that the data of the diagnosis uses.
 */
export function anchorsOf(pattern: RegExp): readonly string[] {
  return new Reader(pattern.source).alternatives() ?? [];
}

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Until the end or a closing parenthesis: each branch must bring a literal, or the whole brings none. */
  alternatives(): Atom {
    const branches: Atom[] = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at++;
      branches.push(this.#sequence());
    }
    return branches.some((branch) => branch === null) ? null : branches.flatMap((branch) => branch ?? []);
  }

  #sequence(): Atom {
    let best: Atom = null;
    let run = '';
    const keep = (atom: Atom): void => {
      if (atom !== null && shortest(atom) > shortest(best)) best = atom;
    };
    const close = (): void => {
      if (run !== '') keep([run]);
      run = '';
    };
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) {
      const atom = this.#atom();
      const needed = this.#atLeastOnce();
      if (typeof atom === 'string' && needed === 'once') run += atom;
      else {
        if (typeof atom === 'string' && needed === 'again') run += atom;
        close();
        if (typeof atom !== 'string' && needed !== 'perhaps') keep(atom);
      }
    }
    close();
    return best;
  }

  /** One character as text, or what a group must contain; null: nothing is known of it. */
  #atom(): string | Atom {
    const char = this.#source[this.#at++] ?? '';
    if (char === '(') return this.#group();
    if (char === '[') return this.#class();
    if (char === '\\') {
      const escaped = this.#source[this.#at++] ?? '';
      return /[A-Za-z0-9]/.test(escaped) || !PLAIN.test(escaped) ? null : escaped;
    }
    return '.^$'.includes(char) || !PLAIN.test(char) ? null : char;
  }

  #group(): Atom {
    const head = /^\?(?::|<\w+>|!)/.exec(this.#source.slice(this.#at))?.[0] ?? '';
    this.#at += head.length;
    const inside = this.alternatives();
    this.#at++;
    return head === '?!' ? null : inside;
  }

  #class(): null {
    while (this.#source[this.#at] !== ']') this.#at += this.#source[this.#at] === '\\' ? 2 : 1;
    this.#at++;
    return null;
  }

  #atLeastOnce(): 'once' | 'again' | 'perhaps' {
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at))?.[0] ?? '';
    this.#at += quantifier.length;
    if (quantifier === '') return 'once';
    return quantifier.startsWith('+') || /^\{[1-9]/.test(quantifier) ? 'again' : 'perhaps';
  }
}

function shortest(atom: Atom): number {
  return atom === null ? 0 : Math.min(...atom.map((literal) => literal.length));
}
