import { exitCodeOf, FaultError } from '../core/fault.ts';
import { bug } from './bug.ts';
import type { Context } from './context.ts';
import { printEnvelope } from './envelope.ts';
import { rootHelp } from './help.ts';
import { COMMANDS } from './tree.ts';

/** One call of `holdpoint`. It never throws: the exit code and the streams of the context tell everything. */
export async function cli(context: Context): Promise<void> {
  const { argv } = context;
  const { parse } = await import('./parse.ts'); // lazy: the parser costs more than all of --version
  try {
    if (argv.length === 0) {
      context.stderr.write(rootHelp(COMMANDS));
      context.setExitCode(2);
      return;
    }
    if (argv[0] === 'complete') {
      const { complete } = await import('./complete.ts');
      return complete(context, argv.slice(argv[1] === '--' ? 2 : 1));
    }
    const invocation = parse(argv, context.stdout.columns);
    if ('text' in invocation) {
      context.stdout.write(invocation.text);
      return;
    }
    const command = await invocation.spec.load();
    await command(context, invocation.input);
  } catch (error) {
    await failed(context, error);
  }
}

async function failed(context: Context, error: unknown): Promise<void> {
  const told = error instanceof FaultError ? error.fault : null;
  context.setExitCode(told === null ? 1 : exitCodeOf(told));
  const fault = told ?? bug(error);
  if (wantsJson(context.argv)) {
    const names = COMMANDS.map((spec) => spec.name);
    const name = context.argv.find((word) => names.includes(word));
    printEnvelope(context, { command: name ?? 'holdpoint', error: fault });
    return;
  }
  const { faultText } = await import('./fault-text.ts'); // lazy: most calls succeed
  // by its name: the class would bring the whole configuration parser along
  const formatted = (error as { readonly formatted?: string }).formatted;
  context.stderr.write(faultText(fault, formatted));
}

/** Also where the command line itself was wrong, so the parser's word cannot be had. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json');
}
