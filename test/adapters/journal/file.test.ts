import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VirtualClock } from '../../../src/adapters/clock/virtual.ts';
import { EVENTS_FILE, FileJournal, type JournalStamp } from '../../../src/adapters/journal/file.ts';
import { readJournal } from '../../../src/adapters/journal/read.ts';
import { contractOfJournal, note } from '../../contract/journal.ts';

const STAMP: JournalStamp = { clock: new VirtualClock(), boot_id: '0b1f8a52-7a3c-4c66-9d1c-2f1f0f0f0f0f' };
const FAILED = { fault: { name: 'journal-failed' } };

let folder: string;
let dir: string;
let events: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdpoint-journal-'));
  dir = join(folder, 'runs', 'one');
  events = join(dir, EVENTS_FILE);
});
afterEach(() => rm(folder, { recursive: true }));

contractOfJournal('events.jsonl', async () => {
  const own = await mkdtemp(join(tmpdir(), 'holdpoint-journal-'));
  const open: FileJournal[] = [await FileJournal.create(join(own, 'run'), STAMP)];
  return {
    journal: open[0] as FileJournal,
    read: async () => (await readJournal(join(own, 'run', EVENTS_FILE))).lines,
    async again() {
      await open[0]?.close();
      const { journal } = await FileJournal.open(join(own, 'run'), STAMP);
      open[0] = journal;
      return journal;
    },
    async dispose() {
      await open[0]?.close();
      await rm(own, { recursive: true });
    },
  };
});

async function written(...texts: string[]): Promise<void> {
  const journal = await FileJournal.create(dir, STAMP);
  for (const text of texts) await journal.append(note(text));
  await journal.close();
}

test('folder and files are for this user only', async () => {
  await written('a');
  const modes = await Promise.all(
    [dir, events, join(dir, 'reserve')].map(async (path) => (await stat(path)).mode & 0o777),
  );
  expect(modes).toEqual([0o700, 0o600, 0o600]);
});

test('a run has one journal', async () => {
  await written('a');
  await expect(FileJournal.create(dir, STAMP)).rejects.toMatchObject(FAILED);
  await expect(FileJournal.open(join(folder, 'none'), STAMP)).rejects.toMatchObject(FAILED);
});

test.each([
  ['half a line', '{"seq":3,"wall":"20'],
  ['a line without its newline', '{"seq":3}'],
  ['zeros of a power cut', '\0\0\0\0\0\0'],
  ['a last line that is not sound', '{"seq":3,"wall":"x"}\n'],
])('%s at the end is dropped, said, and cut off before the next record', async (_, tail) => {
  await written('a', 'b');
  await writeFile(events, tail, { flag: 'a' });
  const content = await readJournal(events);
  expect(content.lines).toHaveLength(2);
  expect(content.torn).toMatchObject({ line: 3, bytes: tail.length });
  const { journal } = await FileJournal.open(dir, STAMP);
  await journal.append(note('c'));
  await journal.close();
  const after = await readJournal(events);
  expect(after).toMatchObject({ torn: null });
  expect(after.lines.map((line) => line.record)).toEqual([note('a'), note('b'), note('c')]);
});

test('whatever bit is wrong, the line is found out', async () => {
  await written('a', 'b', 'c');
  const sound = await readFile(events);
  const second = sound.indexOf('\n') + 1;
  const end = sound.indexOf('\n', second);
  for (let at = second; at < end; at += 1) {
    const damaged = Buffer.from(sound);
    damaged[at] = (damaged[at] as number) ^ 1;
    await writeFile(events, damaged);
    await expect(readJournal(events), `byte ${at}`).rejects.toMatchObject({
      fault: { evidence: [{ line: 2 }] },
    });
  }
});

test.each([
  ['left out', (lines: string[]) => [lines[0], lines[2], lines[3]], 2],
  ['twice', (lines: string[]) => [lines[0], lines[0], lines[1]], 2],
  ['last, and out of order', (lines: string[]) => [lines[0], lines[1], lines[3]], 3],
  ['empty', (lines: string[]) => [lines[0], '', lines[1]], 2],
])('a line that is %s is damage with its number', async (_, arrange, line) => {
  await written('a', 'b', 'c', 'd');
  const lines = (await readFile(events, 'utf8')).trimEnd().split('\n');
  await writeFile(events, `${arrange(lines).join('\n')}\n`);
  const damaged = { fault: { name: 'journal-failed', evidence: [{ line, file: events }] } };
  await expect(readJournal(events)).rejects.toMatchObject(damaged);
  await expect(FileJournal.open(dir, STAMP)).rejects.toMatchObject(damaged);
});

test('who else writes to it is noticed before anything is written over', async () => {
  const journal = await FileJournal.create(dir, STAMP);
  await journal.append(note('a'));
  await writeFile(events, 'foreign\n', { flag: 'a' });
  const before = await readFile(events, 'utf8');
  await expect(journal.append(note('b'))).rejects.toMatchObject(FAILED);
  expect(await readFile(events, 'utf8')).toBe(before);
  await journal.close();
});

test('links are not followed: folder, journal, reserve', async () => {
  await written('a');
  await symlink(dir, join(folder, 'link'));
  await expect(FileJournal.open(join(folder, 'link'), STAMP)).rejects.toMatchObject(FAILED);
  await expect(FileJournal.open(`${join(folder, 'link')}/`, STAMP)).rejects.toMatchObject(FAILED);
  await expect(FileJournal.create(join(folder, 'link'), STAMP)).rejects.toMatchObject(FAILED);
  const elsewhere = join(folder, 'elsewhere');
  await writeFile(elsewhere, 'precious');
  await rm(join(dir, 'reserve'));
  await symlink(elsewhere, join(dir, 'reserve'));
  await expect(FileJournal.open(dir, STAMP)).rejects.toMatchObject(FAILED);
  await rm(events);
  await symlink(elsewhere, events);
  await expect(FileJournal.open(dir, STAMP)).rejects.toMatchObject(FAILED);
  await expect(readJournal(events)).rejects.toMatchObject(FAILED);
  expect(await readFile(elsewhere, 'utf8')).toBe('precious');
});

test('a folder that others can write is refused', async () => {
  await written('a');
  for (const mode of [0o770, 0o707, 0o777]) {
    await chmod(dir, mode);
    await expect(FileJournal.open(dir, STAMP), mode.toString(8)).rejects.toMatchObject(FAILED);
  }
  await mkdir(join(folder, 'open'), { mode: 0o700 });
  await chmod(join(folder, 'open'), 0o777);
  await expect(FileJournal.create(join(folder, 'open'), STAMP)).rejects.toMatchObject(FAILED);
});

test.skipIf(process.getuid?.() !== 0)('a folder of another user is refused', async () => {
  await written('a');
  await chown(dir, 4711, 4711);
  await expect(FileJournal.open(dir, STAMP)).rejects.toMatchObject(FAILED);
});

test('opened apart: what a process that hung still writes goes nowhere', async () => {
  const hung = await FileJournal.create(dir, STAMP);
  await hung.append(note('one'));
  const { journal, content } = await FileJournal.open(dir, STAMP, { apart: true });
  expect(content.lines).toHaveLength(1);
  await Promise.all([hung.append(note('late')), journal.append(note('two'))]);
  await Promise.all([hung.close(), journal.close()]);
  const { lines } = await readJournal(events);
  expect(lines.map(({ record }) => record)).toEqual([note('one'), note('two')]);
  expect((await stat(events)).mode & 0o777).toBe(0o600);
  expect((await readdir(dir)).toSorted()).toEqual([EVENTS_FILE, 'reserve']);
});
