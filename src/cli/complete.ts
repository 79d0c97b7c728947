import { readdirSync } from 'node:fs';
import { type Command, RootCommand } from '@bomb.sh/tab';
import { listRuns } from '../run/find-run.ts';
import { captured } from './captured.ts';
import type { Context } from './context.ts';
import type { OptionSpec } from './option-spec.ts';
import { runsFolder } from './runs-folder.ts';
import { COMMANDS } from './tree.ts';

/** Answers `holdpoint complete -- WORDS`, which the completion scripts call at each press of the key. */
export function complete(context: Context, words: readonly string[]): void {
  const root = new RootCommand();
  for (const spec of COMMANDS.filter((known) => !known.hidden)) {
    const command = root.command(spec.name, spec.summary);
    for (const operand of spec.operands) {
      command.argument(operand, (add) =>
        valuesFor(operand, words, context).forEach((value) => add(value, '')),
      );
    }
    for (const option of spec.options) addOption(command, option, context);
  }
  context.stdout.write(captured(() => root.parse([...words])));
}

function addOption(command: Command, spec: OptionSpec, context: Context): void {
  const [, alias, name = ''] = /^(?:-(\w), )?--([\w-]+)/.exec(spec.flags) ?? [];
  if (spec.kind === 'switch') {
    command.option(name, spec.text, alias);
    return;
  }
  const values = spec.choices ?? (name === 'file' ? configurations(context) : []);
  command.option(name, spec.text, (add) => values.forEach((value) => add(value, '')), alias);
}

function valuesFor(operand: string, words: readonly string[], context: Context): readonly string[] {
  switch (operand) {
    case '[run]': {
      const at = words.indexOf('--dir');
      const dir = at < 0 ? undefined : words[at + 1];
      return listRuns(runsFolder(context, dir === undefined ? {} : { dir }));
    }
    case '<condition>':
      return ['stopped', 'released', 'ready', 'generating'];
    case '<shell>':
      return ['bash', 'zsh', 'fish', 'powershell'];
    default:
      return [];
  }
}

function configurations(context: Context): string[] {
  try {
    return readdirSync(context.cwd).filter((name) => /\.ya?ml$/.test(name));
  } catch {
    return [];
  }
}
