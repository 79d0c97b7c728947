import { FLAGS } from './flags.ts';

const PROGRAM = 'sglang serve';
const WIDTH = 80;

/** argparse's own text: the usage, folded as argparse folds it, and the error below. The process exits with 2. */
export function usageError(message: string): string {
  return `${usage()}${PROGRAM}: error: ${message}\n`;
}

function usage(): string {
  const lead = `usage: ${PROGRAM} `;
  const lines: string[] = [];
  let line = `${lead}[-h]`;
  for (const flag of FLAGS) {
    const [name = ''] = flag.names;
    const value = flag.choices === undefined ? flag.key.toUpperCase() : `{${flag.choices.join(',')}}`;
    const shown = flag.kind === 'switch' ? name : `${name} ${value}`;
    const item = flag.key === 'model_path' ? shown : `[${shown}]`;
    if (line.length + 1 + item.length > WIDTH) {
      lines.push(line);
      line = ' '.repeat(lead.length) + item;
    } else {
      line += ` ${item}`;
    }
  }
  return `${[...lines, line].join('\n')}\n`;
}
