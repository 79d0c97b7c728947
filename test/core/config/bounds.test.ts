import { describe, expect, test } from 'vitest';
import { edited, FILE, parse } from './file.ts';

function refused(text: string | Uint8Array) {
  const result = parse(text);
  if (result.ok) throw new Error('it was accepted');
  return result.problems[0];
}

/** Wall time is not asserted: each of these took seconds to minutes, or the process, before its bound was there. */
const hostile: Readonly<Record<string, string>> = {
  'open lists': '['.repeat(100_000),
  'closed lists': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  'open mappings': '{a: '.repeat(60_000),
  'lists on a line': '- '.repeat(100_000),
  'explicit keys on a line': '? '.repeat(1000),
  'empty keys on a line': ': '.repeat(100_000),
  'a staircase': Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
  'a staircase of lists': Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}-\n`).join(''),
  'lists after a key': `a: ${'- '.repeat(1000)}`,
  'lists behind quotes': `a: "]" \nb: ${'["]", '.repeat(1000)}`,
  'lists behind comments': `a: ${'[ # ]\n '.repeat(1000)}`,
  'lists behind block text': `a: |\n  ]\nb: ${'['.repeat(1000)}`,
  'indicators behind tags': '!a - '.repeat(1000),
};

describe('nesting', () => {
  test.each(Object.entries(hostile))('%s never reaches the parser', (_, text) => {
    expect(refused(text)?.message).toMatch(/nested deeper than 32 levels/);
  });

  test.each([
    ['lists', (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`],
    ['mappings', (depth: number) => `${'{ a: '.repeat(depth)}1${' }'.repeat(depth)}`],
    [
      'indented mappings',
      (depth: number) =>
        `\n${Array.from({ length: depth }, (_, at) => `${' '.repeat(at + 4)}a:\n`).join('')}${' '.repeat(depth + 4)}1`,
    ],
    [
      'indented lists',
      (depth: number) =>
        `\n${Array.from({ length: depth }, (_, at) => `${' '.repeat(at + 4)}- b\n${' '.repeat(at + 4)}-\n`).join('')}${' '.repeat(depth + 4)}1`,
    ],
    ['lists on a line', (depth: number) => `\n      ${'- '.repeat(depth)}1`],
  ])('%s are counted exactly', (_, nested) => {
    // `workloads`, its item, `body` and the key are four levels.
    const file = (depth: number) =>
      `${FILE.slice(0, FILE.indexOf('workloads:'))}workloads:\n- name: w\n  prompts: builtin:code\n  requests: 1\n  max_tokens: 1\n  body:\n   x: ${nested(depth)}\n`;
    expect(parse(file(28))).toMatchObject({ ok: true });
    expect(refused(file(29))?.message).toMatch(/nested deeper than 32/);
    expect(refused(file(29))?.line).not.toBeNull();
  });

  test('depth that an alias adds counts', () => {
    const nested = (depth: number, inside: string) => `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`;
    const text = (depth: number) =>
      edited(['body: { top_p: 0.9 }', `body: { a: &a ${nested(14, '1')}, b: ${nested(depth, '*a')} }`]);
    expect(parse(text(14))).toMatchObject({ ok: true });
    expect(refused(text(15))?.message).toMatch(/nested deeper/);
  });
});

describe('size and encoding', () => {
  test('256 KiB and not a byte more', () => {
    const filled = (size: number) => `${FILE}#${'x'.repeat(size - FILE.length - 1)}`;
    expect(parse(filled(256 * 1024))).toMatchObject({ ok: true });
    expect(refused(filled(256 * 1024 + 1))).toMatchObject({
      line: null,
      message: 'the file is larger than 256 KiB',
    });
  });

  test('a line that is no UTF-8 is named', () => {
    const bytes = new TextEncoder().encode(FILE);
    const at = FILE.indexOf('engine');
    expect(refused(bytes.with(at, 0xff))).toMatchObject({ line: 8, message: 'this line is not UTF-8' });
    expect(refused(new Uint8Array([0xff, 0xfe, 0x61, 0x00]))).toMatchObject({ line: 1 });
  });

  test('a byte order mark and CRLF are read', () => {
    expect(parse(`\ufeff${FILE}`)).toMatchObject({ ok: true });
    expect(parse(FILE.replaceAll('\n', '\r\n'))).toMatchObject({ ok: true });
  });

  test('control characters are named with their place', () => {
    expect(refused(edited(['name: llama-slots', 'name: "llama\x1b[31m"']))).toMatchObject({
      line: 2,
      column: 13,
      message: 'a control character',
    });
    expect(refused(edited(['name: llama-slots', 'name: "a\x00b"']))).toMatchObject({ line: 2 });
  });

  test.each([['\\0'], ['\\ud800']])('an argument with %s cannot be passed', (escape) => {
    expect(refused(edited(['-m, models', `"a${escape}", models`]))?.message).toMatch(
      /which no process can be given|not valid YAML/,
    );
  });
});

describe('what YAML allows and this file does not', () => {
  test.each([
    ['nothing', '', /must be a mapping/],
    ['a comment', '# nothing\n', /must be a mapping/],
    ['a word', 'hello', /must be a mapping, not text/],
    ['a list', '- version: 1', /must be a mapping, not a list/],
    ['two documents', `${FILE}---\nversion: 1\n`, /not valid YAML/],
    ['another YAML', `%YAML 1.1\n---\n${FILE}`, /YAML 1.1/],
    ['a tag', 'a: !!python/object:os.system x', /not valid YAML/],
    ['a tab', 'a:\n\t- b', /not valid YAML/],
    ['an open quote', 'a: "b', /not valid YAML/],
    [
      'a merge',
      edited(
        ['body: { top_p: 0.9 }', 'body: { <<: { a: 1 } }'],
        ['restore: best', 'restore: best\n<<: { a: 1 }'],
      ),
      /unknown key `<<`/,
    ],
    [
      'a prototype',
      edited(['body: { top_p: 0.9 }', 'body: { __proto__: { a: 1 } }']),
      /`__proto__` is no key/,
    ],
    ['infinity', edited(['values: [1, 2, 4]', 'values: [.inf]']), /\.inf is no number/],
    [
      'a bomb',
      `a: &a [1, 1]\n${Array.from({ length: 30 }, (_, at) => `b${at}: &b${at} [*${at === 0 ? 'a' : `b${at - 1}`}, *${at === 0 ? 'a' : `b${at - 1}`}]\n`).join('')}`,
      /more than 100 aliases|nested deeper/,
    ],
    ['a circle', edited(['body: { top_p: 0.9 }', 'body: &b { x: *b }']), /alias \*b has no anchor before it/],
  ])('%s', (_, text, message) => {
    const result = parse(text);
    expect(result.ok).toBe(false);
    expect(
      !result.ok && result.problems.some((problem) => message.test(problem.message)),
      JSON.stringify(result),
    ).toBe(true);
  });

  test('keys of objects are names like any other', () => {
    const text = edited(
      ['slots: { flag', 'constructor: { flag'],
      ['- slots <= 4', '- constructor <= 4'],
      ['batch >= slots', 'batch >= toString'],
    );
    const result = parse(text);
    expect(!result.ok && result.problems.map(({ message }) => message)).toEqual([
      '`toString` is not known here',
    ]);
  });
});
