import type { Connections } from '../ports/exchange.ts';
import { type Answer, AnswerReader, type Failure, judge } from './answer.ts';
import type { LoadClock } from './means.ts';
import { EventStream } from './sse.ts';

export interface RequestSpec {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Exact text of the answer; null: not checked. */
  readonly expect: string | null;
  readonly timeout_ms: number;
  readonly connections: Connections;
  readonly signal: AbortSignal;
  readonly clock: LoadClock;
}

/** One request as it went. Times are those of `now`; null: not reached. */
export interface RequestResult {
  /**
   * `ok`; `http-500` and the like (redirects too: none is followed); `not-a-stream`; `error-in-stream`; `bad-event`;
   * `not-finished`; `no-tokens`; `wrong-text`; `cut-off`; `reset`; `refused`; `network`; `timeout`; `aborted`.
   */
  readonly outcome: string;
  readonly message: string | null;
  readonly status: number | null;
  readonly started: number;
  readonly headers_at: number | null;
  readonly ended: number;
  readonly answer: Answer;
  /** A kept connection had been closed by the server; the request was sent again on a fresh one, its time counts on. */
  readonly resent: boolean;
}

/** What stands in an answer that is no stream is quoted up to this length. */
const QUOTED = 300;

/** Sends one request and reads its whole answer. Never rejects: every failure is an outcome. */
export function sendRequest(spec: RequestSpec): Promise<RequestResult> {
  return new Promise((resolve) => {
    const started = spec.clock.now();
    const reader = new AnswerReader();
    const stream = new EventStream();
    let status: number | null = null;
    let headers_at: number | null = null;
    let refused: Failure | null = null;
    let resent = false;
    let cancel = () => {};

    const settle = (failure: Failure | null) => {
      cancel();
      cancelTimeout();
      spec.signal.removeEventListener('abort', abort);
      const outcome = failure?.outcome ?? 'ok';
      resolve({
        outcome,
        message: failure?.message ?? null,
        status,
        started,
        headers_at,
        ended: spec.clock.now(),
        answer: reader.answer,
        resent,
      });
    };
    const abort = () => settle({ outcome: 'aborted', message: 'stopped from outside' });
    const cancelTimeout = spec.clock.alarm(spec.timeout_ms, () =>
      settle({ outcome: 'timeout', message: `no whole answer within ${spec.timeout_ms} ms` }),
    );
    spec.signal.addEventListener('abort', abort, { once: true });

    const send = () => {
      cancel = spec.connections.exchange(spec, {
        headers(code, headers) {
          headers_at = spec.clock.now();
          status = code;
          const type = String(headers['content-type'] ?? 'no content type');
          if (code < 200 || code > 299) refused = { outcome: `http-${code}`, message: '' };
          else if (!/^text\/event-stream\b/i.test(type))
            refused = { outcome: 'not-a-stream', message: `${type}: ` };
        },
        data(chunk) {
          const at = spec.clock.now();
          if (refused !== null) refused = quoteMore(refused, chunk);
          else read(chunk, at);
        },
        end(how, message, stale) {
          if (stale && !resent) {
            resent = true;
            send();
          } else if (how === 'end') settle(refused ?? judge(reader.answer, spec.expect));
          else settle(refused ?? { outcome: how, message });
        },
      });
    };
    const read = (chunk: Uint8Array, at: number) => {
      try {
        for (const event of stream.push(chunk, at)) {
          const failure = reader.accept(event);
          if (failure !== null) return settle(failure);
        }
      } catch (error) {
        settle({ outcome: 'bad-event', message: String(error) });
      }
    };

    if (spec.signal.aborted) abort();
    else send();
  });
}

function quoteMore(failure: Failure, chunk: Uint8Array): Failure {
  const room = QUOTED - failure.message.length;
  return room <= 0
    ? failure
    : { ...failure, message: failure.message + Buffer.from(chunk).toString('utf8').slice(0, room) };
}
