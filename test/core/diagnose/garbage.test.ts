import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGarbage } from '../../../src/core/diagnose/garbage.ts';

const counting = (n: number) => Array.from({ length: n }, (_, i) => ` ${i + 1}`).join('');

describe('garbage', () => {
  it.each([
    '',
    '  \n\t ',
    '\ufffd\ufffd\ufffd',
    `${'a'.repeat(18)}\ufffd`,
    ' 1 1 1 1',
    ' 1'.repeat(32),
    'the the the the the',
    'yes no yes no yes no yes no',
    'a b c '.repeat(4),
    '!!!!!!!!!!',
    'abababababababab',
    'abc'.repeat(10),
    `Well, ${'so '.repeat(60)}`,
    '好'.repeat(20),
  ])('is %j', (text) => {
    expect(isGarbage(text)).toBe(true);
  });

  it.each([
    counting(1),
    counting(2),
    counting(32),
    counting(300),
    'Paris',
    'Paris.',
    '42',
    '1111',
    'no no',
    'ha ha ha',
    'The capital of France is Paris.',
    'def f(x):\n    return x\n',
    '你好,世界。今天天气很好。',
    `${'word '.repeat(8)}and then something else entirely`,
    `a text of more than twenty characters with one \ufffd in it`,
    '```\n1, 2, 3\n```',
  ])('is not %j', (text) => {
    expect(isGarbage(text)).toBe(false);
  });

  it('is any n-gram of up to three words that is repeated, not one of four', () => {
    const word = fc.stringMatching(/^[a-z]{2,6}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 4, max: 20 }),
        (gram, times) => {
          expect(isGarbage(`${gram.join(' ')} `.repeat(times))).toBe(true);
        },
      ),
    );
    expect(isGarbage('one two three four '.repeat(10))).toBe(false);
  });

  it('is not any beginning of counting', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 2000 }), (n) => !isGarbage(counting(n))));
  });
});
