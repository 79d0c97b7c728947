import { type Fault, fault } from '../fault.ts';
import { note } from './answers.ts';
import type { PresentFacts } from './observations.ts';

/** What runs is not what its own files say: a start would change more than what is asked for. */
export function definitionDiffers(differs: NonNullable<PresentFacts['differs']>): Fault {
  const { where, wanted, got } = differs;
  return fault('definition-differs', `what runs is not what ${where} would start`, {
    hint: 'start the service again, or undo the change of its files: then both say the same',
    evidence: [note('argv', `running: ${got}`), note('definition', `${where}: ${wanted}`)],
    data: { ...differs },
  });
}
