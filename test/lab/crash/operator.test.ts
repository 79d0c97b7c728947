import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeReal, requireReal } from '../../helpers/real-things.ts';
import { Models } from '../support/models.ts';
import { Scene } from './scene.ts';

/** A leader that does not react to TERM, so that there is time between TERM and KILL. */
const DEAF = ['/bin/sh', '-c', '\'trap "" TERM; "$@" & wait; wait\'', 'deaf'];

describeReal(['llama-server'], 'the operator interrupts', () => {
  const models = new Models();
  let scene: Scene;
  let port = 18_900;
  let model = '';

  beforeAll(async () => {
    model = await models.file('count');
  });
  afterEach(() => scene.clean());
  afterAll(() => models.remove());

  function place(wrapper: readonly string[] = []): Scene {
    port += 1;
    scene = new Scene([...wrapper, requireReal('llama-server')], model, port);
    return scene;
  }

  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s once: nothing new, the original back, exit 130, and resume does the rest',
    async (signal) => {
      const run = place().begin(['sweep', '--yes', '--fresh']);
      await run.says('one: started passed');
      run.signal(signal);
      const end = await run.ended;
      expect([end.code, scene.servers()]).toEqual([130, []]);
      expect(run.stderr).toContain('again to leave');
      expect(run.stderr).not.toContain('change to two');
      const line = /left to do: holdpoint resume (\S+)/.exec(run.stdout)?.[1] ?? 'no resume line';
      const resumed = scene.holdpoint(['resume', line, '--json']);
      expect([resumed.code, scene.servers()]).toEqual([0, []]);
    },
    60_000,
  );

  it('twice, between TERM and KILL: the restore is given up, exit 23 with the exact command, which then works', async () => {
    const run = place(DEAF).begin(['sweep', '--yes', '--fresh']);
    await run.says('one: measured');
    await run.says('TERM sent once');
    run.signal('SIGINT');
    await run.says('again to leave');
    run.signal('SIGINT');
    const end = await run.ended;
    expect([end.code, scene.servers().length > 0]).toEqual([23, true]);
    const line = /holdpoint restore (\S+)/.exec(run.stderr + run.stdout)?.[1] ?? 'no restore line';
    const blocked = scene.holdpoint(['sweep', '--yes', '--json']);
    expect([blocked.code, blocked.stdout.includes('restore')]).toEqual([30, true]);
    const restored = scene.holdpoint(['restore', line, '--json']);
    expect([restored.code, scene.servers()]).toEqual([130, []]);
  }, 120_000);

  it('thrice: it dies at once, and resume goes on', async () => {
    const run = place(DEAF).begin(['sweep', '--yes', '--fresh']);
    await run.says('one: measured');
    await run.says('TERM sent once');
    run.signal('SIGINT');
    await run.says('again to leave');
    run.signal('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 3));
    run.signal('SIGINT');
    const end = await run.ended;
    // the second request may have brought it to its end before the third came
    expect([end.signal ?? end.code]).toSatisfy(([how]) => how === 'SIGKILL' || how === 23);
    // where the request had been recorded, the first one brings the run to the end that was asked for
    expect([0, 130]).toContain(scene.holdpoint(['resume', scene.runDir(), '--json']).code);
    const resumed = scene.holdpoint(['resume', scene.runDir(), '--json']);
    expect([resumed.code, scene.servers()]).toEqual([0, []]);
  }, 180_000);

  it('a terminal that is lost never stops a sweep', async () => {
    const here = place();
    const cli = path.resolve('dist/cli.mjs');
    const command = `${process.execPath} ${cli} sweep --yes --fresh --dir ${here.dir} -f ${here.dir}/holdpoint.yaml`;
    const terminal = spawn(requireReal('script'), ['-qfec', command, '/dev/null'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, HOME: here.dir },
    });
    let screen = '';
    await new Promise<void>((resolve) => {
      terminal.stdout.on('data', (text: Buffer) => {
        screen += text.toString();
        if (screen.includes('loaded')) resolve();
      });
    });
    terminal.kill('SIGKILL');
    await until(() => here.journal().some(({ record }) => record.type === 'sweep.ended'));
    expect(here.journal().filter(({ record }) => record.type === 'trial.ended').length).toBe(2);
    await until(() => here.servers().length === 0);
  }, 120_000);
});

async function until(look: () => boolean): Promise<void> {
  while (!look()) await new Promise((resolve) => setTimeout(resolve, 100));
}
