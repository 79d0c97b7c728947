import type { Files } from '../../machine.ts';
import type { ServiceDefinition } from '../unit-file/definition.ts';
import { parseEnvironmentFile } from '../unit-file/environment-file.ts';
import type { User } from './users.ts';

/** The manager's own environment, which every service begins with. */
export const MANAGER_ENVIRONMENT = {
  LANG: 'C.UTF-8',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
} as const;

export interface EnvironmentBlock {
  readonly env: Readonly<Record<string, string>>;
  /** Assignments in files that no process can have. */
  readonly invalid: readonly { readonly path: string; readonly assignment: string }[];
}

/** The environment of a new main process; files come after Environment= and win. null: a file is missing. */
export function environmentBlock(
  files: Files,
  definition: ServiceDefinition,
  user: User,
  invocation: string,
): EnvironmentBlock | null {
  const { name, home, shell } = user;
  const personal = definition.user === null ? {} : { HOME: home, LOGNAME: name, USER: name, SHELL: shell };
  const env: Record<string, string> = { ...MANAGER_ENVIRONMENT, ...personal, INVOCATION_ID: invocation };
  const invalid: { path: string; assignment: string }[] = [];
  const put = (assignment: string) => {
    const equals = assignment.indexOf('=');
    env[assignment.slice(0, equals)] = assignment.slice(equals + 1);
  };
  definition.environment.forEach(put);
  for (const { path, optional } of definition.environment_files) {
    const text = files.read(path);
    if (text === null && !optional) return null;
    const parsed = parseEnvironmentFile(text ?? '');
    parsed.assignments.forEach(put);
    for (const assignment of parsed.invalid) invalid.push({ path, assignment });
  }
  return { env, invalid };
}
