import { describe, expect, test } from 'vitest';
import { documentSchemas } from '../../../src/core/documents/index.ts';
import { baseOfFile, foreignPort } from '../../../src/core/plan/base.ts';
import { buildPlan } from '../../../src/core/plan/build-plan.ts';
import { planDocument } from '../../../src/core/plan/document.ts';
import { touchedLines, undoLines } from '../../../src/core/plan/touched.ts';
import { fakeEngine } from '../../helpers/engine.ts';
import { BASE, configuration, flag, PLACE } from './samples.ts';

const values = Array.from({ length: 120 }, (_, at) => at + 1);
const of = configuration([flag('slots', '-np', values)], {
  constraints: [{ text: 'slots < 100', place: PLACE }],
  hooks: { ...configuration([]).hooks, drain: [['./drain']] },
});
const plan = buildPlan(of, BASE, fakeEngine, { maxTrials: 500 });

describe('the plan document', () => {
  test('is what its schema says, also with rejected settings', () => {
    expect(documentSchemas.plan.safeParse(planDocument(plan, 1000)).error).toBeUndefined();
    expect(
      documentSchemas.plan.safeParse(JSON.parse(JSON.stringify(planDocument(plan)))).error,
    ).toBeUndefined();
  });

  test('lists a hundred trials, and says how many it leaves out', () => {
    expect(planDocument(plan)).toMatchObject({
      omitted: 20,
      effort: null,
      expected_total_s: null,
      last_start: null,
    });
    expect(planDocument(plan).trials).toHaveLength(100);
    expect(planDocument(plan, 3).omitted).toBe(117);
    expect(planDocument(plan, 1000).omitted).toBe(0);
  });

  test('carries what is expected, where it is known', () => {
    const document = planDocument(plan, 2, {
      expected_s: ({ name }) => (name === 'slots=2' ? 90 : null),
      effort: null,
      expected_total_s: 900,
      last_start: '2026-01-31T03:00:00Z',
      loads: { source: 'journal', seconds: [412, 419] },
    });
    expect(document.trials.map(({ expected_s }) => expected_s)).toEqual([90, null]);
    expect(document).toMatchObject({
      expected_total_s: 900,
      last_start: '2026-01-31T03:00:00Z',
      loads: { source: 'journal', seconds: [412, 419] },
    });
  });

  test('of a unit names its one file, and says that a reboot takes it away', () => {
    const service = { kind: 'systemd', unit: 'a.service', scope: 'system' } as const;
    expect(touchedLines({ ...of, service }, plan.base, [], []).join('\n')).toContain(
      '/run/systemd/system/a.service.d/zz-holdpoint.conf',
    );
    expect(undoLines({ ...of, service }).at(-1)).toMatch(/drop-in is removed; after a reboot it is gone/);
  });

  test('says in plain words what is touched and how it is undone', () => {
    expect(plan.touched).toEqual([
      'the server on http://127.0.0.1:8081 (/bin/llama-server in /srv) is stopped and started for 99 commands, one after the other',
      'while it is stopped or loads, requests to http://127.0.0.1:8081 fail',
      'each start answers the requests of 2 load points',
      'your own commands are run: drain',
    ]);
    expect(plan.undo[0]).toBe(
      'at the end the server is brought back as it was found (if none ran, none is left running)',
    );
  });
});

describe('the base command of a file', () => {
  const at = (command: readonly string[], port: number) => {
    const { endpoint } = of;
    return baseOfFile(
      { ...of, service: { kind: 'process', command, cwd: '/srv', env: {} }, endpoint: { ...endpoint, port } },
      fakeEngine,
    )?.argv;
  };

  test('gets the port of the endpoint where it names none and the engine would take another', () => {
    expect(at(['run', '-c', '1'], 8081)).toEqual(['run', '-c', '1', '--port', '8081']);
    expect(at(['run', '-c', '1'], 8080)).toEqual(['run', '-c', '1']);
    expect(at(['run', '--port=8081'], 8081)).toEqual(['run', '--port=8081']);
  });

  test('is not in the file where a unit gives it', () => {
    const service = { kind: 'systemd', unit: 'a.service', scope: 'system' } as const;
    expect(baseOfFile({ ...of, service }, fakeEngine)).toBeNull();
  });

  test("a port of a command that is not the endpoint's is told from the same one", () => {
    expect(foreignPort(['x', '--port', '9'], of, fakeEngine)).toBe('9');
    expect(foreignPort(['x', `--port=${of.endpoint.port}`], of, fakeEngine)).toBeNull();
    expect(foreignPort(['x'], of, fakeEngine)).toBeNull();
  });

  test('is not in the file where a running server is adopted', () => {
    expect(
      baseOfFile({ ...of, service: { kind: 'process-adopted', adopt: { port: 1 } } }, fakeEngine),
    ).toBeNull();
  });
});
