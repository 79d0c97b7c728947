import type { Draft } from './draft.ts';
import { type Environment, expand } from './expansion.ts';
import { bad, good, type Parsed } from './parsed.ts';
import { resolvePath } from './paths.ts';
import type { Path } from './source/finding.ts';

interface Expandable {
  readonly path: Path;
  readonly text: string;
}

/** The values of the file that are paths. */
export function pathKeys({ service, auth, workloads, evaluation, tools }: Draft): readonly Expandable[] {
  const single: readonly (readonly [Path, string | undefined])[] = [
    [['service', 'cwd'], service !== null && 'command' in service ? service.cwd : undefined],
    [['auth', 'file'], auth?.file],
    [['auth', 'ca'], auth?.ca],
    [['evaluation', 'suite'], evaluation?.suite.startsWith('builtin:') ? undefined : evaluation?.suite],
    ...Object.entries(tools).map(
      ([name, path]) => [['tools', name], typeof path === 'string' ? path : undefined] as const,
    ),
    ...workloads.map((workload, at) => [['workloads', at, 'replay'], workload?.replay] as const),
    ...workloads.map(
      (workload, at) =>
        [
          ['workloads', at, 'prompts'],
          workload?.prompts.startsWith('builtin:') ? undefined : workload?.prompts,
        ] as const,
    ),
  ];
  return single.flatMap(([path, text]) => (text === undefined ? [] : [{ path, text }]));
}

/** The values of the file in which variables are replaced and that are no paths. */
export function headerKeys({ auth }: Draft): readonly Expandable[] {
  return Object.entries(auth?.headers ?? {}).map(([name, text]) => ({
    path: ['auth', 'headers', name],
    text,
  }));
}

/** An absolute path: variables replaced, relative to the file's folder. */
export function readPath(text: string, folder: string, environment: Environment): Parsed<string> {
  if (text.startsWith('~'))
    return bad('`~` is not replaced: no shell reads this', `write \${HOME}${text.slice(1)}`);
  const expanded = expand(text, environment);
  if (!expanded.ok) return expanded;
  return expanded.value === ''
    ? bad(`\`${text}\` is empty once its variables are replaced`, 'write a path')
    : good(resolvePath(folder, expanded.value));
}
