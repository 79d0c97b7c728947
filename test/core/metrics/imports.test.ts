import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exportAiperf } from '../../../src/core/metrics/dialects/aiperf.ts';
import { exportGuidellm } from '../../../src/core/metrics/dialects/guidellm.ts';
import { exportSglang } from '../../../src/core/metrics/dialects/sglang.ts';
import { exportVllm } from '../../../src/core/metrics/dialects/vllm.ts';
import { type ReadResults, readResults } from '../../../src/core/metrics/imports/read-results.ts';
import { answered } from './traces.ts';

const file = (name: string) =>
  readFileSync(new URL(`../../fixtures/results/${name}`, import.meta.url), 'utf8');

function runsOf(result: ReadResults) {
  if (!result.ok) throw new Error(result.message);
  return result.runs;
}

const valuesOf = (text: string, at = 0) =>
  Object.fromEntries((runsOf(readResults(text))[at]?.metrics ?? []).map((m) => [m.metric, m.value]));

describe('files of other clients are recognised by their keys', () => {
  it('SGLang: one run a line, also with numbers that are no JSON', () => {
    expect(file('sglang.jsonl')).toContain('"request_rate": Infinity');
    const runs = runsOf(readResults(file('sglang.jsonl')));
    expect(
      runs.map(({ tool, concurrency, rate, ok, failed }) => ({ tool, concurrency, rate, ok, failed })),
    ).toEqual([
      { tool: 'sglang', concurrency: 4, rate: null, ok: 20, failed: null },
      { tool: 'sglang', concurrency: 4, rate: null, ok: 20, failed: null },
    ]);
    expect(valuesOf(file('sglang.jsonl'), 1)).toMatchObject({
      'ttft.first_token.v1 mean': 54,
      'ttft.first_token.v1 p50': 53,
      'itl.event.v1 p99': 30,
      'sglang.tpot mean': 20,
      'sglang.output_throughput': 156,
    });
  });

  it('vLLM: with intervals where the file has every sample, in seconds there', () => {
    const [run] = runsOf(readResults(file('vllm.json')));
    expect(run).toMatchObject({ tool: 'vllm', model: 'tiny', concurrency: 4, ok: 19, failed: 1 });
    const p50 = run?.metrics.find(({ metric }) => metric === 'ttft.first_token.v1 p50');
    // of 19 samples the 5th and the 15th, by tables of the sign test
    expect(p50).toEqual({ metric: 'ttft.first_token.v1 p50', value: 59, interval: { low: 54, high: 64 } });
    expect(run?.metrics.find(({ metric }) => metric === 'vllm.tpot p50')?.interval).toBeNull();
  });

  it('vLLM in chats: its first event may only name a role', () => {
    const chat = file('vllm.json').replace('"backend": "openai"', '"backend": "openai-chat"');
    expect(Object.keys(valuesOf(chat)).filter((name) => name.includes('ttft'))).toContain('vllm.ttft mean');
  });

  it('aiperf and guidellm: each with its own formulas, seconds as milliseconds', () => {
    expect(valuesOf(file('aiperf.json'))).toMatchObject({
      'ttft.first_token.v1 p99': 56,
      'aiperf.inter_token_latency mean': 20.1,
      'itl.event.v1 mean': 20.2,
      'aiperf.output_token_throughput': 153,
    });
    const guidellm = valuesOf(file('guidellm.json'));
    expect(guidellm).toMatchObject({
      'ttft.first_token.v1 mean': 53,
      'ttft.first_token.v1 p95 (nearest rank)': 56,
      'guidellm.request_latency mean': 700,
    });
    expect(guidellm).not.toHaveProperty('ttft.first_token.v1 p95');
    expect(runsOf(readResults(file('guidellm.json')))[0]).toMatchObject({
      ok: 18,
      failed: 2,
      concurrency: 4,
    });
  });

  it.each([
    ['{}', null, /no result of SGLang/],
    ['', null, /holds no result/],
    ['not json', 1, /no JSON object/],
    [`${JSON.stringify({ total_throughput: 1 })}\n{"a": 1}\n`, 2, /no result of SGLang/],
    [`${JSON.stringify({ total_throughput: 1 })}\n[1\n`, 2, /no JSON object/],
  ])('what is none of them is refused with its line: %j', (text, line, message) => {
    expect(readResults(text)).toMatchObject({ ok: false, line, message: expect.stringMatching(message) });
  });
});

it('what is exported is read back: the same numbers in every dialect', () => {
  const traces = [answered(0, [100, 120, 160]), answered(10, [150, 170, 190, 200])];
  const run = { traces, model: 'm', concurrency: 2, rate: null };
  const ttft = { 'ttft.first_token.v1 mean': 120 };
  for (const dialect of [
    exportVllm(run),
    exportSglang(run, 'sglang-oai'),
    exportAiperf(run),
    exportGuidellm(run),
  ])
    expect(valuesOf(JSON.stringify(dialect))).toMatchObject(ttft);
});
