import { anchorsOf } from './anchors.ts';
import { Automaton } from './automaton.ts';
import type { Dialect, Mark } from './dialect.ts';
import { ALL_DIALECTS } from './dialects/index.ts';
import { RECOGNISED } from './recognise.ts';
import type { HarmlessLine, Signature } from './signature.ts';

/** Bits of a word: a line with it may matter; shows that a server is at work; tells which engine wrote it. */
export const MATTERS = 1;
export const ALIVE = 2;
export const RECOGNISES = 4;

/** Words beside those of the patterns: what wraps a line, begins a traceback, or is written by a service manager. */
const ALWAYS = [
  'Traceback (most recent call last)',
  ' File ',
  '"MESSAGE":[',
  'SYSLOG_IDENTIFIER":"systemd"',
  'systemd[',
];

/** Everything of one dialect that a line can be tested against, found by the words that stand in the line. */
export interface Catalog {
  readonly dialect: Dialect;
  readonly harmless: Candidates<HarmlessLine>;
  readonly signatures: Candidates<Signature>;
  readonly marks: Candidates<Mark>;
  /** Is one of the dialect's own words among them? Only then it may have a phase, a version, or be verbose. */
  speaks(words: readonly number[]): boolean;
}

/** Items whose pattern can match, in the order of the data. */
export interface Candidates<T> {
  of(words: readonly number[]): readonly T[];
}

const NOWHERE: readonly number[] = [];
const words = new Map<string, number>();
const kinds: number[] = [];

function indexOf(word: string, kind: number): number {
  let index = words.get(word);
  if (index === undefined) {
    index = words.size;
    words.set(word, index);
  }
  kinds[index] = (kinds[index] ?? 0) | kind;
  return index;
}

function candidates<T extends { readonly pattern: RegExp }>(items: readonly T[]): Candidates<T> {
  const none: readonly T[] = [];
  const by_word: number[][] = [];
  for (const [at, { pattern }] of items.entries()) {
    const anchors = anchorsOf(pattern);
    if (anchors.length === 0) throw new Error(`no word stands in every line that ${pattern} matches`);
    for (const anchor of anchors) {
      const index = indexOf(anchor, MATTERS);
      const there = by_word[index];
      if (there === undefined) by_word[index] = [at];
      else there.push(at);
    }
  }
  return {
    of(found) {
      const hits: number[] = [];
      for (const word of found) {
        for (const at of by_word[word] ?? NOWHERE) if (!hits.includes(at)) hits.push(at);
      }
      if (hits.length === 0) return none;
      return hits.sort((a, b) => a - b).flatMap((at) => items[at] ?? []);
    },
  };
}

function catalogOf(dialect: Dialect): Catalog {
  const own = new Set(dialect.words.map((word) => indexOf(word, MATTERS)));
  for (const word of dialect.alive) indexOf(word, ALIVE);
  for (const anchor of anchorsOf(dialect.looks_wrong)) indexOf(anchor, MATTERS);
  for (const pattern of [dialect.begins, dialect.version])
    if (pattern !== null) for (const anchor of anchorsOf(pattern)) own.add(indexOf(anchor, MATTERS));
  return {
    dialect,
    harmless: candidates(dialect.harmless),
    signatures: candidates(dialect.signatures),
    marks: candidates(dialect.marks),
    speaks: (words) => words.some((word) => own.has(word)),
  };
}

let built: { readonly automaton: Automaton; readonly catalogs: readonly Catalog[] } | null = null;

/** Made once, when it is first needed: a few milliseconds. */
function all(): NonNullable<typeof built> {
  if (built === null) {
    const catalogs = ALL_DIALECTS.map(catalogOf);
    for (const word of ALWAYS) indexOf(word, MATTERS);
    for (const { pattern } of RECOGNISED)
      for (const anchor of anchorsOf(pattern)) indexOf(anchor, RECOGNISES);
    built = { catalogs, automaton: new Automaton([...words.keys()], kinds) };
  }
  return built;
}

/** What finds every word of every dialect. */
export function automaton(): Automaton {
  return all().automaton;
}

export function catalog(dialect: Dialect): Catalog {
  const found = all().catalogs.find((known) => known.dialect === dialect);
  if (found === undefined) throw new Error(`no such dialect: ${dialect.engine}`);
  return found;
}

/** May one of these words tell which engine wrote the line? */
export function mayRecognise(found: readonly number[]): boolean {
  return found.some((word) => ((kinds[word] ?? 0) & RECOGNISES) !== 0);
}

/** Every word that stands in the text. */
export function wordsIn(text: string): readonly number[] {
  const found: number[] = [];
  automaton().each(text, (word) => {
    if (!found.includes(word)) found.push(word);
  });
  return found;
}
