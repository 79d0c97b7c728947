import * as zlib from 'node:zlib';

/** CRC-32 as in gzip. Missing in some of the Node versions that we run on. */
const native = (zlib as { readonly crc32?: (bytes: Uint8Array) => number }).crc32;

export const crc32: (bytes: Uint8Array) => number = native ?? tableCrc32;

const TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

/** The same without the library. */
export function tableCrc32(bytes: Uint8Array): number {
  let c = ~0;
  // By index: iterating over a buffer is ten times slower.
  for (let i = 0; i < bytes.length; i += 1)
    c = (TABLE[(c ^ (bytes[i] as number)) & 255] as number) ^ (c >>> 8);
  return ~c >>> 0;
}
