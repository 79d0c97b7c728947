import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Configuration } from '../../../src/core/config/configuration.ts';
import { FaultError } from '../../../src/core/fault.ts';
import { buildPlan } from '../../../src/core/plan/build-plan.ts';
import { plainTrial } from '../../../src/core/plan/laid-out-trial.ts';
import type { Plan, PlannedTrial } from '../../../src/core/plan/plan.ts';
import { grid, gridSize } from '../../../src/core/plan/space.ts';
import { redactor, secretMarker } from '../../../src/core/secrets.ts';
import { fakeEngine } from '../../helpers/engine.ts';
import { BASE, configuration, flag, linked, PLACE, setting, variable } from './samples.ts';

const slots = flag('slots', '-np', [1, 2, 4], { report: 'total_slots' });
const context = flag('context', '-c', [null, 4096]);

function plan(of: Configuration, base = BASE, maxTrials = 500): Plan {
  return buildPlan(of, base, fakeEngine, { maxTrials });
}

function faultOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error('no fault');
}

const names = ({ trials }: Plan) => trials.map(({ name }) => name);

describe('the grid', () => {
  const built = plan(configuration([slots, context]));

  test('has every combination, the last parameter fastest, the one that is current first', () => {
    expect(names(built)).toEqual([
      'slots=2,context=null',
      'slots=1,context=null',
      'slots=1,context=4096',
      'slots=2,context=4096',
      'slots=4,context=null',
      'slots=4,context=4096',
    ]);
    expect(built.baseline).toBe('slots=2,context=null');
    expect(built.trials[0]?.definition).toEqual(BASE);
  });

  test('written or copied, a trial says everything that it says itself', () => {
    for (const trial of built.trials) {
      const plain = plainTrial(trial);
      for (const key of Object.keys(plain) as (keyof PlannedTrial)[]) expect(plain[key]).toEqual(trial[key]);
      expect(JSON.parse(JSON.stringify(trial))).toEqual(JSON.parse(JSON.stringify(plain)));
    }
  });

  test('redacted, with a secret in every command, it is the same plan', () => {
    const secret = 'sk-canary-1';
    const keyed = plan(configuration([slots, context]), {
      ...BASE,
      argv: [...BASE.argv, '--api-key', secret],
    });
    const { json } = redactor([{ name: '--api-key', value: secret }]);
    // rendered or not: what was looked at holds the secret itself
    for (const trial of keyed.trials.slice(0, 2)) expect(trial.definition.argv).toContain(secret);
    const text = JSON.stringify(keyed);
    const redacted = JSON.stringify(json(keyed));
    expect(text).toContain(secret);
    expect(redacted).toBe(text.replaceAll(secret, secretMarker('--api-key')));
  });

  test('each trial says its command, its difference and what must be read back', () => {
    expect(plainTrial(built.trials[5] as PlannedTrial)).toEqual({
      name: 'slots=4,context=4096',
      setting: { slots: 4, context: 4096 },
      setting_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      definition: {
        ...BASE,
        argv: [
          '/bin/llama-server',
          '-m',
          'm.gguf',
          '-np',
          '4',
          '--temp=0.50',
          '--no-mmap',
          '--port',
          '8081',
          '-c',
          '4096',
        ],
      },
      wanted: [
        { parameter: 'slots', flag: '-np', env: null, wanted: 4, report: 'total_slots' },
        { parameter: 'context', flag: '-c', env: null, wanted: 4096, report: null },
      ],
      diff: ['- -np 2', '+ -np 4', '+ -c 4096'],
      duplicate_of: null,
      rejected: null,
    });
  });

  test('points are workloads at their concurrencies, instrumentation stands apart', () => {
    expect(built.points.map(({ workload, concurrency }) => [workload.name, concurrency])).toEqual([
      ['code', 1],
      ['code', 4],
    ]);
    expect(built.instrumentation).toEqual({ argv: ['--metrics'], env: {} });
    expect(JSON.stringify(built.trials)).not.toContain('--metrics');
  });

  test('is as large as the product of its values and names every point differently', () => {
    const parameter = fc.array(fc.oneof(fc.integer(), fc.string(), fc.constant(null)), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.array(parameter, { maxLength: 4 }), (lists) => {
        const parameters = lists.map((values, at) => flag(`p${at}`, `--p${at}`, values));
        const points = [...grid(parameters)];
        expect(points).toHaveLength(gridSize(parameters));
        expect(new Set(points.map(({ values }) => JSON.stringify(values))).size).toBe(
          lists.reduce((product, values) => product * new Set(values).size, 1),
        );
        const made = plan(configuration(parameters, { baseline: 'none' }), BASE, 1000);
        expect(new Set(names(made)).size).toBe(made.trials.length);
      }),
      { numRuns: 50 },
    );
  });

  test('without parameters there is the base command alone', () => {
    expect(names(plan(configuration([])))).toEqual(['current']);
    expect(plan(configuration([], { baseline: 'none' }))).toMatchObject({
      baseline: null,
      trials: [{ name: 'current' }],
    });
  });
});

