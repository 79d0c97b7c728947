import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readJournal } from '../../src/adapters/journal/read.ts';
import { describeReal } from '../helpers/real-things.ts';
import { type Lab, test } from './lab.ts';

/** Takes what is left of a file system, down to its last page. */
function fill(folder: string): void {
  const fd = openSync(join(folder, 'filler'), 'a');
  const page = Buffer.alloc(4096, 1);
  try {
    for (;;) writeSync(fd, page);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(fd);
  }
}

/** Runs are kept on a file system of their own, of this size. */
async function onSmallDisk(lab: Lab, size: string, body: (disk: string) => Promise<void>): Promise<void> {
  const disk = join(lab.folder, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'none', disk]);
  try {
    lab.runs_dir = join(disk, 'runs');
    await body(disk);
  } finally {
    execFileSync('umount', ['--lazy', disk]);
  }
}

const SETTINGS = {
  parameters: { slots: { flag: '-np', values: [1, 2] } },
  baseline: 'current',
};

/** The server that now runs in the place of the original. */
function running(lab: Lab): readonly string[] {
  return [...lab.servers, ...lab.foreigners].map(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
}

describeReal(['llama-server', 'mount'], 'a disk that is full', () => {
  for (const at of ['generation', 'measurement.ended'] as const) {
    test(`filled once, at the record ${at}: the reserve carries the sweep to its end`, async ({ lab }) => {
      await onSmallDisk(lab, '8m', async (disk) => {
        lab.foreignServer(await lab.server('-np', '1'));
        const before = running(lab);
        let filled = false;
        const ran = await lab.sweep(lab.configuration(null, SETTINGS), (record) => {
          if (filled || record.type !== at) return;
          filled = true;
          fill(disk);
        });
        expect(filled).toBe(true);
        expect(ran.result.document.restored).toEqual({ to: 'original', ok: true });
        expect(ran.result.document.trials.map((trial) => trial.status)).toEqual(['measured', 'measured']);
        expect(running(lab)).toEqual(before);
        const { lines, torn } = await readJournal(join(lab.runDir, 'events.jsonl'));
        expect(torn).toBeNull();
        expect(lines.at(-1)?.record).toEqual(ran.records.at(-1));
        for (const { pid } of lab.servers) process.kill(pid, 'SIGKILL');
      });
    });
  }

  test('filled again after every record: it stops, the original comes back, and what is on disk is sound', async ({
    lab,
  }) => {
    await onSmallDisk(lab, '8m', async (disk) => {
      lab.foreignServer(await lab.server('-np', '1'));
      const before = running(lab);
      let filling = false;
      const ran = await lab.sweep(lab.configuration(null, SETTINGS), (record) => {
        filling ||= record.type === 'generation';
        if (filling) fill(disk);
      });
      expect(filling).toBe(true);
      expect(ran.fault).toMatchObject({ name: 'journal-failed', class: 'environment', scope: 'run' });
      expect(ran.fault.message).toContain('ENOSPC');
      expect(ran.exit).toBe(12);
      expect(ran.result.document.restored).toEqual({ to: 'original', ok: true });
      expect(running(lab)).toEqual(before);
      const { lines, torn } = await readJournal(join(lab.runDir, 'events.jsonl'));
      expect(torn).toBeNull();
      expect(lines.map((line) => line.record)).toEqual(ran.records.slice(0, lines.length));
      for (const { pid } of lab.servers) process.kill(pid, 'SIGKILL');
    });
  });
});
