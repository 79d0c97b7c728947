import type { Definition } from '../../../core/generation.ts';

/** Carries the id of the generation, so that a process that left parent and session is still known as a member. */
export const GENERATION_VARIABLE = 'HOLDPOINT_GENERATION';

/** Shells set, change or obey these themselves, or drop them; loader variables would act on the shell. */
const SHELL_OWNED = new RegExp(
  '^(_|PWD|OLDPWD|SHLVL|IFS|OPTIND|OPTARG|OPTERR|PPID|PS[0-4]|LINENO|ENV|UID|EUID|GROUPS|S?RANDOM|SECONDS|EPOCH.*|' +
    'SHELLOPTS|BASH.*|HIST.*|DIRSTACK|FUNCNAME|FUNCNEST|COMP_.*|MAIL.*|TMOUT|CDPATH|GLOBIGNORE|PROMPT_COMMAND|' +
    'POSIXLY_CORRECT|LD_.*|GCONV_PATH)$',
);

/** Set by some shells for what they run, wanted or not. */
const SHELL_ADDED = ['PWD', 'OLDPWD', 'SHLVL', '_'];

const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The whole environment that the server shall have. */
export function wantedEnvironment(
  definition: Definition,
  inherited: Readonly<Record<string, string | undefined>>,
  id: string,
): Record<string, string> {
  const merged = definition.env_complete ? definition.env : { ...inherited, ...definition.env };
  const set = Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(set), [GENERATION_VARIABLE]: id };
}

/**
 * How an exact environment comes through a shell: `shell` is the environment that the shell gets and passes on;
 * `arguments` tell `env` to take away what the shell adds and to set what no shell passes on unchanged. Values that are
 * likely to be secret go with the shell, since arguments can be read by every user of the machine.
 */
export function throughShell(wanted: Readonly<Record<string, string>>): {
  readonly shell: Readonly<Record<string, string>>;
  readonly arguments: readonly string[];
} {
  const entries = Object.entries(wanted);
  const passed = ([name]: [string, string]): boolean => SHELL_NAME.test(name) && !SHELL_OWNED.test(name);
  const unset = SHELL_ADDED.filter((name) => wanted[name] === undefined).flatMap((name) => ['-u', name]);
  const set = entries.filter((entry) => !passed(entry)).map(([name, value]) => `${name}=${value}`);
  return { shell: Object.fromEntries(entries.filter(passed)), arguments: [...unset, '--', ...set] };
}
