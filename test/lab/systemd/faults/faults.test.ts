import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { describeReal } from '../../../helpers/real-things.ts';
import { test } from '../../support/devices/device-lab.ts';
import { deviceService } from '../../support/devices/device-scene.ts';
import { makeProgram } from '../../support/devices/program.ts';
import { Machine } from '../../support/systemd/machine.ts';
import { systemScope } from '../../support/systemd/scope.ts';
import { UnitScene } from '../../support/systemd/unit-scene.ts';
import { deathLine, die, goOn, notAsFound, undisturbed } from './die.ts';
import { Evidence, WHOLE } from './evidence.ts';
import { cellsOf, play } from './play.ts';
import { ALWAYS, type Death, everyDeath, POWER_CUTS } from './rows/deaths.ts';
import { MEMORY } from './rows/memory.ts';
import { OPERATOR } from './rows/operator.ts';
import { PROCESSES } from './rows/processes.ts';

const ROWS = [...MEMORY, ...PROCESSES, ...OPERATOR];
const played = ROWS.filter((row) => WHOLE || row.short).map((row) => [row.name, row.why, row] as const);
/** A hung tool is waited for six times, and the window closes on a full minute. */
const SLOWEST_MS = 600_000;
const ALL_MS = 3_600_000;
const evidence = new Evidence();
for (const { name } of ROWS) evidence.announce(name);

describeReal(['systemd'], 'a sweep over a unit of a real systemd, under each fault', () => {
  test.concurrent.for(played)('%s: %s', { timeout: SLOWEST_MS }, async ([, , row], { devices: lab }) => {
    await play(row, lab);
    evidence.add(row.name, cellsOf(row));
  });
});

/** Deaths at a time: each is a life of Holdpoint more. */
const SIDE_BY_SIDE = 4;

describeReal(['systemd'], 'the end of Holdpoint over a unit of a real systemd', () => {
  let machine: Machine;
  let make: () => Promise<UnitScene>;
  let kinds: ReadonlyMap<string, number>;

  beforeAll(async () => {
    machine = await Machine.start();
    const python = await makeProgram(join(machine.shared, 'sglang'));
    make = () => UnitScene.make({ machine, scope: systemScope(machine), service: deviceService(python) });
    kinds = await undisturbed(await make());
  });
  afterAll(() => machine.end());

  test('kill -9 right after a record: resume, restore or the timer bring the original back', {
    timeout: ALL_MS,
  }, async () => {
    const deaths = WHOLE ? everyDeath(kinds.keys()) : ALWAYS;
    const wrong = await sideBySide(deaths, async (death) => {
      const scene = await make();
      const before = await die(scene, death, kinds);
      const problems = before.length > 0 ? before : await goOn(scene, death);
      scene.remove();
      return problems;
    });
    conclude(wrong);
  });

  // Last, as it ends the machine for all.
  test('and the host with it: the original is back by itself, and resume and restore go on from there', async () => {
    const scenes = new Map<Death, UnitScene>();
    const before = await sideBySide(POWER_CUTS, async (death) => {
      const scene = await make();
      scenes.set(death, scene);
      return die(scene, death, kinds);
    });
    await machine.cut();
    await machine.on();
    const after = await sideBySide(POWER_CUTS, async (death) => {
      const scene = scenes.get(death);
      return scene === undefined ? [] : [...notAsFound(scene), ...(await goOn(scene, death))];
    });
    conclude(new Map([...after].map(([death, wrong]) => [death, [...(before.get(death) ?? []), ...wrong]])));
  });
});

type Wrong = ReadonlyMap<Death, readonly string[]>;

/** Some at a time. What is wrong with each of them. */
async function sideBySide(
  deaths: readonly Death[],
  work: (death: Death) => Promise<readonly string[]>,
): Promise<Wrong> {
  const wrong = new Map<Death, readonly string[]>(deaths.map((death) => [death, []]));
  const queue = [...deaths];
  const take = async () => {
    for (let death = queue.shift(); death !== undefined; death = queue.shift())
      wrong.set(death, await work(death));
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, take));
  return wrong;
}

/** Those of which all came as promised stand in the table; the others are told. */
function conclude(wrong: Wrong): void {
  for (const [death, problems] of wrong) {
    const { name, cells } = deathLine(death);
    evidence.announce(name);
    if (problems.length === 0) evidence.add(name, cells);
  }
  const told = [...wrong].flatMap(([death, problems]) =>
    problems.map((problem) => `${deathLine(death).name}: ${problem}`),
  );
  expect(told).toEqual([]);
}

describeReal(['systemd'], 'docs/evidence', () => {
  // UPDATE_EVIDENCE=1 writes the file once the whole table came; else what came must stand in it.
  test('says what came', () => expect(evidence.differing()).toEqual([]));
});
