import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BenchDocument } from '../../core/documents/bench.ts';
import type { EvaluationDocument } from '../../core/documents/evaluation.ts';
import { FaultError, fault } from '../../core/fault.ts';
import type { Context } from '../context.ts';
import type { Options } from '../options.ts';
import { runsFolder } from '../runs-folder.ts';

/** A new folder (0700) for one bench, or one of another kind, beside the runs. Fault: `journal-failed`. */
export function benchFolder(context: Context, options: Options, kind = 'benches'): string {
  const name = new Date(context.clock.wall()).toISOString().replaceAll(/[-:]/g, '').replace(/\..*/, '');
  const benches = join(dirname(runsFolder(context, options)), kind);
  return kept(() => {
    mkdirSync(benches, { recursive: true, mode: 0o700 });
    for (let more = 1; ; more++) {
      const dir = join(benches, more === 1 ? name : `${name}-${more}`);
      try {
        mkdirSync(dir, { mode: 0o700 });
        return dir;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  });
}

/** Fault: `journal-failed`. */
export function keepDocument(document: BenchDocument | EvaluationDocument, name = 'bench.json'): void {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  kept(() => writeFileSync(join(document.dir, name), text, { mode: 0o600, flag: 'wx' }));
}

/** One more line of a file in such a folder: what was found so far outlives a process that is ended. Fault: `journal-failed`. */
export function keepLine(dir: string, name: string, value: unknown): void {
  kept(() => appendFileSync(join(dir, name), `${JSON.stringify(value)}\n`, { mode: 0o600 }));
}

function kept<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    const hint = 'free space or name another folder with --dir';
    throw new FaultError(
      fault('journal-failed', `the record cannot be kept: ${(error as Error).message}`, { hint }),
    );
  }
}
