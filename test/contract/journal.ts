import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { JournalLine, JournalRecord } from '../../src/core/sweep/records.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { type Gaps, testExcept } from './gaps.ts';

/** What the suite needs of a journal. */
export interface JournalSubject {
  readonly journal: Journal;
  /** What a reader in another process finds now. */
  read(): Promise<readonly JournalLine[]>;
  /** The journal closed and opened again, as after a crash. */
  again(): Promise<Journal>;
  dispose(): Promise<void>;
}

export function note(text: string): JournalRecord {
  return { type: 'note', text };
}

/** What every journal keeps. */
export function contractOfJournal(name: string, make: () => Promise<JournalSubject>, gaps: Gaps = {}): void {
  const test = testExcept(gaps);
  let subject: JournalSubject;

  describe(`${name} keeps the contract of Journal`, () => {
    beforeEach(async () => {
      subject = await make();
    });
    afterEach(() => subject.dispose());

    test('what was appended is there as soon as that is said, in order and numbered', async () => {
      const lines: JournalLine[] = [];
      for (const text of ['a', 'b', 'c']) {
        lines.push(await subject.journal.append(note(text)));
        expect(await subject.read()).toEqual(lines);
      }
      expect(lines.map((line) => line.seq)).toEqual([1, 2, 3]);
    });

    test('appends that overlap keep the order of the calls', async () => {
      const texts = Array.from({ length: 50 }, (_, i) => String(i));
      const lines = await Promise.all(texts.map((text) => subject.journal.append(note(text))));
      expect(lines.map((line) => line.seq)).toEqual(texts.map((_, i) => i + 1));
      expect((await subject.read()).map((line) => line.record)).toEqual(texts.map(note));
    });

    test('a line has clocks and boot id', async () => {
      const line = await subject.journal.append(note('x'));
      expect(line.wall).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(line.mono_ms).toBeGreaterThanOrEqual(0);
      expect(line.boot_id).not.toBe('');
    });

    test('a line has a checksum', async () => {
      expect((await subject.journal.append(note('x'))).sum).toMatch(/^[0-9a-f]{8}$/);
    });

    test('any text survives', async () => {
      const texts = ['\n\r\u2028', '\u001b[31m', '"}\n{"seq":9', '😀', '\ud800', '\0', ',"sum":"00000000"}'];
      for (const text of texts) await subject.journal.append(note(text));
      expect((await subject.read()).map((line) => line.record)).toEqual(texts.map(note));
    });

    test('it goes on where it stopped', async () => {
      await subject.journal.append(note('before'));
      const journal = await subject.again();
      expect((await journal.append(note('after'))).seq).toBe(2);
      expect((await subject.read()).map((line) => line.record)).toEqual([note('before'), note('after')]);
    });

    test('a record that is too long is refused and leaves nothing behind', async () => {
      const refused = subject.journal.append(note('x'.repeat(1024 * 1024)));
      await expect(refused).rejects.toMatchObject({ fault: { name: 'journal-failed' } });
      expect((await subject.journal.append(note('next'))).seq).toBe(1);
      expect(await subject.read()).toHaveLength(1);
    });
  });
}
