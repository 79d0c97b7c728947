import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignment, execStart, unquotable } from '../../../../src/adapters/supervisor/systemd/quote.ts';

/**
 * A second reader of our own lines, from systemd.service(5) and systemd.syntax(7) alone: double quotes around each word,
 * C escapes within, `%%` and, behind the program's name, `$$`.
 */
function read(line: string): string[] {
  const words: string[] = [];
  const rest = /"((?:\\[^]|[^"\\])*)"(?: |$)/gy;
  while (rest.lastIndex < line.length) {
    const found = rest.exec(line);
    if (found === null) throw new Error(`no quoted word at the end of ${line}`);
    const plain = (found[1] ?? '').replace(/\\(x..|.)/g, (_, escape: string) => {
      const known: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"' };
      return known[escape] ?? String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    });
    const percent = plain.split('%%').map((part) => {
      if (part.includes('%')) throw new Error(`a specifier in ${line}`);
      return part;
    });
    words.push(percent.join('%'));
  }
  return words.map((word, at) => {
    if (at === 0) return word;
    const parts = word.split('$$');
    if (parts.some((part) => part.includes('$'))) throw new Error(`a variable in ${line}`);
    return parts.join('$');
  });
}

const word = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...' \t\n\r\\"\'%$;#-@+!:{}~&|<>()x0a') }),
  fc.string({ unit: fc.integer({ min: 1, max: 0x7f }).map((code) => String.fromCharCode(code)) }),
);

test('every argv comes back from its line, and the line has no newline', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (argv) => {
      const line = execStart(argv.map((text) => text.replaceAll('\0', '')));
      expect(line).not.toMatch(/[\n\r]/);
      expect(read(line)).toEqual(argv.map((text) => text.replaceAll('\0', '')));
    }),
    { numRuns: 2000 },
  );
});

test('the line is that which a real systemd 252 ran as this argv', () => {
  const argv = [
    '/usr/bin/python3',
    '-c',
    'import time\nprint(1)',
    'a  b % $X ;',
    '',
    'tab\there',
    '\x01',
    'é',
  ];
  expect(execStart(argv)).toBe(
    String.raw`"/usr/bin/python3" "-c" "import time\nprint(1)" "a  b %% $$X ;" "" "tab\there" "\x01" "é"`,
  );
});

test('in an assignment a dollar stays as it is', () => {
  expect(assignment('Q', 'a$HOME "q" 100%')).toBe(String.raw`"Q=a$HOME \"q\" 100%%"`);
});

test.each([
  [[], {}, /empty/],
  [['-x'], {}, /prefix/],
  [['@/bin/x'], {}, /prefix/],
  [['bin/x'], {}, /absolute/],
  [['/bin/x', 'a\0b'], {}, /NUL/],
  [['/bin/x'], { 'A B': '1' }, /A B/],
])('%j with %j cannot be given to systemd', (argv, env, why) => {
  expect(unquotable(argv, env).join('; ')).toMatch(why);
});

test('a program found on the path, and one with odd arguments, can', () => {
  expect(unquotable(['llama-server', '-m', ';', '', '#'], { OMP_NUM_THREADS: '4' })).toEqual([]);
});
