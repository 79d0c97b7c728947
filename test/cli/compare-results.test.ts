import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../../src/adapters/host/http.ts';
import type { CompareResultsDocument } from '../../src/core/documents/compare.ts';
import { documentSchemas } from '../../src/core/documents/index.ts';
import { prepareRequests } from '../../src/load/prompts/prepare.ts';
import { type MockServer, startMock } from '../../src/mock/server.ts';
import type { BenchMeans } from '../../src/ports/bench-means.ts';
import { holdpoint, temporaryFolder } from './harness.ts';
import { unjudged } from './unjudged.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/results/', import.meta.url));

const means: BenchMeans = {
  load: unjudged(),
  prepare: prepareRequests,
  ask: (request: Parameters<typeof exchange>[0]) => exchange(request, null),
  counters: async () => null,
};

let mock: MockServer;
let [first, second] = ['', ''];
const cwd = mkdtempSync(join(tmpdir(), 'holdpoint-compare-'));

beforeAll(async () => {
  mock = await startMock({ scenarios: ['whole'] });
  const bench = async (prompts: string) => {
    const load = ['--concurrency', '4', '--num-prompts', '8', '--max-tokens', '4', '--prompts', prompts];
    const words = ['bench', '--url', mock.url, '--dir', '.', '--backend', 'openai', ...load, '--json'];
    const called = await holdpoint(words, { services: { bench: async () => means }, cwd });
    return (called.json().data as unknown as { readonly dir: string }).dir;
  };
  first = await bench('builtin:code');
  second = await bench('builtin:chat');
});
afterAll(async () => {
  await mock.close();
  rmSync(cwd, { recursive: true });
});

async function compared(...operands: readonly string[]) {
  const called = await holdpoint(['compare', ...operands, '--json'], { cwd });
  const { data } = called.json();
  expect(documentSchemas.compare.safeParse(data).error).toBeUndefined();
  return data as unknown as CompareResultsDocument;
}

describe('two benches', () => {
  it('by every definition of ours, and what else differs', async () => {
    const document = await compared(first, join(second, 'bench.json'));
    expect(document).toMatchObject({
      kind: 'results',
      sides: [{ tool: 'holdpoint', formulas: 'holdpoint', ok: 8, failed: 0 }, { ok: 8 }],
      // what is not compared depends on time: a load so short may have no steady part
      differs: [{ what: 'prompts', values: ['builtin:code', 'builtin:chat'] }],
    });
    const metrics = document.metrics.map(({ metric }) => metric);
    expect(metrics).toContain('ttft.first_token.v1 p50');
    expect(metrics).toContain('throughput.all.v1');
    expect(
      document.metrics.find(({ metric }) => metric === 'ttft.first_token.v1 p50')?.within[0],
    ).not.toBeNull();
    expect(document.metrics.find(({ metric }) => metric === 'tokens_per_event.v1')).toMatchObject({
      readings: [[1], [1]],
      ratio: 1,
    });
    const { stdout } = await holdpoint(['compare', first, second], { cwd });
    expect(stdout).toMatch(/^first: {2}.*\(holdpoint, mock\): 8 requests ok, 0 failed\n/);
    expect(stdout).toMatch(/c4 +ttft\.first_token\.v1 p50/);
  });
});

describe('a bench and the file of another client', () => {
  it.each([
    ['vllm.json', 'vllm', 'vllm.tpot mean'],
    ['sglang.jsonl', 'sglang', 'sglang.tpot mean'],
    ['aiperf.json', 'aiperf', 'aiperf.inter_token_latency mean'],
    ['guidellm.json', 'guidellm', 'guidellm.time_per_output_token mean'],
  ])('%s: our records by its formulas', async (file, tool, metric) => {
    const document = await compared(first, join(FIXTURES, file));
    expect(document.sides).toMatchObject([
      { tool: 'holdpoint', formulas: tool },
      { tool, formulas: tool },
    ]);
    const metrics = document.metrics.map((one) => one.metric);
    expect(metrics).toEqual(expect.arrayContaining([metric, 'ttft.first_token.v1 mean']));
  });
});

it('two files: only what both define in the same way', async () => {
  const document = await compared(join(FIXTURES, 'vllm.json'), join(FIXTURES, 'sglang.jsonl'));
  expect([...new Set(document.metrics.map(({ metric }) => metric.split(' ')[0]))]).toEqual([
    'ttft.first_token.v1',
  ]);
  expect(document.not_compared.map(({ what }) => what)).toContain('vllm.tpot');
  // two runs on one side, one on the other: no interval of the change
  expect(document.metrics[0]).toMatchObject({ readings: [[59], [50, 54]], interval: null });
});

it('what is no result is refused, with its line; a result beside a run too', async () => {
  const broken = join(temporaryFolder(), 'x.jsonl');
  writeFileSync(broken, '{"total_throughput": 1}\n{"total_throughput":\n');
  const refused = await holdpoint(['compare', broken, broken], { cwd });
  expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([
    2,
    `holdpoint: usage: ${broken}:2: it is no JSON object`,
  ]);
  const mixed = await holdpoint(['compare', first, 'no-such-run'], { cwd });
  expect([mixed.code, mixed.stderr]).toEqual([2, expect.stringMatching(/no-such-run is no result/)]);
});
