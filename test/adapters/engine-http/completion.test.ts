import { expect, test } from 'vitest';
import { readCompletion } from '../../../src/adapters/engine-http/completion.ts';
import { readState } from '../../../src/adapters/engine-http/state.ts';
import { readTraffic } from '../../../src/adapters/engine-http/traffic.ts';
import type { HttpResponse } from '../../../src/ports/host.ts';

function response(body: unknown, status: number | null = 200, error: string | null = null): HttpResponse {
  return {
    status,
    headers: {},
    body: typeof body === 'string' ? body : JSON.stringify(body),
    error,
    took_ms: 1,
  };
}

test('reasoning counts as text', () => {
  const message = { content: null, reasoning_content: 'Let me think' };
  const answer = readCompletion(
    response({ choices: [{ message, finish_reason: 'length' }], usage: { completion_tokens: 3 } }),
  );
  expect(answer).toMatchObject({ text: 'Let me think', completion_tokens: 3, error: null });
});

test('an answer without usage has as many tokens as the timings say, or at least one', () => {
  const choices = [{ text: 'hi', finish_reason: 'stop' }];
  expect(readCompletion(response({ choices, timings: { predicted_n: 7, note: 'x' } }))).toMatchObject({
    completion_tokens: 7,
    timings: { predicted_n: 7 },
    error: null,
  });
  expect(readCompletion(response({ choices }))).toMatchObject({
    completion_tokens: 1,
    timings: null,
    error: null,
  });
});

test.each([
  ['', 'bad-answer'],
  ['<html>', 'bad-answer'],
  ['[[[[', 'bad-answer'],
  [`${'['.repeat(100_000)}`, 'bad-answer'],
  [{}, 'bad-answer'],
  [{ choices: {} }, 'bad-answer'],
  [{ choices: [] }, 'bad-answer'],
  [{ choices: [null] }, 'bad-answer'],
  [{ choices: ['text'] }, 'bad-answer'],
  [{ choices: [{ text: '' }], usage: { completion_tokens: 0 } }, 'no-tokens'],
  [{ choices: [{ text: 'x', finish_reason: null }], usage: { completion_tokens: 1 } }, 'not-finished'],
])('a 200 that is no completion: %j', (body, error) => {
  expect(readCompletion(response(body)).error).toBe(error);
});

test.each([
  [
    { error: { message: 'the request exceeds the context', code: 400 } },
    400,
    'http-400: the request exceeds the context',
  ],
  [{ error: 'plain text' }, 500, 'http-500: plain text'],
  [{ detail: 'Not Found' }, 404, 'http-404: Not Found'],
  ['Bad Gateway', 502, 'http-502: Bad Gateway'],
  ['y'.repeat(5000), 500, `http-500: ${'y'.repeat(300)}`],
])('an error says what the server says of it', (body, status, error) => {
  expect(readCompletion(response(body, status))).toMatchObject({ status, error });
});

test.each([
  [response('', null, 'ECONNREFUSED'), 'refused'],
  [response('', null, 'TIMEOUT'), 'silent'],
  [response('', null, 'ECONNRESET'), 'other'],
  [response('ok', 200), 'ready'],
  [response('Loading model', 503), 'loading'],
  [response('', 401), 'unauthorised'],
  [response('', 403), 'unauthorised'],
  [response('', 404), 'other'],
])('state of %j', (answer, state) => {
  expect(readState('llamacpp', answer).answer).toBe(state);
});

test('counters that are not understood are no traffic', () => {
  expect(readTraffic('nonsense', 'nonsense')).toBeNull();
  expect(readTraffic('{"error":1}', 'llamacpp:requests_processing NaN\n')).toBeNull();
  expect(readTraffic('[null,1,{"is_processing":true}]', null)).toEqual({
    running: 1,
    waiting: 0,
    source: '/slots',
  });
});
