import { describe, expect, it } from 'vitest';
import { AnswerReader } from '../../src/load/answer.ts';
import { chunkReader, requestUrl } from '../../src/load/dialects/dialect.ts';
import type { LoadDialect } from '../../src/ports/load.ts';

/** The events of one stream, a millisecond apart. */
function read(dialect: LoadDialect, events: readonly (object | '[DONE]')[], expected: string | null = null) {
  const reader = new AnswerReader(chunkReader(dialect), expected);
  for (const [at, event] of events.entries()) {
    const data = event === '[DONE]' ? event : JSON.stringify(event);
    const failure = reader.accept({ name: 'message', data, at });
    if (failure !== null) return { ...reader.trace, failure };
  }
  return { ...reader.trace, failure: reader.judge() };
}

const list = (values: ArrayLike<number> | null) => (values === null ? null : Array.from(values));

describe('SGLang /generate', () => {
  const part = (text: string, completion_tokens: number, more = {}) => ({
    text,
    meta_info: {
      id: 'x',
      finish_reason: null,
      prompt_tokens: 7,
      cached_tokens: 2,
      completion_tokens,
      ...more,
    },
  });
  const end = { finish_reason: { type: 'length', length: 9 }, spec_verify_ct: 3 };

  it('has the whole text in each event, and counts its tokens', () => {
    const trace = read(
      'sglang-generate',
      [part('', 0), part('a', 1), part('a b c', 5), part('a b c', 5), part('a b c d', 9, end), '[DONE]'],
      'a b c d',
    );
    expect(trace.failure).toBeNull();
    expect([list(trace.token_events_ms), list(trace.event_tokens)]).toEqual([
      [1, 2, 4],
      [1, 4, 4],
    ]);
    expect(trace).toMatchObject({
      first_event_ms: 0,
      last_choice_ms: 4,
      last_event_ms: 5,
      usage_tokens: 9,
      input_tokens: 7,
      cached_tokens: 2,
      verify_steps: 3,
      finish_reason: 'length',
    });
  });

  it('may have only the new text', () => {
    const trace = read(
      'sglang-generate',
      [part('a', 1), part(' b', 2), part(' c', 3, end), '[DONE]'],
      'a b c',
    );
    expect([trace.failure, list(trace.event_tokens)]).toEqual([null, [1, 1, 1]]);
  });

  it('that aborts is an error, though it says so as an end', () => {
    const abort = { finish_reason: { type: 'abort', message: 'out of memory', status_code: 500 } };
    expect(read('sglang-generate', [part('a', 1), part('a', 1, abort), '[DONE]']).failure).toEqual({
      outcome: 'error-in-stream',
      message: 'out of memory',
    });
  });
});

describe('llama.cpp /completion', () => {
  const part = (content: string) => ({ index: 0, content, stop: false });
  const end = {
    ...{ index: 0, content: '', stop: true, stop_type: 'limit', tokens_predicted: 5, tokens_evaluated: 9 },
    timings: { prompt_n: 4, cache_n: 5, predicted_n: 5, draft_n: 8, draft_n_accepted: 3 },
  };

  it('ends with the event that says stop', () => {
    const trace = read('llama-completion', [part(' 1'), part(' 2 3'), end], ' 1 2 3');
    expect(trace).toMatchObject({
      failure: null,
      text_events: 2,
      event_tokens: null,
      usage_tokens: 5,
      input_tokens: 9,
      cached_tokens: 5,
      drafted_tokens: 8,
      accepted_tokens: 3,
      finish_reason: 'length',
    });
  });

  it.each<[string, object[], string]>([
    ['does not end', [part(' 1')], 'not-finished'],
    ['goes on after its end', [part(' 1'), end, part(' 2')], 'bad-event'],
    ['has nothing', [end], 'no-tokens'],
    ['tells an error', [part(' 1'), { error: { code: 500, message: 'no' } }], 'error-in-stream'],
  ])('that %s is none', (_name, events, outcome) => {
    expect(read('llama-completion', events).failure?.outcome).toBe(outcome);
  });
});

describe('several answers in one stream', () => {
  const part = (index: number, text: string, finish_reason: string | null = null) => ({
    choices: [{ index, text, finish_reason }],
  });

  it('end each for itself', () => {
    const events = [
      part(0, 'a'),
      part(1, 'x'),
      part(0, '', 'stop'),
      part(1, 'y'),
      part(1, '', 'stop'),
      '[DONE]',
    ];
    expect(read('completions', events as (object | '[DONE]')[])).toMatchObject({
      failure: null,
      text_events: 3,
    });
  });

  it('have no output after their end', () => {
    expect(read('completions', [part(0, 'a', 'stop'), part(0, 'b'), '[DONE]']).failure?.outcome).toBe(
      'bad-event',
    );
  });
});

it.each<[LoadDialect, string]>([
  ['completions', '/x/v1/completions'],
  ['chat', '/x/v1/chat/completions'],
  ['sglang-generate', '/x/generate'],
  ['llama-completion', '/x/completion'],
])('%s is asked under the base address', (dialect, found) => {
  expect(requestUrl('http://h:1/x/', dialect).pathname).toBe(found);
});
