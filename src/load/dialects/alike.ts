import type { Chunk, Delta } from './chunk.ts';
import type { ChunkReader } from './dialect.ts';

/** An event of which the text alone is another one each time: its data before and after the text, and all that it says. */
interface Pattern {
  readonly head: string;
  readonly tail: string;
  readonly said: Delta;
}

/** Streams in which no event is like the one before it are read as ever, after so many tries to learn. */
const TRIES = 4;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;

/**
 * Reads as `read` does, for whom an event says the same whatever came before it; but an event that differs from an
 * earlier one in nothing but its text is not parsed: a stream has thousands of these, and JSON is the dearest part of
 * reading one.
 */
export function readAlike(read: ChunkReader): ChunkReader {
  let pattern: Pattern | null = null;
  let tries = TRIES;
  return (event) => {
    const text = pattern === null || event.name !== 'message' ? null : textIn(event.data, pattern);
    if (pattern !== null && text !== null) return { ...pattern.said, text };
    const chunk = read(event);
    if (tries > 0 && event.name === 'message' && isPlainOutput(chunk)) {
      tries--;
      pattern = learned(event.data, chunk, (data) => read({ ...event, data }));
    }
    return chunk;
  };
}

/** The text of data that fits the pattern; null: it does not, or its text is not written as it is. */
function textIn(data: string, { head, tail }: Pattern): string | null {
  const end = data.length - tail.length;
  if (end <= head.length || !data.startsWith(head) || !data.endsWith(tail)) return null;
  for (let at = head.length; at < end; at++) {
    const code = data.charCodeAt(at);
    if (code === QUOTE || code === BACKSLASH || code < FIRST_PRINTABLE) return null;
  }
  return data.slice(head.length, end);
}

function isPlainOutput(chunk: Chunk): chunk is Delta {
  return (
    chunk.kind === 'delta' && chunk.token === 'text' && chunk.text !== '' && chunk.finish_reason === null
  );
}

/**
 * Where the text stands is found by trying: of the strings in the data that are equal to it, the one that can be made
 * longer and makes the text longer, and nothing else. What is put into a string of JSON like that is its value as it
 * is, as long as it needs no escape.
 */
function learned(data: string, said: Delta, read: (data: string) => Chunk): Pattern | null {
  const string = `"${said.text}"`;
  for (let at = data.indexOf(string); at >= 0; at = data.indexOf(string, at + 1)) {
    const head = data.slice(0, at + 1);
    const tail = data.slice(at + string.length - 1);
    const longer = { ...said, text: `${said.text}~` };
    if (isSame(read(head + longer.text + tail), longer)) return { head, tail, said };
  }
  return null;
}

function isSame(one: Chunk, other: Delta): boolean {
  const keys = Object.keys(other) as (keyof Delta)[];
  return one.kind === 'delta' && keys.every((key) => one[key] === other[key]);
}
