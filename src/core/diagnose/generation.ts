import type { LogLine } from '../log-line.ts';
import { catalog } from './catalog.ts';
import type { Dialect, Mark } from './dialect.ts';
import type { Exit } from './exit.ts';
import type { ManagerWord } from './manager.ts';
import { findSignature, type Match } from './match.ts';
import type { HarmlessLine, Signature, Stage } from './signature.ts';
import { Tracebacks } from './traceback.ts';

/** The log of a service that fails again and again can hold the same few lines without end. */
const MOST_MATCHES = 200;
const CONTEXT_LINES = 3;

/**
 * What the log of one generation tells, line by line. Once the server is ready it logs requests, whose text can look
 * like anything: from then on a line counts only as far as the dialect trusts it.
 */
export class Generation {
  readonly dialect: Dialect;
  readonly #signal: string | null;
  readonly #matches = new Map<string, Match>();
  readonly #before: LogLine[] = [];
  readonly #tracebacks = new Tracebacks();
  #stage: Stage | 'serving' = 'arguments';
  #verbose = false;
  phase: string | null = null;
  first_error: LogLine | null = null;
  /** Lines around the first error, itself included. */
  context: LogLine[] = [];
  harmless = 0;
  readonly degraded = new Map<string, HarmlessLine>();
  readonly remarks = new Map<string, Match>();
  ready = false;
  /** The line with which the text shows that the process failed and ended; null: it does not show it. */
  ended: LogLine | null = null;
  /** The line with which it went, for whatever reason. */
  over: LogLine | null = null;
  stopped: LogLine | null = null;
  /** As the service manager tells it. */
  exit: Exit | null = null;
  version: string | null = null;
  /** Lines that say what memory was free when the load began. */
  readonly loading: LogLine[] = [];
  first_line: number | null = null;

  /** `signal`: by which the process is known to have ended. */
  constructor(dialect: Dialect, signal: string | null) {
    this.dialect = dialect;
    this.#signal = signal;
  }

