/** FNV-1a over UTF-16 code units, 32 bits: the seed of everything that follows from a text alone. Not for secrets. */
export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** The 32 bits of a number, each of which changes all others: neighbours become unlike (finaliser of MurmurHash3). */
export function mixedBits(number: number): number {
  let value = number | 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
