import { createHash } from 'node:crypto';

/** Frequent words, each one token with a space before it in the vocabularies of common models. */
const WORDS =
  `time year people way day man thing woman life child world school state family student group country problem hand
part place case week company system program question work government number night point home water room mother area
money story fact month lot right study book eye job word business issue side kind head house service friend father
power hour game line end member law car city community name president team minute idea body information back parent
face others level office door health person art war history party result change morning reason research girl guy moment
air teacher force education`.split(/\s+/);

/** `count` words that follow from the key alone. */
export function words(key: string, count: number): string[] {
  const made: string[] = [];
  for (let block = 0; made.length < count; block++) {
    const bytes = createHash('sha256').update(`${key} ${block}`).digest();
    for (const byte of bytes.subarray(0, Math.min(bytes.length, count - made.length)))
      made.push(WORDS[byte % WORDS.length] ?? '');
  }
  return made;
}

/** A whole number of a range that follows from the key alone. */
export function chosen({ from, to }: { readonly from: number; readonly to: number }, key: string): number {
  const draw = createHash('sha256').update(key).digest().readUInt32BE(0) / 2 ** 32;
  return from + Math.floor(draw * (to - from + 1));
}
