import type { Fault } from '../core/fault.ts';
import { visible } from '../core/visible.ts';
import { evidenceText } from '../report/failures.ts';

/** A fault for a reader: name, message, place, evidence, hint. `problems` are formatted where their source is known. */
export function faultText(fault: Fault, problems = fault.problems.map(plainProblem).join('\n')): string {
  const lines = [
    `holdpoint: ${fault.name}: ${visible(fault.message)}`,
    ...(problems === '' ? [] : [problems.trimEnd()]),
    ...evidenceText(fault),
    `  hint: ${visible(fault.hint)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function plainProblem({ file, line, column, message, remedy }: Fault['problems'][number]): string {
  const place = [file, line, column].filter((part) => part !== null).join(':');
  return `  ${place === '' ? '' : `${visible(place)}: `}${visible(message)}\n      ${visible(remedy)}`;
}
