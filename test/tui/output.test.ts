import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { quietOutput } from '../../src/tui/output.ts';

test('after EIO, EPIPE or a destroyed stream the writer is quiet and nothing throws', async () => {
  for (const code of ['EIO', 'EPIPE']) {
    const stream = new PassThrough();
    const output = quietOutput(stream);
    output.write('before');
    const closed = new Promise((resolve) => stream.once('close', resolve));
    stream.destroy(Object.assign(new Error(code), { code }));
    await closed;
    output.write('after');
    output.write('again');
  }
});

test('a stream that throws at once is lost at once', () => {
  let calls = 0;
  const output = quietOutput({
    write() {
      calls += 1;
      throw new Error('EIO');
    },
    on: () => undefined,
  });
  output.write('a');
  output.write('b');
  expect(calls).toBe(1);
});
