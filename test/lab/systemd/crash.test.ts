import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeReal, requireReal } from '../../helpers/real-things.ts';
import { wrongInRecords } from '../crash/scene.ts';
import { Models } from '../support/models.ts';
import { Machine } from '../support/systemd/machine.ts';
import { systemScope } from '../support/systemd/scope.ts';
import { llamaServer, UnitScene } from '../support/systemd/unit-scene.ts';

const SWEEP = ['sweep', '--json', '--yes', '--fresh'];
/** The record right after which Holdpoint is killed: the first of its kind. */
const CASES = [
  ['resume', 'outcome prepare'],
  ['resume', 'intent start'],
  ['resume', 'generation'],
  ['restore', 'intent signal'],
  ['restore', 'intent settle'],
] as const;

describeReal(['systemd', 'llama-server'], 'Holdpoint dies over a unit of a real systemd', () => {
  let machine: Machine;
  let make: () => Promise<UnitScene>;
  let seqs: ReadonlyMap<string, number>;

  beforeAll(async () => {
    machine = await Machine.start();
    const model = await new Models(machine.shared).file('count');
    const service = llamaServer(requireReal('llama-server'), model);
    make = () => UnitScene.make({ machine, scope: systemScope(machine), service });
    const whole = await make();
    await whole.ends(SWEEP);
    seqs = whole.firsts();
  });
  afterAll(() => machine.end());

  test.concurrent.for(CASES)(
    '%s after its end at "%s": the unit as it was, and nothing of ours',
    async ([mode, kind]) => {
      const scene = await make();
      const killed = await scene.ends(SWEEP, seqs.get(kind) ?? 0);
      expect(killed.signal).toBe('SIGKILL');
      const run = await scene.ends([mode, scene.runDir(), '--json']);
      expect(wrongInRecords(mode, scene, run)).toEqual([]);
      expect(scene.unit()).toEqual(scene.found);
      const again = await scene.ends(['restore', scene.runDir(), '--json']);
      expect([again.code, scene.unit()]).toEqual([run.code, scene.found]);
    },
  );

  // Last, as it ends the machine for every test.
  test('and the host with it: the original is back by itself, and resume and restore go on from there', async () => {
    const both = await Promise.all(
      (['resume', 'restore'] as const).map(async (mode) => ({ mode, scene: await make() })),
    );
    await Promise.all(both.map(({ scene }) => scene.ends(SWEEP, seqs.get('generation') ?? 0)));
    for (const { scene } of both) expect(scene.unit().shown).toMatch(/^Restart=no$/m);
    await machine.cut();
    await machine.on();
    for (const { scene } of both) expect(scene.unit()).toEqual(scene.found);
    const wrong = both.map(async ({ mode, scene }) =>
      wrongInRecords(mode, scene, await scene.ends([mode, scene.runDir(), '--json'])),
    );
    expect(await Promise.all(wrong)).toEqual([[], []]);
    for (const { scene } of both) expect(scene.unit()).toEqual(scene.found);
  });
});
