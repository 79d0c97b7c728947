import type { CommandSpec } from './tree.ts';

const WIDTH = 12;

/** `holdpoint --help`, from the tree alone: nothing else is loaded for it. */
export function rootHelp(commands: readonly CommandSpec[]): string {
  const lines = commands
    .filter((spec) => !spec.hidden)
    .map(({ name, summary }) => `  ${name.padEnd(WIDTH)}${summary}`);
  return `Usage: holdpoint COMMAND [options]

Changes the configuration of an LLM inference server, proves that the change took, measures it, and goes on.

Commands:
${lines.join('\n')}

Options:
  --version   print the version
  --help      print this, or after a command: its options
`;
}
