import { describe, expect, test } from 'vitest';
import type { Configuration } from '../../src/core/config/configuration.ts';
import { apply } from '../../src/core/sweep/apply.ts';
import { emptyState } from '../../src/core/sweep/state.ts';
import { decideSweep } from '../../src/run/decide.ts';
import type { FaultSpec } from '../../src/sim/faults/book.ts';
import {
  type SimulatedSweep,
  type SimulatedSweepOptions,
  simulatedSweep,
  storyOf,
} from '../helpers/simulated-sweep.ts';

/**
 * By the model of the simulated host, tokens/s of one request at a time: b8 148, b4 146, b2 121, b1 94. Of two at a time
 * b8 is the fastest of b1, b2 and b8, and its slowest requests take the longest.
 */
const setting = (budget: number, window: number | null = null) => ({
  name: `b${budget}${window === null ? '' : 'w'}`,
  budget,
  topk: Math.min(4, budget),
  window,
});
/** A window that no context here fills: as fast as b8, and another command. */
const LIKE_B8 = setting(8, 2048);

interface Trap extends Pick<SimulatedSweepOptions, 'faults' | 'host'> {
  /** The baseline first. */
  readonly settings: readonly ReturnType<typeof setting>[];
  readonly objective?: Partial<Configuration['objective']>;
  readonly starts?: number;
  readonly concurrency?: number;
  readonly requests?: number;
  readonly max_tokens?: number;
}

function trapped(trap: Trap): Promise<SimulatedSweep> {
  const {
    settings,
    objective,
    starts = 8,
    requests = 8,
    max_tokens = 32,
    concurrency = 1,
    ...options
  } = trap;
  const story = storyOf({ concurrency: [1], requests, max_tokens }, undefined, settings);
  const configuration = {
    ...story,
    workloads: story.workloads.map((workload) => ({ ...workload, concurrency: [concurrency] })),
    baseline: settings[0]?.name ?? 'none',
    objective: { ...story.objective, concurrency, ...objective },
    effort: { starts },
  };
  return simulatedSweep({ ...options, load_s: 5, configuration });
}

/** Of every start of the setting with this budget. */
const always = (name: FaultSpec['name'], budget: number, phase: string | null = null): FaultSpec => ({
  ...{ name, phase, start: null, device: null, bytes: null, ms: null },
  words: ['--speculative-ddtree-budget', String(budget)],
});

const PLACE = { file: 'holdpoint.yaml', line: 1, column: 1 };

const stateOf = ({ stored, journal }: SimulatedSweep) =>
  journal.reduce(apply, emptyState(stored.id, stored.command, stored.plan));
const trialOf = ({ document }: SimulatedSweep, name: string) =>
  document.trials.find((trial) => trial.name === name);
const measuredOf = (sweep: SimulatedSweep, name: string) =>
  trialOf(sweep, name)?.starts.flatMap(({ measurements }) => measurements) ?? [];

