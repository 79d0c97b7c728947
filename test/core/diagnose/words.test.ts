import { describe, expect, it } from 'vitest';
import { anchorsOf } from '../../../src/core/diagnose/anchors.ts';
import { Automaton } from '../../../src/core/diagnose/automaton.ts';
import { catalog, wordsIn } from '../../../src/core/diagnose/catalog.ts';
import { dialectOf } from '../../../src/core/diagnose/dialects/index.ts';
import { treeStart } from '../engine/sglang/fixture.ts';
import { capturedLog } from './judged.ts';

describe('words that stand in whatever a pattern matches', () => {
  it.each([
    [/^a(?:bcd|ef)g+/, ['bcd', 'ef']],
    [/^x{0,4}longest y? short/, ['longest ']],
    [/^(?:abc|.)$/, []],
    [/^\(a\) b\.c [x-z]+tail$/, ['(a) b.c ']],
    [/^(?!not this)but that/, ['but that']],
    [/^ab"cde"f/, ['cde']],
    [/^abc+d/, ['abc']],
  ])('%s', (pattern, words) => {
    expect(anchorsOf(pattern)).toEqual(words);
  });
});

it('the automaton finds what a plain search finds, also words in words and across each other', () => {
  const words = ['abab', 'bab', 'ab', 'xyz', 'zab', 'b a'];
  const found = new Automaton(
    words,
    words.map(() => 1),
  );
  for (let seed = 0; seed < 300; seed++) {
    const text = Array.from(
      { length: 30 },
      (_, n) => 'abxyz \n'[(seed * 31 + n * n * 7 + n * seed) % 7],
    ).join('');
    const seen = new Set<number>();
    found.each(text, (word) => seen.add(word));
    expect([...seen].sort()).toEqual(words.flatMap((word, at) => (text.includes(word) ? [at] : [])));
  }
});

it.each([
  ['sglang', treeStart()],
  ['sglang', capturedLog('sglang/cpu').split('\n')],
  ['vllm', capturedLog('vllm/good-start-compile').split('\n')],
  ['llamacpp', capturedLog('llamacpp/debug').split('\n')],
  ['llamacpp', capturedLog('llamacpp/quiet').split('\n')],
] as const)('each line of %s that begins a phase has one of its words', (engine, lines) => {
  const dialect = dialectOf(engine);
  const phases = new Set<string>();
  for (const text of lines.flatMap((line) => line.split('\r'))) {
    const line = { text, line: 1, offset: 0 };
    const phase = dialect.phase(line);
    // the bars of a load come between the lines that begin and end it
    if (phase === null || /shards: |Capturing batches/.test(text)) continue;
    phases.add(phase);
    expect([text, catalog(dialect).speaks(wordsIn(text))]).toEqual([text, true]);
  }
  expect(phases.size).toBeGreaterThan(3);
});