describe('a list of settings', () => {
  const settings = [
    setting('a', { slots: 4 }),
    setting('b', { slots: 4, context: null }),
    setting('c', { slots: 2 }),
    setting('d', {}),
  ];

  test("keeps the base command's value where it names none", () => {
    const built = plan(configuration([slots, context], { settings }));
    expect(built.trials.map(({ name, setting: values }) => [name, values])).toEqual([
      ['c', { slots: 2, context: null }],
      ['a', { slots: 4, context: null }],
      ['b', { slots: 4, context: null }],
      ['d', { slots: 2, context: null }],
    ]);
  });

  test('what renders to one command is run once', () => {
    const built = plan(configuration([slots, context], { settings }));
    expect(built.trials.map(({ name, duplicate_of }) => [name, duplicate_of])).toEqual([
      ['c', null],
      ['a', null],
      ['b', 'a'],
      ['d', 'c'],
    ]);
  });

  test('the baseline is first, and others are duplicates of it', () => {
    const built = plan(configuration([slots, context], { settings, baseline: 'b' }));
    expect(built.baseline).toBe('b');
    expect(built.trials.map(({ name, duplicate_of }) => [name, duplicate_of])).toEqual([
      ['b', null],
      ['a', 'b'],
      ['c', null],
      ['d', 'c'],
    ]);
  });

  test('a current command that no setting renders to comes first under its own name', () => {
    const built = plan(configuration([slots, context], { settings: settings.slice(0, 1) }));
    expect(names(built)).toEqual(['current', 'a']);
    expect(built.trials[0]).toMatchObject({
      setting: { slots: 2, context: null },
      definition: BASE,
      diff: [],
    });
  });

  test('no baseline', () => {
    expect(plan(configuration([slots], { settings: settings.slice(0, 1), baseline: 'none' }))).toMatchObject({
      baseline: null,
      trials: [{ name: 'a' }],
    });
  });
});

describe('constraints', () => {
  const place = { ...PLACE, line: 7, column: 3 };
  const constrained = (text: string) => configuration([slots, context], { constraints: [{ text, place }] });

  test('reject a setting with their text, their place and its values', () => {
    const built = plan(constrained('slots <= 2'));
    const rejected = built.trials.filter((trial) => trial.rejected !== null);
    expect(rejected.map(({ name }) => name)).toEqual(['slots=4,context=null', 'slots=4,context=4096']);
    expect(rejected[0]?.rejected).toMatchObject({
      name: 'invalid-setting',
      message: 'the constraint `slots <= 2` does not hold: slots is 4',
      data: { constraints: ['slots <= 2'] },
      problems: [{ file: PLACE.file, line: 7, column: 3 }],
    });
  });

  test('do not apply to what is absent', () => {
    expect(
      plan(constrained('context >= 8192'))
        .trials.filter(({ rejected }) => rejected === null)
        .map(({ setting: { context: value } }) => value),
    ).toEqual([null, null, null]);
  });

  test('that cannot be judged reject with the reason', () => {
    const built = plan(constrained('8 / (slots - 4) < 0'));
    expect(built.trials.find(({ setting: { slots: value } }) => value === 4)?.rejected?.message).toBe(
      'the constraint `8 / (slots - 4) < 0` cannot be judged (division by zero): slots is 4',
    );
  });

  test('hold for values of other types than the lists of values have', () => {
    const settings = [setting('a', { slots: 'many' }), setting('b', { slots: 1 })];
    const built = plan(
      configuration([slots], { settings, constraints: [{ text: "slots != 'many'", place }] }),
    );
    expect(built.trials.map(({ name, rejected }) => [name, rejected?.message ?? null])).toEqual([
      ['current', null],
      ['a', 'the constraint `slots != \'many\'` does not hold: slots is "many"'],
      ['b', null],
    ]);
  });

  test('the current command is judged by nobody, a named baseline is', () => {
    const built = plan(constrained('slots > 2'));
    expect(names(built)[0]).toBe('current');
    const named = configuration([slots], {
      constraints: [{ text: 'slots > 2', place }],
      settings: [{ ...setting('low', { slots: 1 }), place }],
      baseline: 'low',
    });
    expect(faultOf(() => plan(named))).toMatchObject({
      name: 'configuration',
      problems: [
        {
          line: 7,
          message: 'the baseline low is rejected: the constraint `slots > 2` does not hold: slots is 1',
        },
      ],
    });
  });
});

