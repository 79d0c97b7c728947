import { asked, askedObject, type Command } from './command.ts';

/** Short flags and the keys of `--speculative-config` that they are. */
export const SHORT_FLAGS: readonly (readonly [flag: string, key: string])[] = [
  ['--spec-method', 'method'],
  ['--spec-model', 'model'],
  ['--spec-tokens', 'num_speculative_tokens'],
];

/**
 * The speculation that a command asks for, its keys with `_`: from `--speculative-config` and the short flags. null:
 * none; undefined: what stands there is no JSON object.
 */
export function speculationAsked(command: Command): Readonly<Record<string, unknown>> | null | undefined {
  const object = askedObject(command, '--speculative-config');
  if (object === undefined) return undefined;
  const short = SHORT_FLAGS.flatMap(([flag, key]) => {
    const value = asked(command, flag);
    if (value === null) return [];
    return [[key, key === 'num_speculative_tokens' ? Number(value) : value] as const];
  });
  if (object === null && short.length === 0) return null;
  const entries = Object.entries(object ?? {}).map(
    ([key, value]) => [key.replaceAll('-', '_'), value] as const,
  );
  return Object.fromEntries([...entries, ...short]);
}

/** The method, `[ngram]` and the old names of MTP under their common ones; null: it follows from the draft model. */
export function methodOf({ method, model }: Readonly<Record<string, unknown>>): string | null {
  const said = method ?? (model === 'ngram' || model === '[ngram]' ? model : null);
  return typeof said === 'string' ? commonMethod(said) : null;
}

export function commonMethod(method: string): string {
  if (method === '[ngram]') return 'ngram';
  return method.endsWith('_mtp') ? 'mtp' : method;
}

/** Methods that draft from the text itself: where nothing repeats, nothing is drafted. */
export const FROM_TEXT: ReadonlySet<string> = new Set(['ngram', 'ngram_gpu', 'suffix']);
