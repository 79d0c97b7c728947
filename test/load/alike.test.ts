import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAlike } from '../../src/load/dialects/alike.ts';
import { type ChunkReader, chunkReader, parsingReader } from '../../src/load/dialects/dialect.ts';

const event = (data: string, name = 'message') => ({ name, data, at: 0 });
const completion = (text: string, more = {}) =>
  JSON.stringify({ id: 'x', choices: [{ index: 0, text, finish_reason: null, ...more }] });

/** How often each event of a stream had to be read as a whole. */
function readings(stream: readonly string[]): readonly number[] {
  let times = 0;
  const parsing = parsingReader('completions');
  const counting: ChunkReader = (one) => {
    times++;
    return parsing(one);
  };
  const read = readAlike(counting);
  return stream.map((data) => {
    times = 0;
    read(event(data));
    return times;
  });
}

describe('events that are alike', () => {
  it('are parsed once, and once more to learn where the text stands', () => {
    expect(readings(['a', ' b', ' 🚀 c', 'text'].map((text) => completion(text)))).toEqual([2, 0, 0, 0]);
  });

  it('are parsed where the text needs an escape, is none, or more than the text is another', () => {
    const others = ['"', 'a\nb', '', 'a\\', '\u0007'].map((text) => completion(text));
    const more = [completion('a', { index: 1, finish_reason: 'stop' }), completion('a', { error: {} })];
    expect(readings([completion('a'), ...others]).slice(1)).toEqual([1, 1, 1, 1, 1]);
    expect(readings([completion('a'), ...more]).slice(1)).toEqual([1, 1]);
  });

  it('that never are, cost no more after a while', () => {
    const stream = Array.from({ length: 20 }, (_, i) => JSON.stringify({ id: i, choices: [{ text: 'a' }] }));
    expect(readings(stream).slice(10)).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it('say what they say when each is parsed, whatever the text and the events between', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('', 'a', ',', ':', 'text', 'index', 'x', 'x~', '"', '\\', '","', '"text":"'),
    );
    const choice = fc.record(
      {
        index: fc.constantFrom(0, 1),
        text,
        delta: fc.record(
          { content: text, reasoning_content: text, role: fc.constant('assistant') },
          { requiredKeys: [] },
        ),
        finish_reason: fc.constantFrom(null, null, null, 'stop', 'x'),
      },
      { requiredKeys: [] },
    );
    const openai = fc.record(
      {
        id: fc.constantFrom('x', 'a'),
        choices: fc.array(choice, { maxLength: 2 }),
        usage: fc.constantFrom(null, { completion_tokens: 3 }),
        error: fc.constantFrom(null, null, { message: 'x' }),
      },
      { requiredKeys: ['choices'] },
    );
    const llama = fc.record({ content: text, stop: fc.constantFrom(false, false, true) });
    const data = fc.oneof(
      { weight: 5, arbitrary: openai.map((one) => JSON.stringify(one)) },
      { weight: 5, arbitrary: text.map((one) => completion(one)) },
      { weight: 2, arbitrary: text.map((one) => `{"choices":[{"text":"a","text":"${one}"}]}`) },
      { weight: 2, arbitrary: llama.map((one) => JSON.stringify(one)) },
      { weight: 1, arbitrary: fc.constantFrom('[DONE]', '{', 'null') },
    );
    const names = fc.constantFrom('message', 'message', 'message', 'error');
    const stream = fc.array(fc.tuple(data, names), { maxLength: 12 });
    const property = fc.property(stream, (events) => {
      for (const dialect of ['completions', 'llama-completion'] as const) {
        const [read, parse] = [chunkReader(dialect), parsingReader(dialect)];
        for (const [one, name] of events) expect(read(event(one, name))).toEqual(parse(event(one, name)));
      }
    });
    fc.assert(property, { numRuns: 200 });
  });
});
