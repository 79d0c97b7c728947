import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import type { BenchDocument } from '../../src/core/documents/bench.ts';
import { recordedTraces } from '../../src/core/metrics/recorded.ts';
import { HOLDPOINT_VERSION } from '../../src/core/version.ts';
import { startMock } from '../../src/mock/server.ts';
import { buildCli } from '../helpers/built-cli.ts';
import { temporaryFolder } from './harness.ts';
import { ID, RunFolder } from './run-folder.ts';

const run = promisify(execFile);
const { program, remove } = await buildCli();

afterAll(remove);

test('--version and --help load nothing but the entry and the chunks that it imports at once', async () => {
  const { stdout } = await run(process.execPath, [program, '--version']);
  expect(stdout).toBe(`${HOLDPOINT_VERSION}\n`);
  const entry = readFileSync(program, 'utf8');
  const imported = [...entry.matchAll(/^import .*?from "(.*?)"/gm)].map(([, from]) => from ?? '');
  const size = imported.reduce(
    (sum, from) => sum + readFileSync(join(program, '..', from), 'utf8').length,
    entry.length,
  );
  expect(imported.every((from) => from.startsWith('./'))).toBe(true);
  expect(size).toBeLessThan(20_000);
  expect((await run(process.execPath, [program, '--help'])).stdout).toContain('Usage: holdpoint COMMAND');
});

/** What `bench` loads in turn until it asks the server; whatever these import at once comes along. */
const BEFORE_THE_FIRST_REQUEST = [
  'cli/main.ts',
  'cli/start.ts',
  'wire-clock.ts',
  'cli/parse.ts',
  'cli/commands/bench.ts',
  'wire-bench.ts',
  'adapters/host/http.ts',
];

test('the first request of bench is sent without adapters, statistics, a configuration or a report', () => {
  const folder = dirname(program);
  const chunks = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  const loaded = new Set<string>();
  for (const source of BEFORE_THE_FIRST_REQUEST) {
    const chunk = chunks.find(([, text]) => text.includes(`//#region src/${source}\n`));
    expect(chunk, source).toBeDefined();
    loaded.add(chunk?.[0] ?? '');
  }
  const packages = new Set<string>();
  let size = 0;
  // a set that grows while it is walked: what is imported at once comes along
  for (const name of loaded) {
    const text = readFileSync(join(folder, name), 'utf8');
    size += text.length;
    for (const [, from = ''] of text.matchAll(/^import (?:.*? from )?"(.*?)"/gm)) {
      if (from.startsWith('./')) loaded.add(from.slice(2));
      else if (!from.startsWith('node:')) packages.add(from);
    }
  }
  expect([...packages]).toEqual(['commander']);
  expect(size).toBeLessThan(150_000);
});

test('an error is told by the exit code of the process too', async () => {
  const failed = await run(process.execPath, [program, 'swep']).catch(
    (error: unknown) => error as { code: number; stderr: string },
  );
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean sweep?') });
});

test('more than a pipe holds comes out whole: nothing ends the process before it is written', async () => {
  const home = temporaryFolder();
  const log = 'x'.repeat(99).concat('\n').repeat(20_000);
  new RunFolder(home).log('01-current', 1, log);
  const { stdout } = await run(process.execPath, [program, 'log', ID, '--dir', home], { maxBuffer: 1e8 });
  expect(stdout.length).toBe(log.length);
});

test('a reader that leaves ends nothing: the command goes on quietly and ends on Ctrl-C with 0', async () => {
  const home = temporaryFolder();
  const runFolder = new RunFolder(home);
  runFolder.log('01-current', 1, 'begin\n');
  const child = spawn(process.execPath, [program, 'log', ID, '--follow', '--dir', home], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stderr.destroy();
  const file = join(runFolder.dir, 'trials', '01-current', 'start-1', 'server.log');
  for (let round = 0; round < 6; round++) {
    appendFileSync(file, 'more\n'.repeat(20_000));
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('threads that send: every request once, and the times are those of one clock', async () => {
  const mock = await startMock({ scenarios: ['constant'], warm_up: 5 });
  try {
    const load = [
      '--num-prompts',
      '40',
      '--num-warmups',
      '4',
      '--concurrency',
      '4',
      '--endpoint',
      '/v1/completions',
    ];
    const dir = temporaryFolder();
    const words = [
      'bench',
      '--url',
      mock.url,
      '--model',
      'mock',
      '--json',
      '--dir',
      dir,
      '--threads',
      '2',
      ...load,
    ];
    const { stdout } = await run(process.execPath, [program, ...words]);
    const { data } = JSON.parse(stdout) as { readonly data: BenchDocument };
    expect(data.measurements).toMatchObject([{ ok: 40, failed: 0, client: { threads: 2 } }]);
    const served = mock.log().requests.filter(({ warm_up }) => !warm_up);
    expect(served).toHaveLength(40);
    const record = readFileSync(data.measurements[0]?.record_file ?? '', 'utf8');
    const traces = recordedTraces(record).filter(({ phase }) => phase === 'measure');
    expect(traces.map(({ index }) => index).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, i) => i),
    );
    // a slot sends when its last answer has ended: on clocks that lay apart, some of them would have begun before
    for (const slot of [0, 1, 2, 3]) {
      const of_slot = traces.filter(({ worker }) => worker === slot).sort((a, b) => a.index - b.index);
      expect(of_slot.length).toBeGreaterThan(0);
      for (const [i, { intended_ms, sent_ms, ended_ms }] of of_slot.entries()) {
        expect(sent_ms).toBeGreaterThanOrEqual(intended_ms);
        expect(ended_ms).toBeGreaterThan(sent_ms ?? Number.NaN);
        if (i > 0) expect(intended_ms).toBe(of_slot[i - 1]?.ended_ms);
      }
    }
  } finally {
    await mock.close();
  }
});
