import type { RequestTrace } from '../../src/core/metrics/trace.ts';
import { chunkReader, requestUrl } from '../../src/load/dialects/dialect.ts';
import { openConnections } from '../../src/load/http1/connections.ts';
import { REAL_MEANS } from '../../src/load/means.ts';
import { sendRequest } from '../../src/load/request.ts';
import type { Connections } from '../../src/ports/exchange.ts';
import type { LoadDialect } from '../../src/ports/load.ts';

export interface Question {
  readonly dialect?: LoadDialect;
  readonly tokens?: number;
  /** false: an event with usage alone is not asked for. */
  readonly usage?: boolean;
  readonly timeout_ms?: number;
  readonly connections?: Connections;
}

/** One request of the client, as the generator sends it; times of the trace are those of this process. */
export async function ask(url: string, question: Question = {}): Promise<RequestTrace> {
  const { dialect = 'completions', tokens = 8, usage = true, timeout_ms = 5_000 } = question;
  const connections = question.connections ?? openConnections(new URL(url).protocol);
  const body = {
    prompt: 'hello',
    messages: [{ role: 'user', content: 'hello' }],
    text: 'hello',
    stream: true,
  };
  try {
    return await sendRequest({
      asked: { index: 0, phase: 'measure', worker: 0, intended_ms: 0, requested_tokens: tokens },
      url: requestUrl(url, dialect),
      headers: {},
      body: JSON.stringify({
        ...body,
        ...(usage ? { stream_options: { include_usage: true } } : {}),
        max_tokens: tokens,
        n_predict: tokens,
        sampling_params: { max_new_tokens: tokens },
      }),
      expect: null,
      read: chunkReader(dialect),
      timeout_ms,
      connections,
      signal: new AbortController().signal,
      clock: REAL_MEANS.clock,
      origin: 0,
      on_read: () => {},
      on_free: () => {},
      after_reads: REAL_MEANS.afterReads(),
    });
  } finally {
    if (question.connections === undefined) connections.destroy();
  }
}
