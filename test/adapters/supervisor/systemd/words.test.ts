import fc from 'fast-check';
import { expect, test } from 'vitest';
import { execStart } from '../../../../src/adapters/supervisor/systemd/quote.ts';
import { wordsOf } from '../../../../src/adapters/supervisor/systemd/words.ts';

// The examples are those of systemd.syntax(7) and of lines that were tried.
test.each<[string, readonly string[]]>([
  ['/bin/echo one  two\tthree', ['/bin/echo', 'one', 'two', 'three']],
  [`"a b" 'c "d"' e`, ['a b', 'c "d"', 'e']],
  [`--set={'a':1} x`, ['--set={a:1}', 'x']],
  ['"" a', ['', 'a']],
  [String.raw`a\x20b \101 \u00e9 "\n" 'it\'s'`, ['a b', 'A', 'é', '\n', "it's"]],
  ['', []],
  ['日本 𝄞', ['日本', '𝄞']],
])('%s', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each(['"open', "it's", String.raw`\q`, 'end\\'])('%s cannot be read', (text) => {
  expect(wordsOf(text)).toBeNull();
});

test('what we write is read as systemd splits it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (argv) => {
      const clean = argv.map((text) => text.replaceAll('\0', ''));
      const words = wordsOf(execStart(clean))?.map((word) =>
        word.replaceAll('%%', '%').replaceAll('$$', '$'),
      );
      expect(words?.slice(1)).toEqual(clean.slice(1));
    }),
  );
});
