import { describe, expect, it } from 'vitest';
import { aiperfItl, aiperfUserSpeed } from '../../../src/core/metrics/dialects/aiperf.ts';
import { guidellmItl, guidellmTpot } from '../../../src/core/metrics/dialects/guidellm.ts';
import { type GoodTrace, goodOf } from '../../../src/core/metrics/dialects/run.ts';
import { sglangItl, sglangNativeItl, sglangTpot } from '../../../src/core/metrics/dialects/sglang.ts';
import { vllmItl, vllmTpot } from '../../../src/core/metrics/dialects/vllm.ts';
import {
  gapsWithZeros,
  longestSilence,
  tpot,
  tpotOfAll,
  tpotUnbiased,
} from '../../../src/core/metrics/request-times.ts';
import { ideal } from './traces.ts';

// 128 tokens each: one by one; by four; 64 at once and then by four; one, and all others in one event.
const traces = [
  ideal(Array.from({ length: 128 }, () => 1)),
  ideal(Array.from({ length: 32 }, () => 4)),
  ideal([64, ...Array.from({ length: 16 }, () => 4)]),
  ideal([1, 127]),
];
const good = goodOf({ traces, model: null, concurrency: 1, rate: null });

type Formula = (trace: GoodTrace) => number | null;
const mean = (of: (trace: GoodTrace) => readonly number[] | null): Formula => {
  return (trace) => {
    const all = of(trace) ?? [];
    return all.reduce((sum, x) => sum + x, 0) / all.length;
  };
};
const median = (of: (trace: GoodTrace) => readonly number[] | null): Formula => {
  return (trace) => {
    const all = (of(trace) ?? []).toSorted((a, b) => a - b);
    return all[Math.floor(all.length / 2)] ?? null;
  };
};

// worked out by hand from the four schedules
const TABLE: readonly (readonly [string, Formula, readonly [number, number, number, number]])[] = [
  ['truth: ms per token after the first event', tpotUnbiased, [20, 20, 20, 20]],
  ['truth: tokens/s of one user', (t) => 1000 / (tpotUnbiased(t) ?? Number.NaN), [50, 50, 50, 50]],
  ['vLLM ITL', mean(vllmItl), [20, 80, 80, 2540]],
  ['SGLang ITL, OpenAI backends', mean(sglangItl), [20, 80, 80, 2540]],
  ['SGLang ITL, native backend', mean(sglangNativeItl), [20, 20, 20, 20]],
  ['SGLang TPOT', sglangTpot, [20.04, 19.57, 10.12, 20.04]],
  ['vLLM TPOT', vllmTpot, [20, 19.53, 10.08, 20]],
  ['aiperf ITL', aiperfItl, [20, 19.53, 10.08, 20]],
  ['guidellm ITL', guidellmItl, [20, 19.53, 10.08, 20]],
  ['TPOT of the field', tpot, [20, 19.53, 10.08, 20]],
  ['guidellm TPOT, llmperf ITL', guidellmTpot, [23.75, 23.28, 13.91, 23.75]],
  ['inference-perf ITL, mean', mean(gapsWithZeros), [20, 19.53, 10.08, 20]],
  ['inference-perf ITL, median', median(gapsWithZeros), [20, 0, 0, 0]],
  ['inference-perf normalised TPOT', tpotOfAll, [23.79, 23.32, 13.95, 23.79]],
  ['aiperf tokens/s of one user', aiperfUserSpeed, [50, 51.2, 99.2, 50]],
  ['longest silence', longestSilence, [20, 80, 80, 2540]],
];

describe('the four ideal requests', () => {
  it.each(TABLE)('%s', (_, formula, expected) => {
    const decimals = (x: number) => (String(x).split('.')[1] ?? '').length;
    expect(good.map((trace, i) => Number(formula(trace)?.toFixed(decimals(expected[i] ?? 0))))).toEqual(
      expected,
    );
  });

  it('are told apart by the number of events alone where the average hides it', () => {
    expect(good.map((t) => t.token_events_ms.length)).toEqual([128, 32, 17, 2]);
  });
});