  /** In order of the log, each known line once. */
  get matches(): readonly Match[] {
    return [...this.#matches.values()];
  }

  /** The earliest line that explains by itself, else the earliest of those that only follow from a failure elsewhere. */
  get root(): Match | undefined {
    const { matches } = this;
    return (
      matches.find((m) => m.signature.role === 'root') ?? matches.find((m) => m.signature.role === 'echo')
    );
  }

  /** The next lines are wanted even if they tell nothing: they stand behind the first error. */
  get wants_more(): boolean {
    return this.first_error !== null && this.context.length > 0 && this.#missing > 0;
  }

  #missing = 0;

  get began(): boolean {
    return this.#stage !== 'arguments' || this.over !== null || this.ended !== null || this.stopped !== null;
  }

  get is_over(): boolean {
    return this.over !== null || this.ended !== null || this.stopped !== null;
  }

  /** It serves, and its log shows requests as they are: whatever is in it, a client could have written. */
  get is_open(): boolean {
    return this.ready && this.#verbose;
  }

  /** A line that tells nothing, but may stand beside one that does. */
  pass(line: LogLine): void {
    if (this.#missing > 0) {
      this.context.push(line);
      this.#missing--;
    }
    this.#before.push(line);
    if (this.#before.length > CONTEXT_LINES) this.#before.shift();
  }

  /** A server that works has not ended, whatever a line before it said. */
  alive(): void {
    this.ended = null;
  }

  manager(word: ManagerWord, line: LogLine): void {
    if (word.exit !== null) this.exit ??= word.exit;
    if (word.tells === 'stop' && this.ended === null) this.stopped ??= line;
    if (word.tells === 'end' && this.stopped === null) this.ended ??= line;
  }

  /** `words`: those of the catalog that stand in the line. `host`: written by the kernel or the service manager. */
  observe(line: LogLine, words: readonly number[], host: boolean): void {
    this.first_line ??= line.line;
    const { dialect } = this;
    const known = catalog(dialect);
    const text = dialect.message(line);
    if (known.speaks(words)) {
      if (dialect.verbose(line)) this.#verbose = true;
      this.#followPhase(line);
      this.version ??= versionIn(dialect, text);
      if (/avail mem=|ends\. elapsed=/.test(text) && this.loading.length < MOST_MATCHES)
        this.loading.push(line);
    }
    this.#mark(known.marks.of(words), line, text);
    const harmless = known.harmless.of(words).find(({ pattern }) => pattern.test(text));
    if (harmless !== undefined) {
      this.harmless++;
      if (harmless.degraded === true && this.#stage !== 'serving') this.degraded.set(harmless.id, harmless);
      this.pass(line);
      return;
    }
    const found = findSignature(known.signatures.of(words), line, text, (signature) =>
      this.#counts(signature, line, host),
    );
    if (found !== null) this.#keep(found);
    else if (this.first_error === null && this.#looksWrong(line, text)) {
      this.first_error = line;
      this.context = [...this.#before, line];
      this.#missing = CONTEXT_LINES;
      this.#before.push(line);
      return;
    }
    this.pass(line);
  }

  #followPhase(line: LogLine): void {
    const begins = this.dialect.phase(line);
    if (begins === null || this.#stage === 'serving') return;
    if (begins !== 'ready') {
      this.phase = begins;
      if (this.dialect.load_phases.includes(begins)) this.#stage = 'load';
      return;
    }
    // one that lost its port says it too: then another server has answered its warm-up
    if (this.root?.signature.cause === 'port-held') return;
    this.phase = 'ready';
    this.#stage = 'serving';
    this.ready = true;
    // whatever stands above has not kept it from coming up
    this.#matches.clear();
    this.first_error = null;
    this.context = [];
    this.ended = null;
  }

  #mark(marks: readonly Mark[], line: LogLine, text: string): void {
    const trusted = this.#stage !== 'serving' || this.#isPrefixed(line);
    const mark = marks.find(
      ({ stage, pattern }) => trusted && (stage === 'any' || this.#stage !== 'serving') && pattern.test(text),
    );
    const tells = mark?.tells ?? this.#tracebacks.observe(text);
    if (tells === 'end' && this.stopped === null) this.ended ??= line;
    if (tells === 'over') this.over ??= line;
    if (tells === 'stop' && this.ended === null && this.root === undefined) this.stopped ??= line;
  }

  #isPrefixed(line: LogLine): boolean {
    if (this.#verbose) return false;
    const trust = this.dialect.trust(line);
    return trust === 'always' || trust === 'server' || this.dialect.engine === 'llamacpp';
  }

  #counts(signature: Signature, line: LogLine, host: boolean): boolean {
    const { signal, stage } = signature;
    if (signature.general === true && line.torn === true) return false;
    if (this.#stage !== 'serving') {
      if (signal !== undefined && this.#signal !== null && this.#signal !== signal) return false;
      return stage !== 'arguments' || this.#stage === 'arguments';
    }
    if (host) return true;
    if (this.#verbose || stage !== 'any') return false;
    if (signal !== undefined) return signal === this.#signal;
    const trust = this.dialect.trust(line);
    if (trust === 'never') return false;
    const explains = signature.role === 'root' || signature.role === 'echo';
    return trust === 'always' || (trust === 'server' && !explains) || this.#matches.size > 0;
  }

  /** Under load a line that only looks wrong may tell of a bad request, until a known line says more. */
  #looksWrong(line: LogLine, text: string): boolean {
    if (this.#stage === 'serving' && (this.#verbose || this.dialect.trust(line) === 'never')) return false;
    const failing = this.#stage !== 'serving' || this.#matches.size > 0;
    return this.dialect.marked(line) || (failing && this.dialect.looks_wrong.test(text));
  }

  /** llama.cpp with `--fit` tries twice and says everything twice; of SGLang every rank says it. */
  #keep(match: Match): void {
    const kept = match.signature.role === 'note' ? this.remarks : this.#matches;
    const key = `${match.signature.id}\n${this.dialect.message(match.line)}`;
    if (!kept.has(key) && kept.size < MOST_MATCHES) kept.set(key, { ...match, phase: this.phase });
  }
}

function versionIn({ version }: Dialect, text: string): string | null {
  const groups = version?.exec(text)?.groups;
  return groups?.version ?? groups?.older ?? null;
}
