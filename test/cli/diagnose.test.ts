import { appendFileSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import type { DiagnoseDocument } from '../../src/core/documents/diagnose.ts';
import { documentSchemas } from '../../src/core/documents/index.ts';
import { holdpoint, temporaryFolder } from './harness.ts';

const FIXTURES = new URL('../fixtures/', import.meta.url);
const captured = (name: string) => readFileSync(new URL(name, FIXTURES));

/** A file with these bytes, in a folder of its own. */
function file(
  bytes: string | Uint8Array,
  name = 'server.log',
): { readonly cwd: string; readonly name: string } {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, name), bytes);
  return { cwd, name };
}

async function document(argv: readonly string[], setup: Parameters<typeof holdpoint>[1]) {
  const called = await holdpoint(['diagnose', '--json', ...argv], setup);
  const { data, error } = called.json();
  return { code: called.code, data: data as unknown as DiagnoseDocument | undefined, error };
}

describe('a log', () => {
  test('its verdict for a reader, and at the end one line for an issue upstream', async () => {
    const { cwd, name } = file(captured('vllm/kv-too-small.log'));
    const { code, stdout, stderr } = await holdpoint(['diagnose', name], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^failed: out-of-memory, class infeasible \(vllm, phase weights\)\n/);
    expect(stdout).toContain(
      'line 75 (length-memory):'.replace('75', String(lineOf('vllm/kv-too-small.log'))),
    );
    expect(stdout).toMatch(/hint: the cache does not hold one request/);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
      /^for an issue upstream: vllm 0\.32\.0 \| phase weights \| out-of-memory \| ValueError: To serve/,
    );
  });

  test('as one document, with file and line in the evidence', async () => {
    const { cwd, name } = file(captured('sglang/port-held.log'));
    const { code, data } = await document([name], { cwd });
    expect(code).toBe(0);
    expect(documentSchemas.diagnose.safeParse(data).error).toBeUndefined();
    expect(data).toMatchObject({
      verdict: 'failed',
      engine: 'sglang',
      fault: { name: 'exited', class: 'control', data: { cause: 'port-held' }, evidence: [{ file: name }] },
    });
  });

  test('piped in, packed, and named wrongly', async () => {
    const bytes = captured('sglang/cpu.log');
    const packed = gzipSync(bytes);
    for (const stdin of [[bytes], [packed], [packed.subarray(0, 10), packed.subarray(10)]]) {
      const { code, data } = await document(['-'], { stdin });
      expect([code, data?.verdict, data?.engine]).toEqual([0, 'ready', 'sglang']);
    }
    const wrong = await holdpoint(['diagnose', '-', '--engine', 'sglng'], { stdin: [bytes] });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean `sglang`?')]);
  });

  test('in several files is one log; the evidence has its place in its own file', async () => {
    const cwd = temporaryFolder();
    const lines = captured('sglang/memory-race.log').toString().trimEnd().split('\n');
    writeFileSync(join(cwd, 'a.log.gz'), gzipSync(lines.slice(0, 10).join('\n')));
    writeFileSync(join(cwd, 'b.log'), lines.slice(10).join('\n'));
    const { data } = await document(['a.log.gz', 'b.log'], { cwd });
    const root = data?.root?.line ?? 0;
    expect(data).toMatchObject({
      verdict: 'failed',
      fault: { evidence: [{ file: 'b.log', line: root - 10 }] },
      notes: expect.arrayContaining(['lines are counted through: a.log.gz from 1, b.log from 11']),
    });
  });
});

function lineOf(name: string): number {
  const at = captured(name)
    .toString()
    .split('\n')
    .findIndex((line) => line.includes('ValueError: To serve at least'));
  return at + 1;
}

