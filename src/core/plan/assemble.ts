import type { Piece } from './pieces.ts';
import type { Assigned, Slot } from './slot.ts';

type Part = Slot | readonly string[];

/** A command of which only some places change from setting to setting. */
export interface Assembly {
  argv(assigned: Assigned): readonly string[];
  /** Equal exactly where the argv are: the JSON of their words, without those with which all begin. */
  text(assigned: Assigned): string;
}

/** Puts a command together: the base command's pieces, with slots where they are replaced and the others at the end. */
export function assembler(pieces: readonly Piece[], slots: readonly Slot[]): Assembly {
  const replaced = new Map(
    slots.flatMap((slot) => (slot.piece === null ? [] : [[slot.piece, slot] as const])),
  );
  const appended = slots.filter((slot) => slot.piece === null);
  // What ends the flags (`--`) stays behind what is appended.
  const end = pieces.findIndex((piece) => piece.words[0] === '--' && piece.at > 0);
  const last = end < 0 ? pieces.length : end;
  const parts = joined([
    ...pieces.slice(0, last).map((piece, number) => replaced.get(number) ?? piece.words),
    ...appended,
    ...pieces.slice(last).map((piece) => piece.words),
  ]);
  // A slot gives the same array for the same value.
  const texts = new Map<readonly string[], string>();
  const textOf = (words: readonly string[]) => {
    const text = texts.get(words) ?? words.map((word) => `,${JSON.stringify(word)}`).join('');
    texts.set(words, text);
    return text;
  };
  const from = parts.findIndex((part) => 'words' in part);
  const changing = from < 0 ? [] : parts.slice(from);
  return {
    argv: (assigned) => flat(parts.map((part) => ('words' in part ? part.words(assigned) : part))),
    text(assigned) {
      let text = '';
      for (const part of changing) text += textOf('words' in part ? part.words(assigned) : part);
      return text;
    },
  };
}

/** Neighbouring pieces that no slot replaces, as one. */
function joined(parts: readonly Part[]): readonly Part[] {
  const out: Part[] = [];
  for (const part of parts) {
    const before = out.at(-1);
    if (before === undefined || 'words' in before || 'words' in part) out.push(part);
    else out[out.length - 1] = [...before, ...part];
  }
  return out;
}

/** Without room to grow: there may be a hundred thousand of them. */
export function flat<T>(lists: readonly (readonly T[])[]): T[] {
  let length = 0;
  for (const list of lists) length += list.length;
  const all = new Array<T>(length);
  let at = 0;
  for (const list of lists) for (let i = 0; i < list.length; i++) all[at++] = list[i] as T;
  return all;
}