describe('the decision over the simulated host is not deceived', () => {
  test('the fastest fails a tenth of its requests', async () => {
    const settings = [setting(2), setting(4), setting(8)];
    const sweep = await trapped({ settings, faults: [always('sometimes-500', 8)], starts: 9 });
    const [fastest] = measuredOf(sweep, 'b8');
    expect(fastest?.failed).toBeGreaterThan(0);
    for (const { output_tokens_per_s } of measuredOf(sweep, 'b4'))
      expect(fastest?.output_tokens_per_s).toBeGreaterThan(output_tokens_per_s ?? 0);
    expect(sweep.document.decision).toMatchObject({ kind: 'winner', best: 'b4' });
  });

  test('the first measured is cold: a setting that is as fast beats it once, and is no winner', async () => {
    const sweep = await trapped({ settings: [setting(8), LIKE_B8], faults: ['outlier-start@1'] });
    const [cold, other] = ['b8', 'b8w'].map((name) => measuredOf(sweep, name)[0]?.output_tokens_per_s ?? 0);
    expect(other).toBeGreaterThan(1.15 * (cold ?? 0));
    expect(sweep.document.decision.kind).not.toBe('winner');
  });

  test('the machine slows down by 4 % with each start', async () => {
    const sweep = await trapped({ settings: [setting(2), setting(4)], faults: ['drift'] });
    const { kind, best, finals } = sweep.document.decision;
    expect([kind, best]).toEqual(['winner', 'b4']);
    expect(finals?.compared[0]?.change_pct).toBeGreaterThan(15);
    expect(finals?.compared[0]?.change_pct).toBeLessThan(27);
  });

  test('one slow start of the baseline makes no winner', async () => {
    const sweep = await trapped({ settings: [setting(8), LIKE_B8], faults: ['outlier-start@6'] });
    expect(sweep.document.decision.kind).not.toBe('winner');
  });

  test('one slow start of the best does not hide it', async () => {
    const sweep = await trapped({ settings: [setting(1), setting(8)], faults: ['outlier-start@4'] });
    expect(sweep.document.decision).toMatchObject({ kind: 'winner', best: 'b8' });
  });

  test('the server dies in one measurement: measured again in its place', async () => {
    const sweep = await trapped({
      settings: [setting(2), setting(4)],
      faults: ['crash:serving@5'],
      ...{ requests: 16, max_tokens: 128 },
    });
    const faults = sweep.document.trials.flatMap(({ starts }) => starts.flatMap(({ fault }) => fault ?? []));
    expect(faults.map(({ name }) => name)).toEqual(['died-under-load']);
    expect(sweep.document.decision).toMatchObject({ kind: 'winner', best: 'b4' });
  });

  test('all settings fail: no number, no winner, and the original is back', async () => {
    const sweep = await trapped({
      settings: [setting(1), setting(2), setting(4)],
      faults: [1, 2, 4].map((budget) => always('crash', budget)),
    });
    expect(sweep.document.decision).toMatchObject({ kind: 'not_enough_data', best: null });
    expect(sweep.document.trials.flatMap(({ name }) => measuredOf(sweep, name))).toEqual([]);
    expect([sweep.exit_code, sweep.document.restored]).toEqual([12, { to: 'original', ok: true }]);
  });

  test('lower is better and a trial crashed: what it never measured is no 0', async () => {
    const sweep = await trapped({
      settings: [setting(1), setting(2), setting(4)],
      faults: [always('crash', 4)],
      objective: { direction: 'minimize', metric: 'e2e_mean' },
      starts: 9,
    });
    expect([trialOf(sweep, 'b4')?.status, measuredOf(sweep, 'b4')]).toEqual(['failed', []]);
    expect(sweep.document.decision).toMatchObject({ kind: 'winner', best: 'b2' });
  });

  test('a p95 limit is straddled by the fastest: "too close" is said, and the next that keeps it is named', async () => {
    const sweep = await trapped({
      settings: [setting(1), setting(2), setting(8)],
      ...{ concurrency: 2, requests: 64, max_tokens: 16, starts: 15 },
    });
    const decided = (limit_ms: number) => {
      const { configuration } = sweep.stored;
      const where = [{ text: `e2e_p95 <= ${Math.round(1000 * limit_ms)}ms / 1000`, place: PLACE }];
      const stored = {
        ...sweep.stored,
        configuration: { ...configuration, objective: { ...configuration.objective, where } },
      };
      return decideSweep(stateOf(sweep), stored);
    };
    const roomy = decided(2000);
    expect(roomy.kind).toBe('winner');
    expect(roomy.finals?.limits?.map(({ state }) => state)).toEqual(['kept', 'kept', 'kept']);
    // between what the starts of the fastest say and the most that they allow
    const { value, high } = roomy.finals?.limits?.find(({ name }) => name === 'b8') ?? {};
    const straddled = Math.sqrt((value ?? 0) * (high ?? 0));
    const { kind, best, reason, finals } = decided(straddled);
    expect([kind, best]).toEqual(['winner', 'b2']);
    expect(finals?.limits?.find(({ name }) => name === 'b8')?.state).toBe('too_close');
    expect(reason).toContain('b8 is too close to');
    expect(decided(0.5 * straddled)).toMatchObject({ kind: 'none_satisfies', best: null });
  });

  test('prompts that an earlier sweep has asked are in the cache of the server that was adopted', async () => {
    const objective = { direction: 'minimize', metric: 'ttft_mean' } as const;
    const earlier = await trapped({ settings: [setting(8)], objective });
    const sweep = await trapped({ settings: [setting(8), LIKE_B8], objective, host: earlier.host });
    const [replayed = 0, ...fresh] = measuredOf(sweep, 'b8').map((m) => m.ttft_ms.mean ?? 0);
    expect(fresh).toHaveLength(3);
    for (const time of fresh) expect(replayed).toBeLessThan(0.95 * time);
    expect(sweep.document.decision).toMatchObject({ kind: 'no_difference', best: 'b8' });
  });
});
