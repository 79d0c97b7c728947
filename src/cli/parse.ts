import { Command, CommanderError, InvalidArgumentError, Option, type OutputConfiguration } from 'commander';
import { FaultError, fault } from '../core/fault.ts';
import { HOLDPOINT_VERSION } from '../core/version.ts';
import type { Input } from './command.ts';
import { rootHelp } from './help.ts';
import type { OptionSpec } from './option-spec.ts';
import type { Options } from './options.ts';
import { COMMANDS, type CommandSpec } from './tree.ts';

/** What was asked for: a command, or a text (help, version). */
export type Invocation = { readonly spec: CommandSpec; readonly input: Input } | { readonly text: string };

/** Throws FaultError `usage`: unknown flags and commands are never accepted silently. */
export function parse(argv: readonly string[], columns: number): Invocation {
  const name = argv[0];
  let found: Invocation | null = null;
  let out = '';
  const program = buildProgram(
    argv,
    { writeOut: (text) => (out += text), writeErr: () => {}, getOutHelpWidth: () => columns },
    (spec, input) => {
      found = { spec, input };
    },
  );
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usage(error, name);
  }
  return found ?? { text: out };
}

/**
 * Commands take over what the program has when they are made, so the output is configured first. Options are those of
 * the commands that are named, also after `help`: to make all of them takes longer than to parse.
 */
function buildProgram(
  argv: readonly string[],
  output: OutputConfiguration,
  chosen: (spec: CommandSpec, input: Input) => void,
): Command {
  const program = new Command('holdpoint')
    .exitOverride()
    .configureOutput(output)
    .version(HOLDPOINT_VERSION, '--version');
  program.helpInformation = () => rootHelp(COMMANDS);
  for (const spec of COMMANDS) {
    const command = program.command(spec.name, { hidden: spec.hidden === true }).description(spec.summary);
    for (const operand of spec.operands) command.argument(operand);
    if (argv.includes(spec.name)) for (const option of spec.options) command.addOption(parserOption(option));
    command.action(() => chosen(spec, { operands: command.args, options: command.opts<Options>() }));
  }
  return program;
}

function parserOption(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.text);
  if (spec.choices !== undefined) option.choices(spec.choices);
  if (spec.kind === 'number') option.argParser(wholeNumber);
  if (spec.kind === 'list') option.argParser((value, before: readonly string[] = []) => [...before, value]);
  return option;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** The parser's words (`error: unknown option '--jsn'`, `(Did you mean --json?)`) as a fault. */
function usage(error: CommanderError, command: string | undefined): FaultError {
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const known = COMMANDS.some((spec) => spec.name === command);
  const help = `\`holdpoint ${known ? `${command} ` : ''}--help\` shows what there is`;
  const hint = [...rest.map((line) => line.replace(/^\((.*)\)$/, '$1')), help].join(' ');
  return new FaultError(fault('usage', first === '(outputHelp)' ? 'a command is missing' : first, { hint }));
}
