import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../src/core/config/configuration.ts';
import { buildPlan } from '../../../src/core/plan/build-plan.ts';
import { pointText } from '../../../src/core/plan/point-text.ts';
import { fakeEngine } from '../../helpers/engine.ts';
import { edited, FILE, parse } from './file.ts';

const OPEN = 'workloads:\n  - { name: open, prompts: builtin:chat, max_tokens: 8,';
type Edit = readonly [string, string];
const withOpen = (keys: string, ...more: readonly Edit[]) =>
  edited(['workloads:\n', `${OPEN} ${keys} }\n`], ...more);

function read(text: string): Configuration {
  const result = parse(text);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.configuration;
}

const BASE = { argv: ['llama-server', '--port', '8081'], env: {}, cwd: '/', instrumentation: [] };

describe('a workload at a rate', () => {
  it('has a point for each rate, and none of a closed loop', () => {
    const { workloads } = read(withOpen('rate: [2, 0.5], burstiness: 0.5, max_open: 64, duration: 90s'));
    expect(workloads[0]).toEqual({
      name: 'open',
      prompts: 'builtin:chat',
      api: 'chat',
      concurrency: [],
      rate: [2, 0.5],
      burstiness: 0.5,
      max_open: 64,
      requests: null,
      duration: 90_000,
      max_tokens: 8,
      temperature: 0,
      body: {},
      expect: null,
    });
  });

  it('of which the largest decides, where nothing else is said', () => {
    const objective = 'objective: { maximize: output_tokens_per_s, workload: code, concurrency: 1';
    const file = (goal: string) => withOpen('rate: [2, 0.5], requests: 100', [objective, goal]);
    expect(read(file('objective: { minimize: ttft_p95, workload: open')).objective).toMatchObject({
      workload: 'open',
      concurrency: null,
      rate: 2,
    });
    expect(read(file('objective: { minimize: ttft_p95, workload: open, rate: 0.5')).objective.rate).toBe(0.5);
  });

  it('stands in the plan with its shape', () => {
    const configuration = read(
      withOpen(
        'rate: [2], ramp_from: 0.5, burstiness: constant, requests: 50, salt: false, prefix_hits: 0.5',
      ),
    );
    const plan = buildPlan(configuration, BASE as never, fakeEngine, { maxTrials: 500 });
    expect(plan.points.map(pointText)).toEqual([
      'open 2/s (constant gaps, from 0.5/s on, 50 % of each prompt shared, no salts)',
      'code c1',
      'code c4',
      'own c1',
    ]);
  });
});

it('a replay is a load by itself, its file relative to that of the configuration', () => {
  const { workloads } = read(withOpen('replay: traces/a.jsonl'));
  expect(workloads[0]).toMatchObject({ concurrency: [], requests: null });
  expect(workloads[0]?.replay).toMatch(/^\/.*\/traces\/a\.jsonl$/);
});

it.each([
  ['rate: [2, 2], requests: 9', /2 stands twice/],
  ['rate: [0], requests: 9', /is not a number from 0.001 to 100000/],
  ['rate: [1000000000], requests: 9', /is not a number from 0.001 to 100000/],
  ['rate: [2], requests: 9, starts: burst', /`starts` is of `concurrency`/],
  ['rate: [2]', /has no end/],
  ['concurrency: [2]', /has no end/],
  ['concurrency: [2], duration: 5s, burstiness: 1', /`burstiness` is of `rate`/],
  ['rate: [2], replay: t.jsonl', /`rate` and `replay` are two loads/],
  ['replay: t.jsonl, ramp_from: 1', /`ramp_from` is not of a replay/],
  ['rate: [2], requests: 9, burstiness: often', /is no shape of gaps/],
  ['rate: [2], duration: 9', /9 has no unit/],
  ['concurrency: [1], requests: 9, salt: 1', /must be true or false/],
  ['concurrency: [1], requests: 9, prefix_hits: 1', /is not a number from 0 to 0.99/],
  ['concurrency: [1], requests: 9, input_tokens: 64', /only prompts of builtin:random/],
])('is refused: %s', (keys, message) => {
  const result = parse(withOpen(keys));
  expect(result.ok ? [] : result.problems.map((problem) => problem.message).join()).toMatch(message);
  expect(result.ok ? 0 : result.problems.length).toBe(1);
  expect(result.ok ? null : result.problems[0]?.line).toBe(FILE.split('\n').indexOf('workloads:') + 2);
});

it('random prompts need their length and their number', () => {
  const text = withOpen('concurrency: [1], duration: 5s').replace(
    'prompts: builtin:chat',
    'prompts: builtin:random',
  );
  const result = parse(text);
  expect(result.ok ? null : result.problems).toMatchObject([
    { remedy: 'write `input_tokens: 1024` and `requests: 64` too' },
  ]);
});

it.each([
  ['rate: [2], requests: 100', 'workload: open, concurrency: 1', /not measured at concurrency 1/],
  ['rate: [2], requests: 100', 'workload: open, rate: 3', /not measured at rate 3/],
  ['rate: [2], requests: 100', 'workload: code, rate: 2', /not measured at rate 2/],
])('an objective at a load that is not measured: %s, %s', (keys, goal, message) => {
  const text = withOpen(keys, ['workload: code, concurrency: 1', goal]);
  const result = parse(text);
  expect(result.ok ? [] : result.problems.map((problem) => problem.message)).toEqual([
    expect.stringMatching(message),
  ]);
});

it('limits of a good request are milliseconds, and an objective of goodput needs them', () => {
  const goal = ['maximize: output_tokens_per_s', 'maximize: goodput_share'] as const;
  const decided = ['workload: code, concurrency: 1', 'workload: open'] as const;
  const limits = 'rate: [2], requests: 100, goodput: { ttft: 500ms, tpot: 0.5s }';
  const { workloads, objective } = read(withOpen(limits, goal, decided));
  expect(workloads[0]?.goodput).toEqual({ ttft_ms: 500, tpot_ms: 500 });
  expect(objective.metric).toBe('goodput_share');
  const without = parse(withOpen('rate: [2], requests: 100', goal, decided));
  expect(without.ok ? [] : without.problems.map(({ message }) => message)).toEqual([
    'goodput_share needs limits, and open has none',
  ]);
});

it.each([
  ['goodput: {}', /names no limit/],
  ['goodput: { ttft: 500 }', /500 has no unit/],
  ['goodput: { itl: 5ms }', /unknown key `itl`/],
])('limits that are none are refused: %s', (keys, message) => {
  const result = parse(withOpen(`rate: [2], requests: 9, ${keys}`));
  expect(result.ok ? [] : result.problems.map((problem) => problem.message)).toEqual([
    expect.stringMatching(message),
  ]);
});
