import type { Command } from './command.ts';
import { splitWords } from './words.ts';

/**
 * The argv with which a command is executed: `$$` becomes `$`, `${NAME}` the value as part of its argument, and an
 * argument that begins with `$NAME` is replaced by the words of the value, none where it is unset. The first word is
 * never expanded.
 */
export function expandCommand(command: Command, env: Readonly<Record<string, string>>): readonly string[] {
  if (command.verbatim) return command.argv;
  const [program = command.path, ...rest] = command.argv;
  return [program, ...rest.flatMap((argument) => expandArgument(argument, env))];
}

function expandArgument(argument: string, env: Readonly<Record<string, string>>): readonly string[] {
  if (/^\$(?![{$])/.test(argument))
    return (splitWords(env[argument.slice(1)] ?? '', true) ?? []).map(({ text }) => text);
  return [
    argument.replace(/\$\$|\$\{([^}]*)\}/g, (whole, name?: string) =>
      whole === '$$' ? '$' : (env[name ?? ''] ?? ''),
    ),
  ];
}
