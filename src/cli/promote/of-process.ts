import type { PromoteDocument } from '../../core/documents/promote.ts';
import { FaultError, fault } from '../../core/fault.ts';
import { commandOf } from '../../core/plan/command.ts';
import type { Options } from '../options.ts';
import { chosenTrial } from './chosen-trial.ts';
import type { Swept } from './swept.ts';

/** Nobody would start a process again: its winning command is told, and that is all. Fault: `usage`. */
export function ofProcess(swept: Swept, options: Options): PromoteDocument {
  const { stored } = swept;
  if (options.persist || options.undo)
    throw new FaultError(
      fault(
        'usage',
        `\`${options.persist ? '--persist' : '--undo'}\` needs a unit: for a process nothing is installed`,
        {
          hint: 'without it the command is printed, to be put where you start your server',
        },
      ),
    );
  const { name, definition, diff } = chosenTrial(swept, options.trial);
  return {
    run: stored.id,
    service: stored.configuration.endpoint.url,
    trial: name,
    state: 'shown',
    command: commandOf(definition),
    diff,
    file: null,
    effects: [
      'the service is a process that no manager starts: nothing is installed and nothing is touched; put this command where you start it',
    ],
    undo: [],
    change: null,
  };
}
