import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Services } from '../../src/cli/services.ts';
import { holdpoint } from './harness.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdpoint-eval-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A server that answers every question in the same words, and a sandbox that is not there. */
function services(words: string) {
  const asked: string[] = [];
  const parts: Partial<Services> = {
    bench: async () =>
      ({
        ask: async ({ url, body }: { url: string; body?: string }) => {
          asked.push(body ?? url);
          const message = { choices: [{ message: { content: words }, finish_reason: 'stop' }] };
          const answer = url.endsWith('/v1/models') ? { data: [{ id: 'tiny' }] } : message;
          return { status: 200, headers: {}, body: JSON.stringify(answer), error: null, took_ms: 1 };
        },
      }) as unknown as Awaited<ReturnType<Services['bench']>>,
    sandbox: async () => ({
      name: 'none',
      obstacle: async () => 'bwrap is missing',
      run: async () => {
        throw new Error('nothing runs outside of a sandbox');
      },
    }),
  };
  return { parts, asked };
}

function suite(...lines: readonly string[]): string {
  const file = join(folder, 'suite.jsonl');
  writeFileSync(file, lines.join('\n'));
  return file;
}

const evaluate = (file: string, words: string, ...more: readonly string[]) => {
  const { parts, asked } = services(words);
  const argv = ['eval', '--url', 'http://127.0.0.1:8080', '--suite', file, '--dir', folder, ...more];
  return holdpoint(argv, { services: parts }).then((called) => ({ ...called, asked }));
};

test('without a sandbox code is refused before the server is asked anything: exit 40', async () => {
  const { code, stderr, asked } = await evaluate(
    suite('{"prompt":"f","entry_point":"f","tests":"assert f()"}'),
    'x',
  );
  expect([code, asked]).toEqual([40, []]);
  expect(stderr).toContain('bwrap is missing');
});

test('broken lines are told with their places: exit 3, nothing asked', async () => {
  const { code, stderr, asked } = await evaluate(suite('{"prompt":"f"}', 'oops'), 'x');
  expect([code, asked]).toEqual([3, []]);
  expect(stderr).toContain('suite.jsonl:1:1: a problem without tests');
  expect(stderr).toContain('suite.jsonl:2:1: no JSON');
});

test('questions are judged, kept, and compared with an earlier evaluation; what is required decides the exit', async () => {
  const file = suite('{"id":"a","prompt":"?","answer":"Yes"}', '{"id":"b","prompt":"?","answer":7}');
  const first = await evaluate(file, 'yes', '--json');
  const document = JSON.parse(first.stdout).data;
  expect(document).toMatchObject({ model: 'tiny', problems: 2, passed: 1, pass_rate: 0.5, comparison: null });
  expect(JSON.parse(readFileSync(join(document.dir, 'evaluation.json'), 'utf8'))).toEqual(document);
  const lines = readFileSync(join(document.dir, 'judged.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(document.judged);
  expect(JSON.parse(first.asked[1] ?? '')).toMatchObject({ temperature: 0, stream: false });
  const second = await evaluate(
    file,
    'no',
    '--against',
    document.dir,
    '--require',
    'pass_rate >= baseline',
    '--json',
  );
  expect(second.code).toBe(11);
  expect(JSON.parse(second.stdout).data).toMatchObject({
    comparison: { lost: ['a'], gained: [], suspect: false },
    losslessness: { answers: 2, lossless: null },
    required: { holds: false },
  });
});

test('a condition with an unknown name, or about a baseline that is not given, is refused', async () => {
  const file = suite('{"prompt":"?","answer":"Yes"}');
  for (const condition of ['rate > 0', 'pass_rate >= baseline']) {
    const { code, asked } = await evaluate(file, 'yes', '--require', condition);
    expect([code, asked]).toEqual([2, []]);
  }
});
