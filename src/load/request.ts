import type { RequestTrace } from '../core/metrics/trace.ts';
import type { Connections } from '../ports/exchange.ts';
import type { AfterReads } from './after-reads.ts';
import { AnswerReader, type Failure } from './answer.ts';
import type { ChunkReader } from './dialects/dialect.ts';
import type { LoadClock } from './means.ts';
import { onAbort } from './on-abort.ts';
import { EventStream } from './sse.ts';

/** What is known of a request before it is sent. */
export type Asked = Pick<RequestTrace, 'index' | 'phase' | 'worker' | 'intended_ms' | 'requested_tokens'>;

export interface RequestSpec {
  readonly asked: Asked;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Exact text of the answer; null: not checked. */
  readonly expect: string | null;
  readonly read: ChunkReader;
  readonly timeout_ms: number;
  readonly connections: Connections;
  readonly signal: AbortSignal;
  readonly clock: LoadClock;
  /** Of the clock: what the times of the trace count from. */
  readonly origin: number;
  /** Told of each read, before it is parsed. */
  readonly on_read: () => void;
  /** Called once, with the time at which the answer had ended: the next request need not wait until this one is judged. */
  readonly on_free: (ended_ms: number) => void;
  readonly after_reads: AfterReads;
}

/** What stands in an answer that is no stream is quoted up to this length. */
const QUOTED = 300;

/**
 * Sends one request and reads its whole answer. Never rejects: every failure is an outcome: `http-500` and the like
 * (redirects too: none is followed); `bad-encoding`; `not-a-stream`; `error-in-stream`; `bad-event`; `not-finished`;
 * `no-tokens`; `wrong-text`; `cut-off`; `reset`; `refused`; `tls`; `network`; `timeout`; `aborted`. Where a kept connection had been closed
 * by the server, it is sent again until one is open, and its time counts on.
 */
export function sendRequest(spec: RequestSpec): Promise<RequestTrace> {
  return new Promise((resolve) => {
    const now = () => spec.clock.now() - spec.origin;
    let sent_ms = now();
    const reader = new AnswerReader(spec.read, spec.expect);
    const stream = new EventStream();
    let status: number | null = null;
    let headers_ms: number | null = null;
    let refused: Failure | null = null;
    let resent = false;
    let over = false;
    let cancel = () => {};

    const calm = () => {
      cancelTimeout();
      deafen();
    };
    const free = (ended_ms: number) => {
      over = true;
      cancel();
      spec.on_free(ended_ms);
    };
    const judge = (failure: Failure | null, ended_ms: number) =>
      resolve({
        ...spec.asked,
        outcome: failure?.outcome ?? 'ok',
        message: failure?.message ?? null,
        status,
        resent,
        sent_ms,
        headers_ms,
        ended_ms,
        ...reader.trace,
        retokenised_tokens: null,
      });
    const settle = (failure: Failure) => {
      const at = now();
      calm();
      free(at);
      judge(failure, at);
    };
    const abort = () => settle({ outcome: 'aborted', message: 'stopped from outside' });
    const cancelTimeout = spec.clock.alarm(spec.timeout_ms, () =>
      settle({ outcome: 'timeout', message: `no whole answer within ${spec.timeout_ms} ms` }),
    );
    const deafen = onAbort(spec.signal, abort);

    const send = () => {
      cancel = spec.connections.exchange(spec, {
        connecting() {
          if (!resent) sent_ms = now();
        },
        headers(code, headers) {
          headers_ms = now();
          status = code;
          const encoding = String(headers['content-encoding'] ?? '');
          const type = String(headers['content-type'] ?? 'no content type');
          if (code < 200 || code > 299) refused = { outcome: `http-${code}`, message: '' };
          else if (!/^(?:identity)?$/i.test(encoding))
            refused = { outcome: 'bad-encoding', message: `${encoding}, which was not asked for` };
          else if (!/^text\/event-stream\b/i.test(type))
            refused = { outcome: 'not-a-stream', message: `${type}: ` };
        },
        data(chunk) {
          const at = now();
          spec.on_read();
          spec.after_reads(() => {
            if (!over) read(chunk, at);
          }, 'parse');
        },
        end(how, message, stale) {
          const at = now();
          // an answer that has ended is not late any more, however long it waits for its turn
          if (!stale) calm();
          spec.after_reads(() => {
            if (over) return;
            // the pool may hold several that the server has closed; each is tried once, a fresh one is never stale
            if (stale) {
              resent = true;
              send();
              return;
            }
            free(at);
            const failure = () => refused ?? (how === 'end' ? reader.judge() : { outcome: how, message });
            spec.after_reads(() => judge(failure(), at), 'keep');
          }, 'send');
        },
      });
    };
    const read = (chunk: Uint8Array, at: number) => {
      if (refused?.outcome === 'bad-encoding') return;
      if (refused !== null) refused = quoteMore(refused, chunk);
      else parse(chunk, at);
    };
    const parse = (chunk: Uint8Array, at: number) => {
      try {
        for (const event of stream.push(chunk, at)) {
          const failure = reader.accept(event);
          if (failure !== null) return settle(failure);
        }
      } catch (error) {
        settle({ outcome: 'bad-event', message: String(error) });
      }
    };

    if (spec.signal.aborted) return abort();
    try {
      send();
    } catch (error) {
      calm();
      throw error;
    }
  });
}

function quoteMore(failure: Failure, chunk: Uint8Array): Failure {
  const room = QUOTED - failure.message.length;
  return room <= 0
    ? failure
    : { ...failure, message: failure.message + Buffer.from(chunk).toString('utf8').slice(0, room) };
}
