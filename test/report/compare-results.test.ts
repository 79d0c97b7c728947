import { describe, expect, it } from 'vitest';
import { documentSchemas } from '../../src/core/documents/index.ts';
import type { ImportedRun } from '../../src/core/metrics/imports/result.ts';
import { compareResults, type ResultsSide } from '../../src/report/compare-results.ts';
import { compareResultsText } from '../../src/report/compare-results-text.ts';

const run = (values: Readonly<Record<string, number>>, more: Partial<ImportedRun> = {}): ImportedRun => ({
  tool: 'vllm',
  model: 'm',
  concurrency: 4,
  rate: null,
  ok: 10,
  failed: 0,
  metrics: Object.entries(values).map(([metric, value]) => ({ metric, value, interval: null })),
  ...more,
});
const side = (runs: readonly ImportedRun[], more: Partial<ResultsSide> = {}): ResultsSide => ({
  source: '/results/x.json',
  tool: runs[0]?.tool ?? 'vllm',
  runs,
  about: { model: 'm' },
  ...more,
});

describe('only what is defined in the same way is compared', () => {
  it('a time of the same name and another formula is told, not compared', () => {
    const document = compareResults(
      side([run({ 'ttft.first_token.v1 mean': 50, 'vllm.tpot mean': 20 })]),
      side([run({ 'ttft.first_token.v1 mean': 60, 'sglang.tpot mean': 21 }, { tool: 'sglang' })]),
    );
    expect(documentSchemas.compare.safeParse(document).error).toBeUndefined();
    expect(document.metrics).toEqual([
      {
        load: 'c4',
        metric: 'ttft.first_token.v1 mean',
        readings: [[50], [60]],
        within: [null, null],
        ratio: expect.closeTo(1.2),
        interval: null,
      },
    ]);
    expect(document.not_compared).toEqual([
      { what: 'vllm.tpot', why: 'defined so only in the first' },
      { what: 'sglang.tpot', why: 'defined so only in the second' },
    ]);
  });

  it('percentiles by another rule are another definition', () => {
    const document = compareResults(
      side([run({ 'ttft.first_token.v1 p95': 50 })]),
      side([run({ 'ttft.first_token.v1 p95 (nearest rank)': 50 }, { tool: 'guidellm' })]),
    );
    expect(document.metrics).toEqual([]);
    expect(document.not_compared.map(({ what }) => what)).toEqual([
      'ttft.first_token.v1',
      'ttft.first_token.v1 percentiles (nearest rank)',
    ]);
    expect(compareResultsText(document).join('\n')).toMatch(/no number is defined in the same way/);
  });

  it('loads are matched, and what one side alone has measured is told', () => {
    const m = { 'vllm.tpot mean': 20 };
    const document = compareResults(
      side([run(m), run(m, { concurrency: 16 })]),
      side([run(m), run(m, { concurrency: null, rate: 2 })]),
    );
    expect(document.metrics.map(({ load }) => load)).toEqual(['c4']);
    expect(document.not_compared).toEqual([
      { what: 'load c16', why: 'measured only in the first' },
      { what: 'load 2/s', why: 'measured only in the second' },
    ]);
  });

  it('a load without numbers is told', () => {
    const document = compareResults(side([run({ 'vllm.tpot mean': 20 })]), side([run({})]));
    expect(document.metrics).toEqual([]);
    expect(document.not_compared).toContainEqual({
      what: 'load c4',
      why: 'void, or without numbers, in the second',
    });
  });

  it('one load that a file does not name is that of the other, and the difference is said', () => {
    const m = { 'vllm.tpot mean': 20 };
    const document = compareResults(side([run(m)]), side([run(m, { concurrency: null })]));
    expect(document.differs).toEqual([{ what: 'load', values: ['c4', 'not said'] }]);
    expect(document.metrics).toHaveLength(1);
  });
});

it('runs give an interval of the change, one run alone its own', () => {
  const several = (values: readonly number[]) =>
    side(values.map((value) => run({ 'vllm.tpot mean': value })));
  const [metric] = compareResults(several([20, 20.2, 19.8]), several([30, 30.3, 29.7])).metrics;
  expect(metric?.ratio).toBeCloseTo(1.5, 2);
  expect(metric?.interval?.low).toBeGreaterThan(1.45);
  expect(metric?.interval?.high).toBeLessThan(1.55);
  const within = { low: 18, high: 22 };
  const one = side([run({}, { metrics: [{ metric: 'vllm.tpot p50', value: 20, interval: within }] })]);
  const document = compareResults(one, one);
  expect(document.metrics[0]?.within).toEqual([within, within]);
  expect(compareResultsText(document).join('\n')).toContain('[18.0 to 22.0]');
});