describe('bad input', () => {
  test.each([
    ['a program', Uint8Array.from({ length: 4096 }, (_, n) => (n * 7) % 256), /is no text/],
    ['UTF-16', Buffer.from('\ufeffhello', 'utf16le'), /is written in UTF-16/],
    ['zstd', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 1, 2), /is packed as zstd/],
  ])('%s: exit 2, with what to do', async (_name, bytes, message) => {
    const { cwd, name } = file(bytes);
    const { code, stdout, stderr } = await holdpoint(['diagnose', name], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).toContain('hint: ');
  });

  test.each([
    ['no-such.log', 'there is no such file'],
    ['.', 'it is a folder'],
  ])('%s: %s', async (name, why) => {
    const { code, stderr } = await holdpoint(['diagnose', name]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  });

  test.each([
    ['nothing', '', /the log is empty/],
    [
      'another program',
      'nginx: [emerg] bind() to 0.0.0.0:80 failed\nerror: all is lost\n',
      /no engine that is known/,
    ],
    [
      'a traceback of another program',
      'Traceback (most recent call last):\n  File "/x.py", line 1, in <module>\nValueError: CUDA out of memory\n',
      /no engine that is known/,
    ],
  ])('%s: unknown, exit 0', async (_name, text, note) => {
    const { cwd, name } = file(text);
    const { code, data } = await document([name], { cwd });
    expect([code, data?.verdict, data?.fault]).toEqual([0, 'unknown', null]);
    expect(data?.notes.join('\n')).toMatch(note);
  });

  test('a gzip that ends early, at any place: unknown, with the reason', async () => {
    const packed = gzipSync(captured('vllm/kv-too-small.log'));
    for (const end of [3, 20, 500, packed.length - 9, packed.length - 1]) {
      const { code, data } = await document(['-'], { stdin: [packed.subarray(0, end)] });
      expect([code, data?.verdict, data?.fault]).toEqual([0, 'unknown', null]);
      expect(data?.notes[0]).toMatch(/^the gzip what is piped in ends early: /);
    }
  });

  test('a damaged gzip is no better', async () => {
    const packed = gzipSync(captured('vllm/kv-too-small.log'));
    packed.fill(0xff, 200, 260);
    for (const stdin of [[packed], [Buffer.from('\x1f\x8bnothing of a gzip', 'latin1')]]) {
      const { code, data } = await document(['-'], { stdin });
      expect([code, data?.verdict]).toEqual([0, 'unknown']);
      expect(data?.notes[0]).toMatch(/^the gzip what is piped in is damaged: /);
    }
  });

  test('one line without an end does not fill the memory', async () => {
    const piece = Buffer.alloc(1 << 20, 'x');
    const before = process.memoryUsage.rss();
    const { code, data } = await document(['-'], { stdin: Array.from({ length: 200 }, () => piece) });
    expect([code, data?.verdict, data?.lines]).toEqual([0, 'unknown', 1]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150e6);
  });

  test('a line of 16 MB in a file hides nothing that stands behind it', async () => {
    const { cwd, name } = file(captured('sglang/cpu.log'));
    const log = join(cwd, name);
    for (let piece = 0; piece < 16; piece++) appendFileSync(log, Buffer.alloc(1 << 20, 'x'));
    appendFileSync(log, Buffer.concat([Buffer.from('\n'), captured('sglang/port-held.log')]));
    const { data } = await document([name], { cwd });
    expect([data?.verdict, data?.fault?.data['cause']]).toEqual(['failed', 'port-held']);
    const line = data?.fault?.evidence[0]?.line ?? 0;
    expect(readFileSync(log).toString().split('\n')[line - 1]).toContain('address already in use');
  });

  test('bytes 0 in front of a log that was cut while its writer went on are left out', async () => {
    const bytes = Buffer.concat([Buffer.alloc(100_000), captured('sglang/cpu.log')]);
    const { code, data } = await document(['-'], { stdin: [bytes] });
    expect([code, data?.verdict]).toEqual([0, 'ready']);
  });

  test('foreign text is made visible', async () => {
    const log = 'launch_server.py: error: unrecognized arguments: --x\x1b[2J\u202e\x07\n';
    const { stdout } = await holdpoint(['diagnose', '-'], { stdin: [Buffer.from(log)] });
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/);
    expect(stdout).toContain('\\u{202e}');
  });
});

describe('--follow', () => {
  /** A call that goes on, and what it has printed since it was last asked. */
  function followed(bytes: string | Uint8Array) {
    const { cwd, name } = file(bytes);
    const clock = new VirtualClock();
    let press = (): void => undefined;
    const called = holdpoint(['diagnose', '--follow', name], { cwd, clock, onListen: (p) => (press = p) });
    return {
      log: join(cwd, name),
      settled: () => clock.run(clock.wait(1000)),
      end: async () => {
        press();
        return (await called).stdout.split(/\n\n(?=\w+: .*\()/).map((text) => text.split('\n'));
      },
    };
  }
  const headlines = (texts: readonly (readonly string[])[]) => texts.map(([first]) => first);

  test('says what is known, and says it again when more has come; none is read twice', async () => {
    const text = captured('vllm/kv-too-small.log').toString();
    const half = text.indexOf('\n', text.indexOf('Loading weights took'));
    const { log, settled, end } = followed(text.slice(0, half));
    await settled();
    await settled();
    appendFileSync(log, text.slice(half));
    await settled();
    const texts = await end();
    expect(headlines(texts)).toEqual([
      expect.stringMatching(/^loading: .*phase weights/),
      expect.stringMatching(/^failed: out-of-memory, class infeasible/),
    ]);
    expect(texts.at(-1)).toContainEqual(
      expect.stringContaining(`line ${lineOf('vllm/kv-too-small.log')} (length-memory)`),
    );
    expect(texts.at(-1)).toContainEqual(
      expect.stringMatching(`^${text.trimEnd().split('\n').length} lines;`),
    );
  });

  test('a start after the failed one is the one that is judged', async () => {
    const { log, settled, end } = followed(captured('sglang/port-held.log'));
    await settled();
    appendFileSync(log, captured('sglang/cpu.log'));
    await settled();
    expect(headlines(await end())).toEqual([
      expect.stringMatching(/^failed: port-held/),
      expect.stringMatching(/^ready: /),
    ]);
  });

  test.each([
    ['another file stands in its place', (log: string) => renameSync(log, `${log}.1`)],
    ['it was cut', (log: string) => truncateSync(log)],
  ])('%s: it is read from the beginning, and the evidence has its place there', async (_what, begin) => {
    const text = captured('vllm/kv-too-small.log').toString();
    const half = text.indexOf('\n', text.indexOf('Loading weights took')) + 1;
    const { log, settled, end } = followed(text.slice(0, half));
    await settled();
    begin(log);
    await settled();
    writeFileSync(log, text.slice(half));
    await settled();
    const told = (await end()).at(-1)?.join('\n') ?? '';
    expect(told).toMatch(/^failed: out-of-memory/);
    expect(told.replaceAll(/\s+/g, ' ')).toContain(
      `lines are counted through: server.log from 1, server.log from ${text.slice(0, half).split('\n').length}`,
    );
  });

  test('what is piped in is judged as it comes', async () => {
    const text = captured('vllm/kv-too-small.log');
    const { code, stdout } = await holdpoint(['diagnose', '--follow', '-'], {
      stdin: [text.subarray(0, text.length / 2), text.subarray(text.length / 2)],
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^(?:loading|unknown): [^]*\n\nfailed: out-of-memory/);
  });

  test('is no document; a file that is not there is not waited for', async () => {
    expect((await holdpoint(['diagnose', '--follow', '--json', 'x'])).code).toBe(2);
    const { code, stderr } = await holdpoint(['diagnose', '--follow', 'x']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('there is no such file')]);
  });
});
