import { readFileSync } from 'node:fs';
import { readVllmMetrics, readVllmServerInfo } from '../../../../src/adapters/engine-http/report-vllm.ts';
import type { ReadBackSources } from '../../../../src/core/engine/definition.ts';
import type { LogLine } from '../../../../src/core/log-line.ts';
import { logLines } from '../llamacpp/fixture.ts';

const FOLDER = new URL('../../../fixtures/captured-vllm/', import.meta.url);

/** What the real engine (0.32.0, on two cores) said, shortened. */
export function text(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

export function captured(name: string): readonly LogLine[] {
  return logLines(text(`${name}.log`).trimEnd());
}

export const serverInfo = (name = 'server-info'): unknown => readVllmServerInfo(text(`${name}.json`));
export const metrics = (name = 'metrics'): unknown => readVllmMetrics(text(`${name}.txt`));

export function lines(...texts: readonly string[]): readonly LogLine[] {
  return logLines(texts.join('\n'));
}

export const command = (words: string): readonly string[] => [
  'vllm',
  'serve',
  'MODEL_DIR',
  ...words.split(' ').filter((word) => word !== ''),
];

/** Sources of a read-back, all silent but what is given. */
export function sources(
  more: Partial<ReadBackSources> & { readonly info?: unknown; readonly counted?: unknown },
): ReadBackSources {
  const { info = null, counted = null, ...rest } = more;
  return {
    documents: {
      '/server_info?config_format=json': info,
      '/metrics': counted,
      '/v1/models': null,
      '/version': null,
    },
    log: [],
    behaviour: { draft_tokens: null, accepted_tokens: null },
    argv: command(''),
    env: {},
    cores: 2,
    ...rest,
  };
}
