import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogReader } from '../../../../src/adapters/supervisor/process/log-reader.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdpoint-log-'));
  file = join(folder, 'server.log');
});
afterEach(() => rm(folder, { recursive: true }));

test('an unfinished line is held back, and read whole when it is complete', async () => {
  const reader = new LogReader(file, 0);
  await writeFile(file, 'one\ntw');
  const first = await reader.read(0, false);
  expect(first).toMatchObject({ lines: [{ text: 'one' }], cursor: 4 });
  await appendFile(file, 'o\n');
  expect(await reader.read(first.cursor, false)).toMatchObject({
    lines: [{ text: 'two', line: 2, offset: 4 }],
    cursor: 8,
  });
});

test('a reader that did not see the beginning counts the same lines', async () => {
  await writeFile(file, 'a\r\nb\rc\nd\n');
  expect((await new LogReader(file, 0).read(7, false)).lines).toEqual([{ text: 'd', line: 4, offset: 7 }]);
});

test('a long line that arrives in parts is one cut line', async () => {
  const reader = new LogReader(file, 0);
  await writeFile(file, 'x'.repeat(70_000));
  const first = await reader.read(0, false);
  expect(first.lines).toHaveLength(1);
  await appendFile(file, `${'x'.repeat(70_000)}\nnext\n`);
  expect((await reader.read(first.cursor, false)).lines).toEqual([
    { text: 'next', line: 2, offset: 140_001 },
  ]);
  expect((await new LogReader(file, 0).read(first.cursor, false)).lines).toEqual([
    { text: 'next', line: 2, offset: 140_001 },
  ]);
});

test('a log larger than one reading is read on', async () => {
  await writeFile(file, `${'0123456789'.repeat(10)}\n`.repeat(60_000));
  const reader = new LogReader(file, 0);
  let cursor = 0;
  let lines = 0;
  for (let read = -1; read !== 0; lines += read) {
    const chunk = await reader.read(cursor, true);
    read = chunk.lines.length;
    cursor = chunk.cursor;
  }
  expect([lines, cursor]).toEqual([60_000, 60_000 * 101]);
});

test('a log that was cut is not taken for an empty one', async () => {
  await writeFile(file, 'one\ntwo\n');
  const reader = new LogReader(file, 0);
  const { cursor } = await reader.read(0, false);
  await truncate(file, 2);
  expect(await reader.read(cursor, false)).toEqual({ lines: [], cursor, readable: false, file });
});

test('two readings at once count the same lines', async () => {
  await writeFile(file, 'one\ntwo\n');
  const reader = new LogReader(file, 0);
  const chunks = await Promise.all([reader.read(0, false), reader.read(0, false), reader.read(0, true)]);
  for (const chunk of chunks) expect(chunk.lines.map((line) => line.line)).toEqual([1, 2]);
});
