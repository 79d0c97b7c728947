import type { ScenarioInput } from '../script.ts';

const error = { error: { message: 'the engine failed', type: 'InternalServerError', code: 500 } };
const body = JSON.stringify(error);

/** More events than any answer has: all are sent, but not the end of the body. */
const ALL = 1_000_000;

const refusal = (status: number, headers: Readonly<Record<string, string>> = {}): ScenarioInput => ({
  name: `http-${status}`,
  reply: { status, headers: { ...headers }, body },
});

/** Whatever goes wrong, at every place of an answer. */
export const ERRORS: readonly ScenarioInput[] = [
  ...[400, 401, 404, 408, 413, 422, 500, 502, 504].map((status) => refusal(status)),
  refusal(429, { 'retry-after': '2' }),
  { ...refusal(429, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }), name: 'http-429-date' },
  refusal(503, { 'retry-after': '1' }),
  refusal(307, { location: '/v1/completions' }),
  { name: 'json-error-with-200', reply: { status: 200, body } },
  {
    name: 'page-with-200',
    reply: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>welcome</html>' },
  },
  { name: 'nothing-with-200', reply: { status: 200, headers: { 'content-type': 'text/event-stream' } } },
  { name: 'error-first', end: { after_events: 0, event: error, body_ends: true } },
  { name: 'error-in-the-middle', end: { after_events: 4, event: error, body_ends: true } },
  { name: 'error-after-finish', payload: { after_finish: [error] } },
  { name: 'reset-before-headers', end: { how: 'reset', head_bytes: 0 } },
  { name: 'reset-in-headers', timing: { headers_ms: 1 }, end: { how: 'reset', head_bytes: 20 } },
  { name: 'reset-in-the-middle', timing: { gap_ms: 3 }, end: { how: 'reset', after_events: 4 } },
  { name: 'reset-before-the-end-of-the-body', timing: { gap_ms: 3 }, end: { how: 'reset', after_events: 7 } },
  { name: 'reset-after-done', timing: { gap_ms: 3 }, end: { how: 'reset', after_events: ALL } },
  // without a length and without chunks only the way in which the connection ends says whether the answer is whole; a reset
  // that is read together with the last bytes looks like an orderly end to Node, so it comes after them
  {
    name: 'reset-in-close-delimited',
    framing: { transfer: 'close' },
    end: { how: 'reset', after_events: 4, after_ms: 100 },
  },
  {
    name: 'reset-after-done-in-close-delimited',
    framing: { transfer: 'close' },
    end: { how: 'reset', after_events: ALL, after_ms: 100 },
  },
  { name: 'close-before-headers', end: { how: 'close', head_bytes: 0 } },
  { name: 'close-in-headers', end: { how: 'close', head_bytes: 20 } },
  { name: 'close-in-the-middle', end: { how: 'cut', after_events: 4 } },
  { name: 'close-after-done', end: { how: 'cut' } },
  { name: 'half-close', end: { how: 'half-close', after_events: 4 } },
  { name: 'truncated-in-order', end: { after_events: 4, body_ends: true } },
  { name: 'truncated-by-close', framing: { transfer: 'close' }, end: { how: 'close', after_events: 4 } },
  { name: 'hang-before-headers', end: { how: 'hang', head_bytes: 0 } },
  { name: 'hang-before-the-first-event', end: { how: 'hang', after_events: 0 } },
  { name: 'hang-in-the-middle', end: { how: 'hang', after_events: 4 } },
  { name: 'idle-close', end: { how: 'idle' } },
];
