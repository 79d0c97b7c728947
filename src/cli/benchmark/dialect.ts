import { suggest } from '../../core/config/did-you-mean.ts';
import { DIALECT_PATHS, type LoadDialect } from '../../ports/load.ts';
import { usage } from '../usage.ts';
import type { BenchOptions } from './options.ts';

/** Dialects by their path. */
const BY_PATH = Object.fromEntries(
  Object.entries(DIALECT_PATHS).map(([dialect, path]) => [path, dialect as LoadDialect]),
);

/** Names of backends in the clients of vLLM and SGLang. */
const BACKENDS: Readonly<Record<string, LoadDialect>> = {
  openai: 'completions',
  'openai-chat': 'chat',
  vllm: 'completions',
  'vllm-chat': 'chat',
  sglang: 'sglang-generate',
  'sglang-native': 'sglang-generate',
  'sglang-oai': 'completions',
  'sglang-oai-chat': 'chat',
  llamacpp: 'llama-completion',
};

/** How the server is asked: by --endpoint, else by --backend, else as a chat. Fault: `usage`. */
export function dialectOf({ endpoint, backend }: BenchOptions): LoadDialect {
  const by_backend = backend === undefined ? null : found('backend', backend, BACKENDS);
  return endpoint === undefined ? (by_backend ?? 'chat') : found('endpoint', endpoint, BY_PATH);
}

function found(option: string, name: string, table: Readonly<Record<string, LoadDialect>>): LoadDialect {
  const dialect = Object.hasOwn(table, name) ? table[name] : undefined;
  if (dialect !== undefined) return dialect;
  const names = Object.keys(table);
  throw usage(
    `--${option}: \`${name}\` is not supported`,
    `${suggest(name, names)} (all: ${names.join(', ')})`,
  );
}
