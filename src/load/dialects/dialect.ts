import { DIALECT_PATHS, type LoadDialect } from '../../ports/load.ts';
import type { StreamEvent } from '../sse.ts';
import { readAlike } from './alike.ts';
import type { Chunk, Json } from './chunk.ts';
import { errorText, object } from './chunk.ts';
import { readLlamaCompletion } from './llama-completion.ts';
import { readOpenai } from './openai.ts';
import { sglangReader } from './sglang-generate.ts';

/** Reads the events of one stream, in their order. */
export type ChunkReader = (event: StreamEvent) => Chunk;

/** The reader of one stream. */
const READERS: Readonly<Record<LoadDialect, () => (body: Json) => Chunk>> = {
  completions: () => readOpenai,
  chat: () => readOpenai,
  'sglang-generate': sglangReader,
  'llama-completion': () => readLlamaCompletion,
};

/** The endpoint under the base address, whether or not that ends in a slash. */
export function requestUrl(base: string, dialect: LoadDialect): URL {
  return new URL(base.replace(/\/+$/, '') + DIALECT_PATHS[dialect]);
}

export function chunkReader(dialect: LoadDialect): ChunkReader {
  const parsing = parsingReader(dialect);
  // what its events say depends on the events before
  return dialect === 'sglang-generate' ? parsing : readAlike(parsing);
}

/** Parses every event. */
export function parsingReader(dialect: LoadDialect): ChunkReader {
  const read = READERS[dialect]();
  return (event) => {
    if (event.data === '[DONE]') return { kind: 'done' };
    let parsed: unknown;
    try {
      parsed = JSON.parse(event.data);
    } catch {
      return { kind: 'bad', message: 'an event that is no JSON' };
    }
    const body = object(parsed);
    if (body === null) return { kind: 'bad', message: 'an event that is no JSON object' };
    const error = body.error ?? (body.object === 'error' || event.name === 'error' ? body : null);
    return error === null ? read(body) : { kind: 'error', message: errorText(error) };
  };
}
