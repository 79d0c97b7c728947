import fc from 'fast-check';
import type { Schedule } from './harness.ts';
import type { Script } from './world.ts';

const script: fc.Arbitrary<Script> = fc.record({
  load_ms: fc.constantFrom(0, 300, 800, 1_600),
  load: fc.oneof(
    { weight: 8, arbitrary: fc.constant('ready' as const) },
    { weight: 3, arbitrary: fc.constantFrom('crash' as const, 'stall' as const, 'endless' as const) },
  ),
  serve: fc.oneof(
    { weight: 8, arbitrary: fc.constant('good' as const) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        'error-500' as const,
        'garbage' as const,
        'stranger-answers' as const,
        'parameter-ignored' as const,
        'restarts-itself' as const,
        'dies-under-load' as const,
        'foreign-load' as const,
      ),
    },
  ),
  term: fc.constantFrom('dies', 'dies', 'second-term', 'ignores', 'lost-while-loading'),
  survivor: fc.boolean(),
  release_ms: fc.constantFrom(0, 500, 1_200, 10_000),
});

const good: Script = {
  load_ms: 0,
  load: 'ready',
  serve: 'good',
  term: 'dies',
  survivor: false,
  release_ms: 500,
};

/** Of somebody else's start: nothing tells its survivors from those of another. */
const theirs: fc.Arbitrary<Script> = script.map(({ load_ms, load, term, release_ms }) => ({
  ...good,
  load_ms,
  load,
  term,
  release_ms,
}));

/** Random histories: what each start does, which calls are slow, fail or are the last, when the operator interrupts. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
  scripts: fc.array(script, { minLength: 1, maxLength: 6 }),
  original: fc.option(
    fc.record({
      ...Object.fromEntries(Object.entries(good).map(([k, v]) => [k, fc.constant(v)])),
      term: fc.constantFrom('dies', 'second-term', 'ignores'),
    }) as unknown as fc.Arbitrary<Script>,
  ),
  failing: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.nat(330), { maxLength: 2 }) },
  ),
  kills: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.nat(400), { maxLength: 3 }) },
  ),
  // few hosts where every call is fast: there the looks of a wait are many, and all alike
  latencies: fc.array(fc.constantFrom(1, 5, 40, 120, 300, 2_500), { minLength: 1, maxLength: 5 }),
  interrupts: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.nat(20_000), { maxLength: 2 }).map((times) => [...times].sort((a, b) => a - b)),
    },
  ),
  usurpers: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.record({ at: fc.nat(40_000), own: fc.boolean(), script: theirs }), {
        maxLength: 2,
      }),
    },
  ),
  mode: fc.constantFrom('resume', 'restore'),
  small: fc.constantFrom(true, true, true, true, true, true, true, false),
  evaluated: fc.constantFrom(false, false, false, true),
  restore: fc.constantFrom('original', 'original', 'best', 'leave'),
});

export const goodScript = good;
