import type { Definition } from '../generation.ts';
import { isSecretName, type Secret, secretInWord } from '../secrets.ts';

/** The secret values that stand in a command or its environment: `--api-key VALUE`, `--api-key=VALUE`, `HF_TOKEN`. */
export function secretsOf({
  argv,
  env,
  wrapper = [],
}: Pick<Definition, 'argv' | 'env' | 'wrapper'>): readonly Secret[] {
  const words = [...wrapper, ...argv];
  const inArgv = words
    .map((word, at) => secretInWord(word, words[at - 1]))
    .filter((secret) => secret !== null);
  const inEnv = Object.entries(env).filter(([name, value]) => isSecretName(name) && value !== '');
  return [...inArgv, ...inEnv.map(([name, value]) => ({ name, value }))];
}
