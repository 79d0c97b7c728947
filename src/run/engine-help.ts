import type { Configuration, ParameterConfiguration, Place } from '../core/config/configuration.ts';
import { flagsInHelp, helpCommand, type UnknownFlag, unknownFlags } from '../core/engine/help.ts';
import { FaultError } from '../core/fault.ts';
import type { Definition } from '../core/generation.ts';
import { KiB, SECOND } from '../core/units.ts';
import type { Host } from '../ports/host.ts';
import type { Storage } from './doctor/check.ts';
import { programOf } from './doctor/program.ts';

/** Importing an engine takes its time, on a cold disk most of a minute. */
const PATIENCE_S = 120;
/** A text with fewer flags is no help of an engine. */
const FEWEST = 20;

/** What the installed engine's own help says of the swept flags. */
export type HelpAnswer =
  | {
      readonly kind: 'asked';
      readonly command: string;
      readonly unknown: readonly SweptFlag[];
      readonly known: number;
    }
  /** It was not run. */
  | { readonly kind: 'untried'; readonly why: string }
  /** It was run, and gave no help. */
  | { readonly kind: 'failed'; readonly why: string };

export interface SweptFlag extends UnknownFlag {
  readonly parameter: string;
  readonly place: Place;
}

export interface HelpQuestion {
  readonly configuration: Configuration;
  readonly definition: Definition;
  readonly host: Pick<Host, 'run' | 'readText' | 'simulated'>;
  readonly storage: Storage;
  readonly path: string;
}

/**
 * Runs the engine with `--help` and compares the swept flags with what it names. Only a program that is known to end at
 * that is run: a wrapper could start a server.
 */
export async function askHelp(question: HelpQuestion): Promise<HelpAnswer> {
  const { configuration, definition, host, storage, path } = question;
  const swept = configuration.parameters.flatMap(flagsOf);
  if (swept.length === 0) return { kind: 'untried', why: 'no flag is swept' };
  if (host.simulated) return { kind: 'untried', why: 'a simulated engine has no help' };
  const words = helpCommand(configuration.engine, definition.argv);
  if (words === null)
    return {
      kind: 'untried',
      why: `${definition.argv[0] ?? 'the command'} is no program that is known to end at --help`,
    };
  const file = await programOf(definition, storage, path);
  if (file === null) return { kind: 'untried', why: `${words[0]} cannot be executed` };
  if (/^#!.*\b(?:ba|da|z|k|fi)?sh\b/.test((await host.readText(file, KiB)) ?? ''))
    return { kind: 'untried', why: `${file} is a shell script, which could start the server` };
  const command = [file, ...words.slice(1)];
  const text = await helpOf(command, definition, host);
  if ('why' in text) return { kind: 'failed', why: `${command.join(' ')} ${text.why}` };
  const help = flagsInHelp(text.help);
  if (help.size < FEWEST)
    return { kind: 'failed', why: `${command.join(' ')} printed no help that could be read` };
  const unknown = unknownFlags(
    swept.map(({ flag }) => flag),
    help,
  );
  return {
    kind: 'asked',
    command: command.join(' '),
    known: swept.length - unknown.length,
    unknown: unknown.flatMap((found) => {
      const of = swept.find(({ flag }) => flag === found.flag);
      return of === undefined ? [] : [{ ...found, parameter: of.parameter, place: of.place }];
    }),
  };
}

async function helpOf(
  command: readonly string[],
  { cwd, env }: Definition,
  host: Pick<Host, 'run'>,
): Promise<{ readonly help: string } | { readonly why: string }> {
  try {
    const run = await host.run(command, { timeout_ms: PATIENCE_S * SECOND, cwd, env: { ...env } });
    if (run.timed_out) return { why: `did not end within ${PATIENCE_S} s` };
    if (run.code !== 0) return { why: `ended with ${run.signal ?? `exit code ${run.code}`}` };
    return { help: run.stdout + run.stderr };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return { why: `could not be run: ${error.fault.message}` };
  }
}

/** The flags that a parameter sets, as they are written; a variable and a flag that is always absent are none. */
function flagsOf(parameter: ParameterConfiguration) {
  const { name, place } = parameter;
  const named =
    parameter.kind === 'flag'
      ? parameter.values.some((value) => value !== null)
        ? [parameter.flag]
        : []
      : parameter.kind === 'linked'
        ? Object.values(parameter.options).flatMap((set) =>
            Object.entries(set).flatMap(([flag, value]) =>
              value === null ? [] : [flag.split('.')[0] ?? flag],
            ),
          )
        : [];
  return [...new Set(named)].map((flag) => ({ parameter: name, place, flag }));
}
