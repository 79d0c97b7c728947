import { expect, test } from 'vitest';
import type { WorkloadConfiguration } from '../../src/core/config/configuration.ts';
import { documentSchemas } from '../../src/core/documents/index.ts';
import { type ComparedSweep, compareSweeps } from '../../src/report/compare-sweeps.ts';
import { compareText } from '../../src/report/compare-text.ts';
import { measurement, report, start, sweep, trial } from './fixtures.ts';

const code: WorkloadConfiguration = {
  name: 'code',
  prompts: 'builtin:code',
  api: 'completions',
  concurrency: [1, 4],
  requests: 64,
  max_tokens: 96,
  temperature: 0,
  body: {},
  expect: null,
};

/** Settings by id, each with the readings of its starts at concurrency 1. */
function side(
  settings: Record<string, readonly number[]>,
  workload = code,
  version = 'b9000',
): ComparedSweep {
  const trials = Object.entries(settings).map(([setting_id, rates]) =>
    trial(`name-${setting_id}`, {
      setting_id,
      starts: rates.map((rate, at) => start({ start: at + 1, measurements: [measurement(1, rate)] })),
    }),
  );
  const about = { engine: 'llamacpp', version, model: 'm.gguf', holdpoint: '0.1.0' };
  return { report: report(sweep({ trials }), { about }), workloads: [workload] };
}

test('the same setting under the same workload: readings of both, ratio, and an interval where starts allow one', () => {
  const found = compareSweeps(side({ a: [100, 102, 98], b: [50] }), side({ a: [110, 112, 108], b: [55] }));
  expect(documentSchemas.compare.safeParse(found).error).toBeUndefined();
  const [a, b] = found.points;
  expect(a).toMatchObject({
    setting_id: 'a',
    readings: [
      [100, 102, 98],
      [110, 112, 108],
    ],
  });
  expect(a?.ratio).toBeCloseTo(1.1, 3);
  expect(a?.interval?.low).toBeGreaterThan(1);
  expect(b).toMatchObject({ setting_id: 'b', interval: null });
  expect(compareText(found).join('\n')).toContain('50.0 | 55.0');
});

test('what is on one side alone is named, and gets no number', () => {
  const found = compareSweeps(side({ a: [100], b: [50] }), side({ a: [100], c: [50] }));
  expect(found.points.map(({ setting_id }) => setting_id)).toEqual(['a']);
  expect(found.not_compared).toEqual([
    { what: 'setting name-b', why: 'measured only in the first' },
    { what: 'setting name-c', why: 'measured only in the second' },
  ]);
});

test('a workload of the same name that is another one is not compared', () => {
  const found = compareSweeps(side({ a: [100] }), side({ a: [200] }, { ...code, max_tokens: 32 }));
  expect(found.points).toEqual([]);
  expect(found.not_compared).toEqual([{ what: 'workload code', why: 'defined in another way: max_tokens' }]);
  expect(compareText(found)).toContain('nothing was measured in both under the same definitions');
});

test('what differs between the two is said', () => {
  const found = compareSweeps(side({ a: [100] }), side({ a: [90] }, code, 'b9100'));
  expect(found.differs).toEqual([{ what: 'version', values: ['b9000', 'b9100'] }]);
  expect(found.points[0]?.same_key).toBe(false);
  expect(compareSweeps(side({ a: [100] }), side({ a: [100] })).points[0]?.same_key).toBe(true);
});

test('a failed trial is compared with nothing', () => {
  const failed: ComparedSweep = {
    ...side({ a: [100] }),
    report: report(
      sweep({
        trials: [
          trial('x', {
            setting_id: 'a',
            status: 'failed',
            starts: [start({ measurements: [measurement(1, 9)] })],
          }),
        ],
      }),
    ),
  };
  expect(compareSweeps(side({ a: [100] }), failed).points).toEqual([]);
});
