import { expect, test } from 'vitest';
import { fault } from '../../src/core/fault.ts';
import { markdown } from '../../src/report/markdown.ts';
import { cellCode, code, codeBlock, prose } from '../../src/report/markdown-text.ts';
import { report, start, sweep, trial } from './fixtures.ts';

test('the decision first, then results, hold points, faults with their log line, how to repeat and undo', () => {
  const text = markdown(report());
  const headings = text.split('\n').filter((line) => line.startsWith('## '));
  expect(headings).toEqual([
    '## Decision',
    '## Results',
    '## Hold points',
    '## What failed',
    '## To do it again',
    '## To undo it',
  ]);
  expect(text).toContain('**winner: n4.**');
  expect(text).toContain("- server.log:12: `E gguf_init_from_file: failed to open GGUF file 'm.gguf'`");
  expect(text).toContain(
    '| `n8-a-rather-long-name` | budget=4 window=absent | failed | - | - | - | - | - | - | 14.0 | exited |',
  );
  expect(text).toContain('stopped 1.3 s, loaded 14 s');
  expect(text).toContain('holdpoint sweep -f /etc/k26/holdpoint.yaml --fresh');
  expect(text).toMatch(/- the original is back\n$/);
  const owed = markdown(report(sweep({ restored: { to: 'original', ok: false } })));
  expect(owed).toContain('NOT back: `holdpoint restore /var/runs/2026-11-29T2304-k26`');
});

test('what is simulated says so', () => {
  expect(markdown(report(sweep(), { simulated: true }))).toContain(
    '**Simulated: no number here comes from a real machine.**',
  );
});

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['[x](javascript:1)', '\\[x\\](javascript:1)'],
  ['![x](http://evil)', '!\\[x\\](http\\://evil)'],
  ['www.evil.example', 'www\\.evil.example'],
  ['a|b `c` *d* _e_', 'a\\|b \\`c\\` \\*d\\* \\_e\\_'],
  ['# heading', '\\# heading'],
  ['- item', '\\- item'],
  ['1. item', '1\\. item'],
  ['> quote', '&gt; quote'],
  ['\x1b[2J\n# x', '\\\\x1b\\[2J\\\\n# x'],
  ['me@evil.example', 'me\\@evil.example'],
])('prose %j', (text, safe) => {
  expect(prose(text)).toBe(safe);
});

test('a code span and a code block have fences that their content cannot close', () => {
  expect(code('a `b` c')).toBe('``a `b` c``');
  expect(code('`x`')).toBe('`` `x` ``');
  expect(codeBlock('```\n<script>', 'sh')).toBe('````sh\n```\n<script>\n````');
});

test('a cell cannot be ended by what stands in it', () => {
  expect(cellCode('plain')).toBe('`plain`');
  expect(cellCode('x\\|y')).toBe('x\\\\\\|y');
});

test('hostile log lines, argv and answers stay inside their line', () => {
  const hostile = '"}`` </code>\n\n# owned ‮ <img src=x onerror=alert(1)> | a \x1b]0;x\x07';
  const wrong = fault('garbage', hostile, { evidence: [{ kind: 'answer', text: hostile }] });
  const document = sweep({
    trials: [
      trial(hostile, {
        status: 'failed',
        fault: wrong,
        starts: [start({ fault: wrong })],
        command: { argv: [hostile], env: {}, shown: hostile },
      }),
    ],
  });
  const text = markdown(report(document));
  const outsideCode = text.replace(/(`+)[^`][\s\S]*?[^`]\1(?!`)/g, '');
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  expect(outsideCode).not.toContain('<img');
  expect(outsideCode.split('\n').filter((line) => line.startsWith('# '))).toEqual(['# Holdpoint: k26']);
});
