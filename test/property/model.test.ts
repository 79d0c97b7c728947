import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { play } from './harness.ts';
import { goodScript } from './schedules.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'holdpoint-model-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const PLAIN = {
  scripts: [goodScript],
  failing: [],
  kills: [],
  latencies: [1],
  interrupts: [],
  mode: 'resume',
  restore: 'original',
} as const;

describe('the loop on a model host', () => {
  it('measures every setting of a good host once, the baseline twice, and leaves nothing behind', async () => {
    const outcome = await play(
      {
        scripts: [goodScript],
        original: null,
        failing: [],
        kills: [],
        latencies: [1],
        interrupts: [],
        mode: 'resume',
        restore: 'original',
      },
      dir,
    );
    expect(outcome.violations).toEqual([]);
    expect(outcome.result?.exit_code).toBe(0);
    const counts = outcome.result?.document.trials.map((t) => [t.name, t.status, t.starts.length]);
    expect(counts).toEqual([
      ['base', 'measured', 2],
      ['one', 'measured', 1],
      ['two', 'measured', 1],
    ]);
  });

  it('adopts the running original as baseline and brings it back', async () => {
    const outcome = await play(
      {
        scripts: [goodScript],
        original: goodScript,
        failing: [],
        kills: [],
        latencies: [1],
        interrupts: [],
        mode: 'resume',
        restore: 'original',
      },
      dir,
    );
    expect(outcome.violations).toEqual([]);
    expect(outcome.result?.document.trials[0]?.starts[0]?.adopted).toBe(true);
    expect(outcome.result?.document.restored).toEqual({ to: 'original', ok: true });
  });

  it.each([
    ['loads to its end', {}],
    ['crashes', { load: 'crash' as const }],
    ['hangs', { load: 'stall' as const }],
  ])(
    'a service that somebody else starts mid-sweep and that %s is never stopped while it moves',
    async (_what, script) => {
      for (let at = 500; at < 30_000; at += 1_100) {
        const usurpers = [
          { at, own: at % 2_200 < 1_100, script: { ...goodScript, load_ms: 1_600, ...script } },
        ];
        const outcome = await play({ ...PLAIN, original: goodScript, usurpers }, dir);
        expect(outcome.violations, `at ${at} ms`).toEqual([]);
      }
    },
  );

  const WORLDS = [
    ['with a running original', { original: goodScript, scripts: [goodScript] }],
    [
      'where a setting crashes and nothing ran before',
      { original: null, scripts: [goodScript, { ...goodScript, load: 'crash', load_ms: 400 }] },
    ],
  ] as const;

  for (const [where, world] of WORLDS) {
    for (const mode of ['resume', 'restore'] as const) {
      it(`${mode}s after a kill at every single port call and append, ${where}`, async () => {
        const schedule = {
          ...world,
          failing: [],
          latencies: [1],
          interrupts: [],
          mode,
          // a restore tries no further settings
          small: mode === 'restore',
          restore: 'original',
        } as const;
        const { calls } = await play({ ...schedule, kills: [] }, dir);
        const wrong: string[] = [];
        for (let at = 0; at < calls; at += 1) {
          const outcome = await play({ ...schedule, kills: [at] }, dir);
          if (outcome.violations.length > 0) wrong.push(`killed at ${at}: ${outcome.violations.join('; ')}`);
        }
        expect(wrong).toEqual([]);
      }, 300_000);
    }
  }

  it('asks no question of a server that somebody has put in its place since it was last seen', async () => {
    const theirs = { ...goodScript, load_ms: 800, term: 'second-term' } as const;
    const slow = {
      ...PLAIN,
      original: goodScript,
      latencies: [5, 300, 1, 2_500],
      small: true,
      evaluated: true,
    };
    for (let at = 34_000; at < 46_000; at += 300) {
      const outcome = await play({ ...slow, usurpers: [{ at, own: false, script: theirs }] }, dir);
      expect(outcome.violations, `at ${at} ms`).toEqual([]);
    }
  });

  it('loses and doubles no answer after a kill at every port call and append around the questions', async () => {
    const schedule = { ...PLAIN, original: goodScript, small: true, evaluated: true };
    const asked_at: number[] = [];
    const { disk } = await play(schedule, dir, (model) => {
      const { http } = model.ports.host;
      model.ports.host.http = (request) => {
        asked_at.push(model.calls);
        return http(request);
      };
    });
    const order = disk.lines.flatMap(({ record }) =>
      record.type === 'problem.judged' || record.type === 'measurement.begun' ? [record.type] : [],
    );
    const asked = ['problem.judged', 'problem.judged'];
    // each setting before and after its load, the baseline's second start not at all
    const each = [...asked, 'measurement.begun', ...asked];
    expect(order).toEqual([...each, ...each, 'measurement.begun']);
    const around = new Set(asked_at.flatMap((call) => [-2, -1, 0, 1, 2, 3, 4].map((by) => call + by)));
    const wrong: string[] = [];
    for (const at of around) {
      const outcome = await play({ ...schedule, kills: [at] }, dir);
      if (outcome.violations.length > 0) wrong.push(`killed at ${at}: ${outcome.violations.join('; ')}`);
    }
    expect(wrong).toEqual([]);
  });
});
