import type { LogLine } from '../log-line.ts';
import { catalog, mayRecognise, wordsIn } from './catalog.ts';
import type { Dialect } from './dialect.ts';
import { dialectOf } from './dialects/index.ts';
import { signalOf } from './exit.ts';
import { Generation } from './generation.ts';
import type { LoggedLine } from './log-judge.ts';
import { managerWord } from './manager.ts';
import { recognise } from './recognise.ts';

/** What is remembered of lives before the last one. */
const MOST_EARLIER = 20;
const MOST_WORDS = 50;
/** How parsers of arguments refuse. */
const REFUSED = /^(?:[\w ./-]{1,80}: )?error(?:: | while handling argument )/;
const UNIT = /^(?<unit>[\w.@:-]{1,120}\.(?:service|scope)): /;

/** The generations whose lines stand in one log, one after the other. The last one is judged, the others are named. */
export class Lives {
  readonly earlier: Generation[] = [];
  /** How many there were before those that are remembered. */
  forgotten = 0;
  present: Generation;
  /** Units of which the manager speaks. If there are several, nobody knows which of them is the server. */
  readonly units = new Set<string>();
  /** The manager's words about the present life. */
  words: LogLine[] = [];
  #life: string | null = null;
  /** What the engine itself calls the present life, where it does. */
  #id: string | null = null;

  constructor(dialect: Dialect) {
    this.present = new Generation(dialect, null);
  }

  get wants_more(): boolean {
    return this.present.wants_more;
  }

  alive(): void {
    this.present.alive();
  }

  pass(line: LogLine): void {
    this.present.pass(line);
  }

  observe(logged: LoggedLine): void {
    const { line, life } = logged;
    // a program that serves could be made to write such a line; the manager's own come with their time
    const by = logged.bare && this.present.ready ? 'program' : logged.by;
    if (life !== null && this.#life !== null && life !== this.#life) this.#begin(this.present.dialect);
    this.#life = life ?? this.#life;
    const words = wordsIn(line.text);
    if (by === 'manager') return this.#managed(line, words);
    if (by === 'program') this.#follow(line, words);
    this.present.observe(line, words, by === 'kernel');
  }

  /** A life begins with the engine's own first line, or, after an end, with whatever another engine writes. */
  #follow(line: LogLine, words: readonly number[]): void {
    const { present } = this;
    if (present.is_open) return;
    const { dialect } = present;
    const known = catalog(dialect);
    const text = dialect.message(line);
    const begins = known.speaks(words) ? (dialect.begins?.exec(line.text) ?? null) : null;
    if (begins !== null) {
      const id = begins.groups?.life ?? null;
      const same = id !== null && id === this.#id;
      this.#id = id;
      if (present.began && !same) return this.#begin(dialect);
    }
    // nothing loads twice in one life
    const again = (present.ready || present.is_over) && known.speaks(words);
    if (again && dialect.phase(line) === dialect.load_phases[0]) return this.#begin(dialect);
    if (!present.is_over) return;
    const other = mayRecognise(words) ? recognise(line.text) : null;
    if (other?.sure === true && other.engine !== dialect.engine) return this.#begin(dialectOf(other.engine));
    // refused for its arguments: it never got as far as its own first line
    if (REFUSED.test(text) && known.marks.of(words).some(({ pattern }) => pattern.test(text)))
      this.#begin(dialect);
  }

  #managed(line: LogLine, words: readonly number[]): void {
    const unit = UNIT.exec(line.text)?.groups?.unit;
    if (unit !== undefined) this.units.add(unit);
    const word = managerWord(line.text);
    if (word?.tells === 'began' && (this.present.is_over || this.present.exit !== null))
      this.#begin(this.present.dialect);
    if (this.words.push(line) > MOST_WORDS) this.words.shift();
    if (word !== null) this.present.manager(word, line);
    this.present.observe(line, words, true);
  }

  #begin(dialect: Dialect): void {
    this.earlier.push(this.present);
    if (this.earlier.length > MOST_EARLIER) {
      this.earlier.shift();
      this.forgotten++;
    }
    this.words = [];
    this.present = new Generation(dialect, signalOf(null));
  }
}
