import { type Definition, wholeCommand } from '../../../core/generation.ts';
import { secretsOf } from '../../../core/plan/secrets-of.ts';
import { GENERATION_VARIABLE } from '../process/environment.ts';
import { variablesSet } from './loaded-variables.ts';
import { assignment, execStart } from './quote.ts';
import { readUnit } from './unit-file.ts';
import { wordsOf } from './words.ts';
import { type Unwrapped, unwrap } from './wrapper.ts';

/** Sorts behind what operators write, so that it counts. */
export const DROP_IN = 'zz-holdpoint.conf';

const TRIAL_ONLY = 'Restart=no';

/** What the unit itself gives, on which the drop-in is laid. */
export interface OwnParts {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Whoever may read the folder may read the file, unless there is a secret in it. */
export function modeOf(text: string): number {
  return secretsOf(readDropIn(text)).length > 0 ? 0o600 : 0o644;
}

/**
 * The text of our one file. Only what differs from the unit is written into it; `Restart=no` while trials run. The
 * variables `of_files` stay with the files that give them.
 */
export function dropInText(
  definition: Definition,
  own: OwnParts,
  id: string,
  of_files: ReadonlySet<string>,
): string {
  const env = { ...definition.env, [GENERATION_VARIABLE]: id };
  return [
    '# Written by Holdpoint for a trial; removed when the original is back. Nothing else of the unit is changed.',
    '[Service]',
    ...commandLines(wholeCommand(definition)),
    TRIAL_ONLY,
    ...surroundingLines({ ...definition, env }, own, of_files),
    '',
  ].join('\n');
}

/** What makes a unit run this argv instead of its own. */
export function commandLines(argv: Definition['argv']): readonly string[] {
  return ['ExecStart=', `ExecStart=${execStart(argv)}`];
}

/** Folder and variables of a definition, as far as they differ from those of the unit. */
export function surroundingLines(
  { cwd, env }: Pick<Definition, 'cwd' | 'env'>,
  own: OwnParts,
  of_files: ReadonlySet<string>,
): readonly string[] {
  const set = variablesSet({ env }, own, of_files);
  const unset = Object.keys(own.env).filter((name) => env[name] === undefined && !of_files.has(name));
  return [
    ...(cwd === own.cwd ? [] : [`WorkingDirectory=${cwd.replaceAll('%', '%%')}`]),
    ...set.map(([name, value]) => `Environment=${assignment(name, value)}`),
    ...(unset.length === 0 ? [] : [`UnsetEnvironment=${unset.join(' ')}`]),
  ];
}

/** The same for good: without what is for trials only. */
export function forGood(text: string): string {
  return text.replace(`\n${TRIAL_ONLY}\n`, '\n');
}

export interface Written extends Pick<Definition, 'argv' | 'wrapper'> {
  readonly env: Readonly<Record<string, string>>;
  /** Empty: it carries none, so it is not what we write. */
  readonly id: string;
}

/** What a text of ours says. */
export function readDropIn(text: string): Written {
  const { commands, environment } = readUnit([text]);
  const words = wordsOf(commands[0] ?? '') ?? [];
  const whole = words.map((word, at) => plain(at === 0 ? word : word.replaceAll('$$', '$')));
  const variables = environment.map((word): [string, string] => {
    const equals = word.indexOf('=');
    return [word.slice(0, equals), plain(word.slice(equals + 1))];
  });
  const { [GENERATION_VARIABLE]: id = '', ...env } = Object.fromEntries(variables);
  const { argv, wrapper } = partsOf(whole);
  return { argv, env, id, ...(wrapper.length === 0 ? {} : { wrapper }) };
}

/** What stands in front was taken over from the unit, so it is told apart as it was there. */
function partsOf(whole: readonly string[]): Pick<Unwrapped, 'argv' | 'wrapper'> {
  const parts = unwrap(whole);
  return 'refused' in parts ? { argv: whole, wrapper: [] } : parts;
}

function plain(word: string): string {
  return word.replaceAll('%%', '%');
}
