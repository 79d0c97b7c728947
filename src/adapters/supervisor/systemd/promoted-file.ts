import { type Definition, wholeCommand } from '../../../core/generation.ts';
import type { Promoted } from '../../../core/promoted.ts';
import { commandLines, type OwnParts, surroundingLines } from './drop-in.ts';

/** Sorts behind what operators write, and before the drop-in of a trial, so that a later sweep counts more. */
export const PROMOTED = 'zz-holdpoint-promoted.conf';

const MARK = /^# Promoted by Holdpoint: run (\S+), setting (\S+)$/;

/** The text of the file that stays: nothing in it is for trials, nothing only for measuring. */
export function promotedText(
  definition: Definition,
  own: OwnParts,
  of_files: ReadonlySet<string>,
  { run_id, trial }: Pick<Promoted, 'run_id' | 'trial'>,
): string {
  return [
    `# Promoted by Holdpoint: run ${run_id}, setting ${trial}`,
    `# Taken away again by: holdpoint promote ${run_id} --undo`,
    '[Service]',
    ...commandLines(wholeCommand(definition)),
    ...surroundingLines(definition, own, of_files),
    '',
  ].join('\n');
}

/** Whose text it is; null: none of ours. */
export function markOf(text: string): Pick<Promoted, 'run_id' | 'trial'> | null {
  const [, run_id, trial] = MARK.exec(text.split('\n', 1)[0] ?? '') ?? [];
  return run_id === undefined || trial === undefined ? null : { run_id, trial };
}
