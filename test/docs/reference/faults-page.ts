import { CAUSES, FAULTS, type FaultRule } from '../../../src/core/fault.ts';
import { code, MADE, table } from './markdown.ts';

/** Every fault that the product can name, as Markdown. */
export function faultsPage(): string {
  const lines = [
    '# Faults',
    '',
    ...MADE,
    '',
    'Scope: how far the damage goes. `measurement` voids one number, `setting` fails one trial, `run` stops the sweep. Exit: the code of a command that the fault ends before anything was stopped. Retries wait as long as they say; those of the class `leftover` count from the moment at which `released` has held again.',
    '',
    ...rows(FAULTS),
    '',
    '## Causes of a server that ended',
    '',
    'What the diagnosis finds in the log of a dead server (`cause` in the data of `exited`). It takes the place of class, scope and retries of the fault that carries it. A cause that names a value of the setting makes the setting invalid, whatever class the cause has.',
    '',
    ...rows(CAUSES),
  ];
  return `${lines.join('\n')}\n`;
}

function rows(faults: Readonly<Record<string, FaultRule>>): readonly string[] {
  return table(
    ['name', 'class', 'scope', 'retries', 'exit', 'hint'],
    Object.entries(faults).map(([name, rule]) => [
      code(name),
      rule.class,
      rule.scope,
      retries(rule),
      String(rule.exit),
      rule.hint,
    ]),
  );
}

function retries({ retry: { max, after_s } }: FaultRule): string {
  if (max === 0) return 'none';
  const waits = after_s.every((seconds) => seconds === 0) ? 'at once' : `after ${after_s.join(', ')} s`;
  return `${max}, ${waits}`;
}