describe('bounds', () => {
  const wide = Array.from({ length: 20 }, (_, at) => at);

  test('more commands than allowed are a fault of usage, before all are made', () => {
    const of = configuration([flag('a', '--a', wide), flag('b', '--b', wide), flag('c', '--c', [0, 1])], {
      baseline: 'none',
    });
    expect(faultOf(() => plan(of))).toMatchObject({
      name: 'usage',
      message: 'the grid of 800 settings has more than 500 that can run',
      hint: expect.stringContaining('--max-trials'),
    });
    expect(plan(of, BASE, 800).trials).toHaveLength(800);
  });

  test('neither rejected settings nor duplicates count', () => {
    const place = PLACE;
    const of = configuration([flag('a', '--a', wide), flag('b', '--b', wide)], {
      baseline: 'none',
      constraints: [{ text: 'a == b', place }],
    });
    expect(plan(of, BASE, 20).trials.filter(({ rejected }) => rejected === null)).toHaveLength(20);
    const same = configuration([flag('a', '--a', [null, false])], { baseline: 'none' });
    expect(plan(same, BASE, 1).trials.map(({ duplicate_of }) => duplicate_of)).toEqual([null, 'a=null']);
  });

  test('a grid that nobody would see the end of is not begun', () => {
    const of = configuration(Array.from({ length: 12 }, (_, at) => flag(`p${at}`, `--p${at}`, wide)));
    expect(faultOf(() => plan(of, BASE, 1e9))).toMatchObject({
      name: 'usage',
      message: 'the grid has 4096000000000000 settings',
    });
  });
});

describe('a running command that cannot be varied', () => {
  test('is a fault of the configuration, at the parameter', () => {
    const running = { ...BASE, argv: ['run', '-np', '1', '--parallel', '2'], env_complete: true };
    expect(faultOf(() => plan(configuration([slots]), running))).toMatchObject({
      name: 'configuration',
      problems: [{ ...PLACE, message: '-np stands 2 times in the base command (-np 1; --parallel 2)' }],
    });
  });
});

describe('the identity of a plan', () => {
  const of = configuration([
    slots,
    variable('threads', 'OMP_NUM_THREADS', [4, 8]),
    linked('draft', { off: {}, on: { '--draft-max': 4 } }),
  ]);

  test('is the same for the same file and differs with what is run or compared', () => {
    const { plan_id } = plan(of);
    expect(plan_id).toMatch(/^[0-9a-f]{64}$/);
    expect(plan(structuredClone(of)).plan_id).toBe(plan_id);
    const others = [
      { ...of, baseline: 'none' },
      { ...of, objective: { ...of.objective, concurrency: 1 } },
      { ...of, objective: { ...of.objective, where: [{ text: 'failed == 0', place: PLACE }] } },
      { ...of, workloads: of.workloads.map((workload) => ({ ...workload, requests: 9 })) },
      { ...of, parameters: of.parameters.slice(0, 2) },
    ].map((other) => plan(other).plan_id);
    expect(new Set([plan_id, ...others]).size).toBe(6);
    expect(plan(of, { ...BASE, cwd: '/elsewhere' }).plan_id).not.toBe(plan_id);
  });

  test('does not depend on where the file says it', () => {
    const moved = {
      ...of,
      parameters: of.parameters.map((parameter) => ({ ...parameter, place: { ...PLACE, line: 99 } })),
    } as Configuration;
    expect(plan(moved).plan_id).toBe(plan(of).plan_id);
  });
});
