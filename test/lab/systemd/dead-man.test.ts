import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JournalRecord } from '../../../src/core/sweep/records.ts';
import type { Controller } from '../../../src/run/controller.ts';
import { until } from '../../contract/until.ts';
import { describeReal, requireReal } from '../../helpers/real-things.ts';
import { wrongInRecords } from '../crash/scene.ts';
import { Models } from '../support/models.ts';
import { Machine } from '../support/systemd/machine.ts';
import { systemScope } from '../support/systemd/scope.ts';
import { llamaServer, UnitScene } from '../support/systemd/unit-scene.ts';

const SWEEP = ['sweep', '--json', '--yes', '--fresh'];
const SOON = ['--dead-man', '6s'];
const TIMERS = /holdpoint-restore-\S+\.timer/;

/** The record right after which Holdpoint is killed: the first of its kind. */
const KILLS = ['intent start', 'generation', 'intent settle'];

describeReal(['systemd', 'llama-server'], 'the dead-man timer on a real systemd', () => {
  let machine: Machine;
  let make: () => Promise<UnitScene>;
  let seqs: ReadonlyMap<string, number>;

  beforeAll(async () => {
    machine = await Machine.start();
    const model = await new Models(machine.shared).file('count');
    const service = llamaServer(requireReal('llama-server'), model);
    make = () => UnitScene.make({ machine, scope: systemScope(machine), service });
    const whole = await make();
    await whole.ends([...SWEEP, ...SOON]);
    seqs = whole.firsts();
    expect(timers(), 'the timer goes with the end of its run').toEqual([]);
  });
  afterAll(() => machine.end());

  function timers(run = ''): readonly string[] {
    const listed = machine.demand('systemctl', 'list-units', '--all', '--plain', '--no-legend');
    return listed.split('\n').filter((line) => TIMERS.test(line) && line.includes(run));
  }

  function records<T extends JournalRecord['type']>(scene: UnitScene, type: T) {
    const found = scene.journal().map(({ record }) => record);
    return found.filter((record): record is Extract<JournalRecord, { type: T }> => record.type === type);
  }

  function controller(scene: UnitScene): Controller {
    return JSON.parse(readFileSync(path.join(scene.runDir(), 'controller.json'), 'utf8')) as Controller;
  }

  /** The service that the timer of a turn starts. */
  function service(scene: UnitScene, fence: number): string {
    return `holdpoint-restore-${path.basename(scene.runDir())}-${fence}.service`;
  }

  function ended(scene: UnitScene): Promise<boolean> {
    return until(
      () => records(scene, 'sweep.ended').length > 0,
      () => new Promise((resolve) => setTimeout(resolve, 200)),
    );
  }

  test.concurrent.for(KILLS)(
    'Holdpoint is killed after "%s": the host itself puts the original back',
    async (kind) => {
      const scene = await make();
      const killed = await scene.ends([...SWEEP, ...SOON], seqs.get(kind) ?? 0);
      expect(killed.signal).toBe('SIGKILL');
      expect(timers(path.basename(scene.runDir()))).toHaveLength(1);
      await ended(scene);
      await until(() => machine.run(['systemctl', 'is-active', service(scene, 1)]).code !== 0);
      expect(records(scene, 'resumed')).toEqual([
        { type: 'resumed', only_restore: true, by: 'dead-man', fence: 2, took_over: null },
      ]);
      expect(scene.unit()).toEqual(scene.found);
      // nothing is owed any more: it is only told again
      const again = await scene.ends(['restore', scene.runDir(), '--json']);
      expect(wrongInRecords('restore', scene, again)).toEqual([]);
      expect(machine.run(['systemctl', 'is-failed', service(scene, 1)]).stdout.trim()).toBe('inactive');
      expect(timers(path.basename(scene.runDir()))).toEqual([]);
    },
  );

  test.concurrent('without it: said at the beginning, blocked after the death, and restore works', async () => {
    const scene = await make();
    const killed = await scene.ends(
      ['sweep', '--yes', '--fresh', '--no-dead-man'],
      seqs.get('generation') ?? 0,
    );
    expect(killed.signal).toBe('SIGKILL');
    expect(killed.stderr).toContain('no dead-man timer: it was switched off (--no-dead-man)');
    expect(timers(path.basename(scene.runDir()))).toEqual([]);
    const blocked = await scene.ends(SWEEP);
    expect([blocked.code, blocked.stdout]).toEqual([30, expect.stringContaining('holdpoint restore')]);
    await scene.ends(['restore', scene.runDir(), '--json', '--no-dead-man']);
    expect(scene.unit()).toEqual(scene.found);
  });

  test.concurrent('Holdpoint hangs, is taken over, and wakes up: it ends and touches nothing', async () => {
    const scene = await make();
    const run = scene.begin(['sweep', '--yes', '--fresh', ...SOON]);
    await run.says('two: new generation');
    const { pid } = controller(scene);
    machine.demand('kill', '-STOP', String(pid));
    await ended(scene);
    await until(() => machine.run(['systemctl', 'is-active', service(scene, 1)]).code !== 0);
    expect(records(scene, 'resumed')).toMatchObject([{ by: 'dead-man', fence: 2, took_over: pid }]);
    const look = () => ({
      unit: scene.unit(),
      life: machine.demand('systemctl', 'show', '-p', 'InvocationID,MainPID', `llm-${scene.port}.service`),
      journal: readFileSync(path.join(scene.runDir(), 'events.jsonl'), 'utf8'),
      summary: readFileSync(path.join(scene.runDir(), 'summary.json'), 'utf8'),
      controller: controller(scene),
    });
    const before = look();
    expect(before.unit).toEqual(scene.found);
    // it stopped together with the process that entered the machine for it, which wakes it
    run.signal('SIGCONT');
    expect(await run.ended).toEqual({ code: 30, signal: null });
    expect(run.stderr).toContain('was taken over by the dead-man timer');
    expect(look()).toEqual(before);
    expect(timers(path.basename(scene.runDir()))).toEqual([]);
  });

  test.concurrent('the operator resumes while the timer fires: one of them acts, the other stands back', async () => {
    const scene = await make();
    await scene.ends([...SWEEP, '--dead-man', '1h'], seqs.get('generation') ?? 0);
    const fired = service(scene, 1);
    const run = scene.begin(['resume', scene.runDir(), '--json', ...SOON]);
    machine.demand('systemctl', 'start', '--no-block', fired);
    const { code } = await run.ended;
    await until(() => !/^(active|activating)/.test(machine.run(['systemctl', 'is-active', fired]).stdout));
    const turns = records(scene, 'resumed');
    expect(turns.map(({ fence }) => fence)).toEqual(turns.map((_, i) => i + 2));
    const said = machine.demand('journalctl', '--output=cat', '--no-pager', '-u', fired);
    if (turns[0]?.by === 'operator') {
      expect([code, turns]).toEqual([0, [turns[0]]]);
      expect(said).toMatch(/nothing is touched|lock-held/);
    } else expect(code, said).toBe(30);
    expect(scene.unit()).toEqual(scene.found);
    const again = await scene.ends(['restore', scene.runDir(), '--json']);
    expect(wrongInRecords('restore', scene, again)).toEqual([]);
  });
});
