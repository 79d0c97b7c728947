import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { holdpoint, temporaryFolder } from '../../cli/harness.ts';
import { describeReal } from '../../helpers/real-things.ts';
import { servicesOn } from '../support/systemd/cli-on.ts';
import { test } from '../support/systemd/unit-lab.ts';

describeReal(['systemd', 'llama-server'], 'a first file from a unit of a real systemd', () => {
  test.for(['running', 'stopped'] as const)(
    'of a real llama-server that is %s: `plan` takes it as it is',
    async (state, { lab, machine, there }) => {
      lab.install(await lab.server('-np', '1'), 'Environment=CUDA_VISIBLE_DEVICES=0,1');
      await lab.begin();
      // two lives of which the journal knows
      lab.systemctl('stop');
      await lab.begin();
      if (state === 'stopped') lab.systemctl('stop');
      const before = lab.files;
      const cwd = temporaryFolder();
      const services = servicesOn(machine, there);
      const call = (...argv: string[]) => holdpoint([...argv, '--dir', cwd], { cwd, services, columns: 200 });
      const drafted = await holdpoint(['init', '--from-unit', lab.unit, '--json'], { cwd, services });
      expect(drafted.json()).toMatchObject({ ok: true, data: { unit: lab.unit, engine: 'llamacpp' } });
      const text = readFileSync(join(cwd, 'holdpoint.yaml'), 'utf8');
      expect(parse(text)).toMatchObject({
        service: { kind: 'systemd', unit: lab.unit },
        engine: 'llamacpp',
        endpoint: lab.url,
        parameters: { slots: { flag: '--parallel', values: [1, 2, 4] } },
      });
      expect(text).toContain('CUDA_VISIBLE_DEVICES=0,1');
      expect(text).toMatch(/slots: .*default -1; now 1;/);
      const plan = await call('plan', '--json');
      expect(plan.stderr).toBe('');
      const { data } = plan.json() as unknown as {
        data: { trials: { command: { shown: string } }[]; loads: { source: string; seconds: number[] } };
      };
      expect(data.trials).toHaveLength(3);
      expect(data.trials.map(({ command }) => / (?:-np|--parallel) (\d)/.exec(command.shown)?.[1])).toEqual([
        '1',
        '2',
        '4',
      ]);
      expect(data.loads).toMatchObject({
        source: 'journal',
        seconds: [expect.any(Number), expect.any(Number)],
      });
      expect((await call('plan')).stdout).toContain('loads of this unit by its own journal: ');
      expect([lab.files, lab.shows('ActiveState')]).toEqual([
        before,
        state === 'running' ? 'active' : 'inactive',
      ]);
    },
  );

  test('of a unit that does not exist: said, and nothing is written', async ({ lab, machine, there }) => {
    lab.install(await lab.server());
    const cwd = temporaryFolder();
    const called = await holdpoint(['init', '--from-unit', 'nothing-like-it.service'], {
      cwd,
      services: servicesOn(machine, there),
    });
    expect([called.code, called.stderr]).toEqual([20, expect.stringContaining('there is no such unit')]);
    expect(() => readFileSync(join(cwd, 'holdpoint.yaml'))).toThrow(/ENOENT/);
  });
});
