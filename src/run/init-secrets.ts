import { secretInWord } from '../core/secrets.ts';

/** The variable that a person would export instead: `--api-key` is `API_KEY`. */
export function variableFor(name: string): string {
  return name.replace(/^-+/, '').replaceAll('-', '_').toUpperCase();
}

/** The same argv with `${NAME}` where a secret stood, be it a word of its own or after `=`. */
export function withoutSecrets(argv: readonly string[]): string[] {
  return argv.map((word, at) => {
    const secret = secretInWord(word, argv[at - 1]);
    return secret === null
      ? word
      : `${word.slice(0, word.length - secret.value.length)}\${${variableFor(secret.name)}}`;
  });
}
