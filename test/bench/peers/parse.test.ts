import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { AIPERF } from '../../../bench/peers/aiperf.ts';
import { GUIDELLM } from '../../../bench/peers/guidellm.ts';
import { INFERENCE_PERF } from '../../../bench/peers/inference-perf.ts';
import { SGLANG } from '../../../bench/peers/sglang.ts';
import { VLLM } from '../../../bench/peers/vllm.ts';
import { truthCase } from '../../../bench/truth/case.ts';
import { HOLDPOINT } from '../../../bench/truth/holdpoint.ts';
import type { Tool } from '../../../bench/truth/tool.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** What a tool says, where it wrote this file. */
function said(tool: Tool, name: string, text: string, stdout = '') {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdpoint-peers-'));
  folders.push(dir);
  mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
  writeFileSync(path.join(dir, name), text);
  const one = truthCase({ name: 'any', requests: 40 });
  return tool.parse({ one, url: 'http://127.0.0.1:1', dir }, stdout);
}

// Each excerpt is of a run of the named version over 20 whole and 20 faulty answers.

const SERVING = `"completed": 32, "failed": 8, "output_throughput": 216.19362897296958, "mean_ttft_ms": 225.2238296248379,
  "median_ttft_ms": 233.95436650025658, "p99_ttft_ms": 351.7165761410434, "mean_tpot_ms": 20.13691037259426,
  "median_tpot_ms": 20.02650493020048, "mean_itl_ms": 19.48385969240841, "median_itl_ms": 19.572827502997825,
  "p99_itl_ms": 56.167611928176484`;
const SERVING_SAID = {
  ok: 32,
  ttft_p50_ms: 233.95436650025658,
  ttft_p99_ms: 351.7165761410434,
  gap_mean_ms: 19.48385969240841,
  gap_p99_ms: 56.167611928176484,
  tpot_mean_ms: 20.13691037259426,
  tokens_per_s: 216.19362897296958,
};

test('vLLM 0.32.0', () => {
  const text = `{"backend": "openai", "num_prompts": 40, "request_rate": "inf", ${SERVING}}`;
  expect(said(VLLM, 'result.json', text)).toEqual(SERVING_SAID);
});

test('SGLang 0.5.23 writes a rate that is no JSON', () => {
  const text = `{"backend": "sglang-oai", "request_rate": Infinity, "accept_length": NaN, ${SERVING}}\n`;
  expect(said(SGLANG, 'result.json', text)).toEqual(SERVING_SAID);
});

test('aiperf 0.13.0', () => {
  const text = `{"request_count": {"unit": "requests", "avg": 28.0},
    "time_to_first_token": {"unit": "ms", "avg": 291.43, "p50": 287.3348645, "p99": 409.44827011, "count": 28},
    "inter_chunk_latency": {"unit": "ms", "avg": 19.885616917567564, "p50": 16.0048445, "p99": 120.80222197000033},
    "inter_token_latency": {"unit": "ms", "avg": 19.919582517434716, "p50": 19.931686347311828, "p99": 23.046},
    "output_token_throughput": {"unit": "tokens/sec", "avg": 183.8273316480125}}`;
  expect(said(AIPERF, 'artifacts/mock-completions/profile_export_aiperf.json', text)).toEqual({
    ok: 28,
    ttft_p50_ms: 287.3348645,
    ttft_p99_ms: 409.44827011,
    gap_mean_ms: 19.885616917567564,
    gap_p99_ms: 120.80222197000033,
    tpot_mean_ms: 19.919582517434716,
    tokens_per_s: 183.8273316480125,
  });
});

test('inference-perf 0.7.0 counts in seconds', () => {
  const text = `{"successes": {"count": 32, "latency": {
    "time_per_output_token": {"mean": 0.01999550946892628, "median": 0.0199, "p99": 0.0219},
    "time_to_first_token": {"mean": 0.2235, "median": 0.21515640799771063, "p99": 0.2708529383921268},
    "inter_token_latency": {"mean": 0.01998533491077487, "median": 0.0197, "p99": 0.06305512295024533}},
    "throughput": {"output_tokens_per_sec": 213.6176696664927, "requests_per_sec": 8.9}}, "failures": {"count": 8}}`;
  const found = said(INFERENCE_PERF, 'report/summary_lifecycle_metrics.json', text);
  expect(found).toMatchObject({ ok: 32, tokens_per_s: 213.6176696664927 });
  expect(found.ttft_p50_ms).toBeCloseTo(215.156, 3);
  expect(found.ttft_p99_ms).toBeCloseTo(270.853, 3);
  expect(found.gap_mean_ms).toBeCloseTo(19.985, 3);
  expect(found.gap_p99_ms).toBeCloseTo(63.055, 3);
  expect(found.tpot_mean_ms).toBeCloseTo(19.996, 3);
});

test('guidellm 0.8.1', () => {
  const metric = (mean: number, median: number, p99: number) =>
    `{"successful": {"mean": ${mean}, "median": ${median}, "percentiles": {"p95": 1, "p99": ${p99}}},
      "errored": {"mean": 0.0}, "total": {"mean": 7.5}}`;
  const text = `{"benchmarks": [{"duration": 8.5, "metrics": {
    "request_totals": {"successful": 24, "incomplete": 0, "errored": 16, "total": 40},
    "time_to_first_token_ms": ${metric(370.1, 368.5, 837.6)}, "inter_token_latency_ms": ${metric(18.9, 19.2, 23.9)},
    "time_per_output_token_ms": ${metric(24.6, 24.5, 30.1)}, "output_tokens_per_second": ${metric(363.2, 350.0, 900.0)}}}]}`;
  expect(said(GUIDELLM, 'result.json', text)).toEqual({
    ok: 24,
    ttft_p50_ms: 368.5,
    ttft_p99_ms: 837.6,
    gap_mean_ms: 18.9,
    gap_p99_ms: 23.9,
    tpot_mean_ms: 24.6,
    tokens_per_s: 363.2,
  });
});

test('Holdpoint: its own definitions, also where it calls its client late; nothing where it measured nothing', () => {
  const sample = (mean: number, p50: number, p99: number | null) => ({ mean, p50, p99 });
  const measurement = {
    ok: 20,
    output_tokens_per_s: 193.9,
    client: { verdict: 'late' },
    defined: {
      samples: {
        'ttft.first_token.v1': sample(202, 201, null),
        'itl.event.v1': sample(20.03, 20, 37),
        'tpot.unbiased.v1': sample(20.02, 20, null),
      },
    },
  };
  const stdout = (measurements: readonly object[]) => JSON.stringify({ ok: false, data: { measurements } });
  expect(said(HOLDPOINT, 'nothing', '', stdout([measurement]))).toEqual({
    ok: 20,
    ttft_p50_ms: 201,
    ttft_p99_ms: null,
    gap_mean_ms: 20.03,
    gap_p99_ms: 37,
    tpot_mean_ms: 20.02,
    tokens_per_s: 193.9,
    calls_itself_void: true,
  });
  expect(() => said(HOLDPOINT, 'nothing', '', stdout([]))).toThrow('not one measurement');
});

test('a tool that wrote nothing has said nothing', () => {
  expect(() => said(VLLM, 'other.json', '{}')).toThrow('no file');
});
