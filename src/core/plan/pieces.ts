import type { EngineDefinition } from '../engine/definition.ts';

/** A flag of a command line with its value, or a word that belongs to none. */
export interface Piece {
  /** The words as they stand, in their order. */
  readonly words: readonly string[];
  /** Place of the first word in argv. */
  readonly at: number;
  /** The flag as it is spelled there and under its common name; null: no flag. */
  readonly flag: string | null;
  readonly canonical: string | null;
  /** null: the flag stands alone. */
  readonly value: string | null;
  /** `--flag=value` or `-f=value` in one word. */
  readonly joined: boolean;
}

/** What this engine knows of flags, completed by what the swept parameters say. */
export interface FlagKnowledge {
  canonical(flag: string): string;
  /** null: unknown; then the next word is the value unless it looks like a flag. */
  takesValue(flag: string): boolean | null;
}

const FLAG = /^--?[A-Za-z]/;
const JOINED = /^(--?[A-Za-z][^=]*)=([^]*)$/;

/** `swept`: common names of flags to whether their values in the configuration are written after the flag. */
export function flagKnowledge(engine: EngineDefinition, swept: ReadonlyMap<string, boolean>): FlagKnowledge {
  return {
    canonical: (flag) => engine.canonicalFlag(flag),
    takesValue: (flag) => engine.takesValue(flag) ?? swept.get(engine.canonicalFlag(flag)) ?? null,
  };
}

/** Splits a command line; joined again, the words of all pieces are exactly `argv`. The program is a piece of its own. */
export function splitArgv(argv: readonly string[], flags: FlagKnowledge): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < argv.length; at += pieces.at(-1)?.words.length ?? 1) {
    const word = argv[at] ?? '';
    // After `--` nothing is a flag.
    if (word === '--' && at > 0) return [...pieces, other(argv.slice(at), at)];
    pieces.push(at > 0 && FLAG.test(word) ? flagPiece(argv, at, flags) : other([word], at));
  }
  return pieces;
}

function flagPiece(argv: readonly string[], at: number, flags: FlagKnowledge): Piece {
  const word = argv[at] ?? '';
  const [, flag, value] = JOINED.exec(word) ?? [];
  if (flag !== undefined && value !== undefined && flags.takesValue(word) === null) {
    return { words: [word], at, flag, canonical: flags.canonical(flag), value, joined: true };
  }
  const next = argv[at + 1];
  const takes = next !== undefined && (flags.takesValue(word) ?? !FLAG.test(next));
  const words = takes ? [word, next] : [word];
  return { words, at, flag: word, canonical: flags.canonical(word), value: words[1] ?? null, joined: false };
}

function other(words: readonly string[], at: number): Piece {
  return { words, at, flag: null, canonical: null, value: null, joined: false };
}
