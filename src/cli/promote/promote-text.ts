import type { PromoteDocument } from '../../core/documents/promote.ts';
import { visible } from '../../core/visible.ts';
import { wrap } from '../../report/width.ts';

/** What would be done, for a reader: the difference, the file, what happens to the server, and how it is undone. */
export function promoteText(document: PromoteDocument, width: number): string[] {
  const { service, trial, run, diff, file, effects } = document;
  const head =
    trial === null
      ? `${visible(service)}: what was promoted by run ${run} is taken away`
      : `${visible(service)}: the setting ${visible(trial)} of run ${run} is made its own`;
  const unchanged =
    trial === null ? 'nothing that runs differs from it' : 'the same command as it is swept with';
  const title = trial === null ? 'the file that goes,' : 'the file that is written,';
  return [
    head,
    ...(diff.length === 0 ? [unchanged] : diff).map((line) => `     ${visible(line)}`),
    ...(file === null
      ? []
      : [
          '',
          `${title} ${visible(file.path)}:`,
          ...file.text
            .trimEnd()
            .split('\n')
            .map((line) => `     ${visible(line)}`),
        ]),
    '',
    ...effects.flatMap((line) => item(line, width)),
    ...undoText(document),
  ];
}

/** Not wrapped: it is there to be pasted. */
export function undoText({ undo: [first, ...plain] }: PromoteDocument): string[] {
  if (first === undefined) return [];
  return [
    '',
    'undone by:',
    `  ${visible(first)}`,
    'or, without Holdpoint:',
    ...plain.map((line) => `  ${visible(line)}`),
  ];
}

function item(text: string, width: number): string[] {
  return wrap(visible(text), width - 4).map((line, at) => `${at === 0 ? '  - ' : '    '}${line}`);
}
