import type { Effective, ParameterValue } from './definition.ts';
import { sameValue } from './values.ts';

/** A variable as the environment of the running process shows it. Its value may be a secret: the writer redacts. */
export function effectiveFromEnvironment(
  wanted: ParameterValue,
  name: string,
  env: Readonly<Record<string, string>>,
): Effective {
  const got = env[name] ?? null;
  const evidence = got === null ? `${name} is not in the environment` : `environment: ${name}=${got}`;
  return { wanted, got, rule: 'argv', source: 'argv', agrees: sameValue(wanted, got), evidence };
}
