import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../contract/until.ts';
import { describeReal, requireReal } from '../../helpers/real-things.ts';
import { Scene } from '../crash/scene.ts';
import { freePort } from '../support/free-port.ts';
import { Models } from '../support/models.ts';
import { Machine } from '../support/systemd/machine.ts';
import { systemScope } from '../support/systemd/scope.ts';
import { llamaServer, UnitScene } from '../support/systemd/unit-scene.ts';

/** So that a sweep is not over before somebody has come to it. */
const MANY_REQUESTS = 400;
const DETACHED = ['sweep', '--detach', '--json', '--yes', '--fresh'];

/** A scene whose server is a process that Holdpoint starts on that machine. */
class ProcessScene extends Scene {
  readonly #within: readonly string[];

  constructor(machine: Machine, server: string, model: string, port: number) {
    super([server], model, port, { within: machine.shared });
    this.#within = machine.within;
  }

  protected override command(words: readonly string[]): readonly string[] {
    return [...this.#within, 'env', `--chdir=${this.dir}`, 'MINE=kept', ...words];
  }
}

interface Told {
  readonly data: { readonly dir: string; readonly pid: number; readonly unit: string; readonly how: string };
}

describeReal(['systemd', 'llama-server'], 'a sweep apart from the terminal on a real systemd', () => {
  let machine: Machine;
  let make: (requests?: number) => Promise<UnitScene>;

  beforeAll(async () => {
    machine = await Machine.start();
    const model = await new Models(machine.shared).file('count');
    const service = llamaServer(requireReal('llama-server'), model);
    make = async (requests = 2) => {
      const scene = await UnitScene.make({ machine, scope: systemScope(machine), service });
      const file = path.join(scene.dir, 'holdpoint.yaml');
      writeFileSync(file, readFileSync(file, 'utf8').replace('requests: 2,', `requests: ${requests},`));
      return scene;
    };
  });
  afterAll(() => machine.end());

  async function begun(scene: UnitScene, seen: string): Promise<Told['data']> {
    const { data } = JSON.parse((await scene.ends(DETACHED)).stdout) as Told;
    await until(() => log(scene).includes(seen));
    return data;
  }

  /** What the detached process has said on its stderr. */
  function log(scene: Scene): string {
    return readFileSync(path.join(scene.runDir(), 'holdpoint.log'), 'utf8');
  }

  function shown(unit: string, property: string): string {
    return machine.demand('systemctl', 'show', '--value', '-p', property, '--', unit).trim();
  }

  test.concurrent('it is a service of the manager; `systemctl stop` in the middle of a load restores', async () => {
    const scene = await make(MANY_REQUESTS);
    const { unit, pid, how, dir } = await begun(scene, 'two: new generation');
    expect(unit).toBe(`holdpoint-run-${path.basename(dir)}.service`);
    expect([how, shown(unit, 'MainPID')]).toEqual([`as ${unit} of the system manager`, String(pid)]);
    expect(JSON.parse(readFileSync(path.join(dir, 'controller.json'), 'utf8'))).toMatchObject({ pid });
    expect(shown(unit, 'Environment'), 'everybody can read it').not.toMatch(/(?!PATH|HOME)\b[A-Z_]+=/);
    machine.demand('systemctl', 'stop', unit);
    expect(scene.unit()).toEqual(scene.found);
    expect(scene.journal().map(({ record }) => record)).toContainEqual({
      type: 'operator',
      request: 'interrupt',
    });
    const said = machine.demand('journalctl', '--output=cat', '--no-pager', '-u', unit);
    expect(said).toContain('Deactivated successfully');
    const again = await scene.ends(['restore', dir, '--json']);
    expect(again.code, 'interrupted, and nothing is owed').toBe(130);
  });

  test.concurrent('`attach` draws it to its end, and its log is for nobody else', async () => {
    const scene = await make();
    const { dir, unit } = await begun(scene, 'begun');
    const watched = await scene.ends(['attach', dir]);
    expect([watched.code, watched.stdout]).toEqual([0, expect.stringContaining('original')]);
    expect(machine.demand('stat', '-c', '%a %U', path.join(dir, 'holdpoint.log')).trim()).toBe('600 root');
    await until(() => shown(unit, 'LoadState') === 'not-found');
    expect(scene.unit()).toEqual(scene.found);
  });

  test.concurrent('`stop RUN` and `status` find it', async () => {
    const scene = await make(MANY_REQUESTS);
    const { dir, pid } = await begun(scene, 'two: new generation');
    const status = await scene.ends(['status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ data: { lock: { pid, run: dir } } });
    const stopped = await scene.ends(['stop', dir, '--json']);
    expect(JSON.parse(stopped.stdout)).toMatchObject({ data: { restored: { to: 'original', ok: true } } });
    expect(scene.unit()).toEqual(scene.found);
  });

  test.concurrent('over a process it moves into a scope, with its environment; systemctl ends neither', async () => {
    const model = await new Models(machine.shared).file('count');
    const scene = new ProcessScene(machine, requireReal('llama-server'), model, await freePort());
    const run = scene.begin(DETACHED);
    await run.ended;
    const { data } = JSON.parse(run.stdout) as Told;
    expect(data.unit).toBe(`holdpoint-run-${path.basename(data.dir)}.scope`);
    expect(data.how).toContain('end it by `holdpoint stop`');
    await until(() => log(scene).includes('one: loaded passed'));
    const group = `/system.slice/${data.unit}`;
    expect(machine.read(`/proc/${data.pid}/cgroup`)).toContain(group);
    const listed = machine
      .demand('systemctl', 'show', '--value', '-p', 'ControlGroup', '--', data.unit)
      .trim();
    expect(listed).toBe(group);
    // between two settings Holdpoint is alone in it
    await until(() => /\n\d/.test(machine.read(`/sys/fs/cgroup${listed}/cgroup.procs`) ?? ''));
    expect(machine.read(`/proc/${data.pid}/environ`)).toContain('MINE=kept');
    machine.demand('systemctl', 'stop', data.unit);
    await until(() => scene.journal().some(({ record }) => record.type === 'sweep.ended'));
    expect(scene.journal().at(-1)?.record).toMatchObject({ type: 'sweep.ended', state: 'done' });
  });
});
