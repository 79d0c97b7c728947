import { LogJudge } from '../core/diagnose/log-judge.ts';
import type { DiagnoseDocument } from '../core/documents/diagnose.ts';
import { type LogInput, PIPED, readLog } from './log-input.ts';

const NEWLINE = 10;

interface Place {
  readonly name: string;
  /** Of its lines, counted through all files. */
  readonly first: number;
}

/** One log that stands in one file or, in parts, in several. */
export class JudgedLog {
  readonly #judge: LogJudge;
  readonly #places: Place[] = [];
  #last = NEWLINE;
  /** Why the end of a file is missing. */
  #cut: string | null = null;

  constructor(engine: string | null) {
    this.#judge = new LogJudge(engine);
  }

  /** `took` is called after each piece of it. Throws FaultError `usage` for what cannot be read or is no text. */
  async read(input: LogInput, took: () => void = () => {}): Promise<void> {
    this.begin(input.name);
    const cut = await readLog(input, (bytes) => {
      this.#judge.feed(bytes);
      this.#last = bytes.at(-1) ?? this.#last;
      took();
    });
    this.#cut ??= cut;
    this.#end();
  }

  /** What comes next stands at the beginning of this file. */
  begin(name: string): void {
    this.#end();
    this.#places.push({ name, first: this.#judge.lines + 1 });
  }

  /** What is known by now, each evidence with its file and its line in that file. */
  document(): DiagnoseDocument {
    return located(this.#judge.document(this.#cut), this.#places);
  }

  #end(): void {
    if (this.#last !== NEWLINE) this.#judge.end();
    this.#last = NEWLINE;
  }
}

/** Evidence with its file, and its line in that file. */
function located(document: DiagnoseDocument, places: readonly Place[]): DiagnoseDocument {
  const { fault: found, notes } = document;
  const counted =
    places.length === 1
      ? []
      : [`lines are counted through: ${places.map(({ name, first }) => `${name} from ${first}`).join(', ')}`];
  if (found === null) return { ...document, notes: [...notes, ...counted] };
  const evidence = found.evidence.map((each) => {
    const place = places.findLast(({ first }) => first <= (each.line ?? 0));
    if (each.line === undefined || place === undefined) return each;
    const file = place.name === PIPED ? {} : { file: place.name };
    return { ...each, ...file, line: each.line - place.first + 1 };
  });
  return {
    ...document,
    fault: { ...found, evidence },
    notes: [...notes.slice(0, -1), ...counted, ...notes.slice(-1)],
  };
}
