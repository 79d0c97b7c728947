import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { RequestTrace } from '../core/metrics/trace.ts';
import type { Milliseconds } from '../core/units.ts';
import type { Connections } from '../ports/exchange.ts';
import type { LoadDialect } from '../ports/load.ts';
import { afterReads } from './after-reads.ts';
import { chunkReader, requestUrl } from './dialects/dialect.ts';
import { Connection } from './http1/connection.ts';
import { preciseAlarm } from './real-alarm.ts';
import { sendRequest } from './request.ts';

/** Tokens of a sample answer, one an event. */
export const SAMPLE_TOKENS = 64;
/** Answers that are read side by side. */
const STREAMS = 16;
/** By then most of what reads an event is compiled. */
const ENOUGH_MS: Milliseconds = 100;

/** The n-th event with a token, from 1, and what ends an answer, as the servers of each dialect write them. */
const SAMPLES: Readonly<
  Record<LoadDialect, { readonly token: (n: number) => object; readonly end: readonly (object | string)[] }>
> = {
  completions: {
    token: () => choice('text_completion', { text: ' a', finish_reason: null }),
    end: [choice('text_completion', { text: '', finish_reason: 'length' }), usage(), '[DONE]'],
  },
  chat: {
    token: () => choice('chat.completion.chunk', { delta: { content: ' a' }, finish_reason: null }),
    end: [choice('chat.completion.chunk', { delta: {}, finish_reason: 'length' }), usage(), '[DONE]'],
  },
  'sglang-generate': {
    token: (n) => generated(n, null),
    end: [generated(SAMPLE_TOKENS, { type: 'length', length: SAMPLE_TOKENS }), '[DONE]'],
  },
  'llama-completion': {
    token: (n) => ({
      index: 0,
      content: ' a',
      tokens: [1],
      stop: false,
      tokens_predicted: n,
      tokens_evaluated: 8,
    }),
    end: [
      {
        ...{ index: 0, content: '', stop: true, stop_type: 'limit', tokens_predicted: SAMPLE_TOKENS },
        timings: { prompt_n: 8, predicted_n: SAMPLE_TOKENS },
      },
    ],
  },
};

function choice(object: string, said: object): object {
  return { id: 'sample', object, created: 1, model: 'm', choices: [{ index: 0, ...said }] };
}

function usage(): object {
  return { id: 'sample', choices: [], usage: { prompt_tokens: 8, completion_tokens: SAMPLE_TOKENS } };
}

function generated(tokens: number, finish_reason: object | null): object {
  const meta_info = { id: 'sample', finish_reason, prompt_tokens: 8, completion_tokens: tokens };
  return { text: ' a'.repeat(tokens), meta_info };
}

const EXERCISED = new Map<LoadDialect, Promise<void>>();

/**
 * Has sample answers read by the code that will read those of the server, once in a thread, so that the compiler is done
 * with it before a time is taken: code that is still cold is slow, and the compiler takes the core. Nothing is sent.
 */
export function exercised(dialect: LoadDialect): Promise<void> {
  const known = EXERCISED.get(dialect) ?? exercise(dialect);
  EXERCISED.set(dialect, known);
  return known;
}

async function exercise(dialect: LoadDialect): Promise<void> {
  const until = performance.now() + ENOUGH_MS;
  const reads = readsOf(dialect);
  while (performance.now() < until)
    await Promise.all(Array.from({ length: STREAMS }, () => readSample(dialect, reads)));
}

const NOWHERE = 'http://127.0.0.1';

/** The trace of one sample answer, read as one of a server. */
export function readSample(dialect: LoadDialect, reads = readsOf(dialect)): Promise<RequestTrace> {
  return sendRequest({
    asked: { index: 0, phase: 'warm-up', worker: 0, intended_ms: 0, requested_tokens: SAMPLE_TOKENS },
    url: requestUrl(NOWHERE, dialect),
    headers: {},
    body: '',
    expect: null,
    read: chunkReader(dialect),
    timeout_ms: 60_000,
    connections: playing(reads),
    signal: new AbortController().signal,
    clock: { now: () => performance.now(), alarm: preciseAlarm },
    origin: 0,
    on_read() {},
    on_free() {},
    after_reads: afterReads(),
  });
}

function readsOf(dialect: LoadDialect): readonly Buffer[] {
  const { token, end } = SAMPLES[dialect];
  return [
    Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'),
    ...Array.from({ length: SAMPLE_TOKENS }, (_, i) => chunk(token(i + 1))),
    ...end.map(chunk),
    Buffer.from('0\r\n\r\n'),
  ];
}

function chunk(data: object | string): Buffer {
  const text = `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
  return Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n`);
}

/** A connection that reads these, one in each turn of the event loop, and has no socket. */
function playing(reads: readonly Buffer[]): Connections {
  return {
    exchange(_, listener) {
      const socket = Object.assign(new EventEmitter(), { write() {}, destroy() {}, writableLength: 0 });
      let give = (_bytes: Buffer): void => {};
      const connection = new Connection({ free() {}, gone() {} }, (read) => {
        give = read;
        return socket as unknown as Socket;
      });
      const cancel = connection.send(Buffer.alloc(0), listener);
      let at = 0;
      const turn = (): void => {
        const bytes = reads[at++];
        if (bytes === undefined) return;
        give(bytes);
        setImmediate(turn);
      };
      setImmediate(turn);
      return cancel;
    },
    destroy() {},
  };
}
