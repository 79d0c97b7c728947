import { secretsOf } from '../plan/secrets-of.ts';
import { isSecretName, type Secret } from '../secrets.ts';
import type { Configuration } from './configuration.ts';
import type { Draft } from './draft.ts';
import { type Environment, referencesIn, variable } from './expansion.ts';
import { headerKeys } from './path-keys.ts';

/**
 * The secret values of a configuration: what `auth` names, variables that its headers refer to, headers, flags and
 * variables on the list. The content of `auth.file` is known only to whoever reads that file.
 */
export function fileSecrets(
  configuration: Configuration,
  draft: Draft,
  environment: Environment,
): readonly Secret[] {
  const { auth, service } = configuration;
  const names = [
    ...(auth?.env == null ? [] : [auth.env]),
    ...headerKeys(draft).flatMap(({ text }) => referencesIn(text)),
  ];
  const fromEnvironment = names.flatMap((name) => {
    const value = variable(name, environment) ?? '';
    return value === '' ? [] : [{ name, value }];
  });
  const headers = Object.entries(auth?.headers ?? {}).filter(([name]) => isSecretName(name));
  return [
    ...fromEnvironment,
    // Of `Bearer KEY` the key alone is the secret.
    ...headers.map(([name, value]) => ({ name, value: value.slice(value.lastIndexOf(' ') + 1) })),
    ...(service.kind === 'process' ? secretsOf({ argv: service.command, env: service.env }) : []),
  ];
}
