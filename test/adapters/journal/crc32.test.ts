import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32, tableCrc32 } from '../../../src/adapters/journal/crc32.ts';

test('the check value of CRC-32, and none', () => {
  for (const sum of [crc32, tableCrc32]) {
    expect(sum(Buffer.from('123456789'))).toBe(0xcbf43926);
    expect(sum(Buffer.alloc(0))).toBe(0);
  }
});

test('with and without the library the sum is that of gzip', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const ofGzip = zlib.gzipSync(bytes).readUInt32LE(zlib.gzipSync(bytes).length - 8);
      expect([crc32(bytes), tableCrc32(bytes)]).toEqual([ofGzip, ofGzip]);
    }),
    { numRuns: 50 },
  );
});
