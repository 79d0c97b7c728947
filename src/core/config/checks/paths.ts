import type { Draft } from '../draft.ts';
import { type Environment, expand } from '../expansion.ts';
import { headerKeys, pathKeys, readPath } from '../path-keys.ts';
import { atValue, type Finding } from '../source/finding.ts';

/** Variables that are not set, and paths that only a shell would understand. */
export function checkPaths(draft: Draft, environment: Environment): readonly Finding[] {
  const paths = pathKeys(draft).map(({ path, text }) => ({ path, result: readPath(text, '/', environment) }));
  const headers = headerKeys(draft).map(({ path, text }) => ({ path, result: expand(text, environment) }));
  return [...paths, ...headers].flatMap(({ path, result }) =>
    result.ok ? [] : [atValue(path, result.message, result.remedy)],
  );
}
