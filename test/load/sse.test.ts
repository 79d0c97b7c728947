import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventStream, EventTooBig, type StreamEvent } from '../../src/load/sse.ts';

/** The standard's own words, on a whole text: slow, and without any state between reads. */
function reference(text: string): readonly { name: string; data: string }[] {
  const events: { name: string; data: string }[] = [];
  let [name, data]: [string, string[] | null] = ['', null];
  const lines = text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .split('\n');
  for (const line of lines.slice(0, -1)) {
    if (line === '') {
      if (data !== null) events.push({ name: name || 'message', data: data.join('\n') });
      [name, data] = ['', null];
      continue;
    }
    const parts = /^([^:]*)(?::( ?)(.*))?$/s.exec(line);
    if (parts?.[1] === 'data') data = [...(data ?? []), parts[3] ?? ''];
    if (parts?.[1] === 'event') name = parts[3] ?? '';
  }
  return events;
}

const shape = (events: readonly StreamEvent[]) => events.map(({ name, data }) => ({ name, data }));

function parse(pieces: readonly Uint8Array[]) {
  const stream = new EventStream();
  return shape(pieces.flatMap((piece, at) => stream.push(piece, at)));
}

const CORPUS: Readonly<Record<string, string>> = {
  LF: 'data: {"a":1}\n\ndata: [DONE]\n\n',
  CRLF: 'data: {"a":1}\r\n\r\ndata: [DONE]\r\n\r\n',
  CR: 'data: {"a":1}\r\rdata: [DONE]\r\r',
  mixed: 'data: a\r\ndata: b\ndata: c\r\r\ndata: d\n\r\ndata: e\r\n\n',
  characters: 'data: {"text":"naïve – 你好 🚀 é"}\n\ndata: 🧪🧪\n\n',
  comments: ': ping\n\n:\n: data: no\ndata: yes\n\n: at the end\n\n',
  fields: 'event: error\nid: 7\nretry: 10\ndata: x\n\ndata:no space\n\ndata:  two\n\nunknown: y\n\n',
  multiline: 'data: first\ndata:\ndata: third\n\n',
  empty: 'data\n\ndata:\n\n\n\n\n',
  mark: '\ufeffdata: after a byte order mark\n\n',
  cut: 'data: whole\n\ndata: not whole\n',
};

describe('the event stream', () => {
  it.each(Object.entries(CORPUS))(
    'reads %s as the standard does, cut at every byte and at every pair of bytes',
    (_name, text) => {
      const bytes = Buffer.from(text);
      const expected = reference(text);
      expect(parse([bytes])).toEqual(expected);
      expect(parse([...bytes].map((b) => Uint8Array.of(b)))).toEqual(expected);
      for (let a = 0; a <= bytes.length; a++) {
        for (let b = a; b <= bytes.length; b++) {
          const found = parse([bytes.subarray(0, a), bytes.subarray(a, b), bytes.subarray(b)]);
          if (JSON.stringify(found) !== JSON.stringify(expected))
            expect(found, `cut at ${a} and ${b}`).toEqual(expected);
        }
      }
    },
  );

  it('agrees with the standard on anything, cut anywhere', () => {
    const piece = fc.constantFrom(
      'data',
      'data: ',
      'event: ',
      ':',
      ' ',
      '\n',
      '\r',
      '\r\n',
      '\n\n',
      'x',
      '🚀',
      '你',
      '\ufeff',
      '[DONE]',
      '{"a":1}',
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((p) => p.join('')),
      fc.string({ unit: 'grapheme' }),
    );
    const property = fc.property(text, fc.array(fc.nat()), (t, cuts) => {
      const bytes = Buffer.from(t);
      const at = [0, ...cuts.map((c) => c % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
      const pieces = at.slice(1).map((to, i) => bytes.subarray(at[i], to));
      expect(parse(pieces)).toEqual(reference(bytes.toString('utf8')));
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('stamps an event with the read that completed it', () => {
    const stream = new EventStream();
    expect(stream.push(Buffer.from('data: a\n'), 1)).toEqual([]);
    expect(stream.push(Buffer.from('\ndata: b\n\ndata: c'), 2)).toEqual([
      { name: 'message', data: 'a', at: 2 },
      { name: 'message', data: 'b', at: 2 },
    ]);
    expect(stream.push(Buffer.from('\r\r'), 3)).toEqual([{ name: 'message', data: 'c', at: 3 }]);
  });

  it('refuses an event without end, in one line or in many', () => {
    const mebibyte = Buffer.alloc(1024 * 1024, 'x');
    expect(() => new EventStream().push(Buffer.concat([mebibyte, mebibyte]), 0)).toThrow(EventTooBig);
    const lines = new EventStream();
    const line = Buffer.from(`data: ${'x'.repeat(1000)}\n`);
    expect(() => {
      for (let i = 0; i < 2000; i++) lines.push(line, i);
    }).toThrow(EventTooBig);
  });

  it('counts the size of each event for itself', () => {
    const stream = new EventStream();
    const one = Buffer.from(`data: ${'x'.repeat(500_000)}\n\n`);
    expect([1, 2, 3, 4].flatMap((at) => stream.push(one, at))).toHaveLength(4);
  });
});
