/** FNV-1a over UTF-16 code units, 32 bits: the seed of everything that follows from a prompt alone. */
export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** A number in [0, 1) that follows from a seed and a position, without a state (finaliser of MurmurHash3). */
export function uniformAt(seed: number, position: number): number {
  let value = (seed ^ Math.imul(position + 1, 0x9e3779b1)) | 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}
