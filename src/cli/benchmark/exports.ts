import { resolve } from 'node:path';
import { suggest } from '../../core/config/did-you-mean.ts';
import type { Context } from '../context.ts';
import { usage } from '../usage.ts';
import type { BenchOptions } from './options.ts';

const DIALECTS = ['sglang', 'vllm', 'aiperf', 'guidellm'] as const;
export type ExportDialect = (typeof DIALECTS)[number];

export interface Export {
  readonly dialect: ExportDialect;
  readonly file: string;
}

/** What `--export DIALECT FILE` asks for, once or more often. Fault: `usage`. */
export function exportsOf(context: Context, { export: words = [] }: BenchOptions): readonly Export[] {
  if (words.length % 2 !== 0)
    throw usage(
      '--export: not DIALECT FILE',
      `for example --export vllm result.json (${DIALECTS.join(', ')})`,
    );
  return words.flatMap((name, at) => {
    if (at % 2 !== 0) return [];
    const dialect = DIALECTS.find((known) => known === name);
    if (dialect === undefined) throw usage(`--export: no dialect \`${name}\``, suggest(name, DIALECTS));
    return [{ dialect, file: resolve(context.cwd, words[at + 1] ?? '') }];
  });
}
