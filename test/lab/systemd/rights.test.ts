import { chmodSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import type { Grant } from '../../../src/ports/supervisor.ts';
import { type BuiltCli, buildCli } from '../../helpers/built-cli.ts';
import { describeReal } from '../../helpers/real-things.ts';
import { grantsOf } from '../support/systemd/grants.ts';
import { type Limited, test } from '../support/systemd/limited-lab.ts';
import { installUnit, removeUnit, supervisorIn, userScope } from '../support/systemd/scope.ts';
import { asUser, startManager } from '../support/systemd/user-of.ts';

const TWO = {
  parameters: { slots: { flag: '-np', values: [1, 2] } },
  settings: [
    { name: 'one', slots: 1 },
    { name: 'two', slots: 2 },
  ],
};
const OF_POLKIT = ['start', 'stop', 'kill', 'reset-failed', 'daemon-reload'];

interface DoctorDocument {
  readonly data: {
    readonly checks: readonly {
      readonly name: string;
      readonly state: string;
      readonly remedy: string | null;
    }[];
    readonly grants: readonly Grant[];
  };
}

describeReal(
  ['systemd', 'llama-server', 'polkit', 'sudo'],
  'a user without root and her unit of the system',
  () => {
    let cli: BuiltCli;
    beforeAll(async () => {
      cli = await buildCli();
      chmodSync(dirname(cli.program), 0o755);
      return () => cli.remove();
    });

    /** `holdpoint doctor` as she runs it there. */
    function doctor({ lab, user }: Limited, group: number, ...words: readonly string[]) {
      const file = join(lab.folder, 'holdpoint.yaml');
      writeFileSync(file, JSON.stringify(lab.file(TWO)));
      lab.machine.demand('chmod', '-R', 'go+rX', lab.folder);
      const command = [
        process.execPath,
        cli.program,
        'doctor',
        '-f',
        file,
        '--dir',
        join(user.home, 'runs'),
        ...words,
      ];
      return lab.machine.run([...asUser(user, [group]), ...command]);
    }

    test.concurrent('doctor names what is missing and prints what gives it, and with that a sweep runs', async ({
      limited,
      journal_group,
    }) => {
      const { lab } = limited;
      const before = [lab.files, lab.running()];
      const asked = doctor(limited, journal_group, '--json');
      expect(asked.code, asked.stderr).toBe(20);
      const { checks, grants } = (JSON.parse(asked.stdout) as DoctorDocument).data;
      const failed = checks.filter(({ state }) => state === 'failed').map(({ name }) => name);
      expect(failed).toEqual([...OF_POLKIT, 'drop-in'].map((name) => `right: ${name}`));
      expect(grants).toEqual(grantsOf(await limited.rights()));
      const printed = doctor(limited, journal_group).stdout;
      for (const { file, text, worth } of grants)
        for (const part of [file, text, worth]) expect(printed).toContain(part);
      expect([lab.files, lab.running()], 'nothing was touched').toEqual(before);

      await limited.give(grants);
      expect(doctor(limited, journal_group).code).toBe(0);
      const ran = await lab.sweep(lab.file({ ...TWO, baseline: 'current' }));
      expect([ran.exit, ran.restored]).toEqual([0, { to: 'original', ok: true }]);
      const way = ran.points('prepared').flatMap(({ evidence }) => evidence.map(({ text }) => text));
      expect(way.filter((text) => text.startsWith('changed through /usr/bin/sudo -n -k -- '))).not.toEqual(
        [],
      );
      expect(lab.files, 'the unit is as it was').toEqual(before[0]);
    });

    test.concurrent('what she was given is worth that and no more', async ({ limited }) => {
      await limited.give();
      const { lab, user } = limited;
      const found = lab.running();
      lab.machine.write('/etc/systemd/system/other.service', '[Service]\nExecStart=/usr/bin/sleep 1000\n');
      lab.machine.demand('systemctl', 'start', 'other.service');
      const as = (...words: readonly string[]) => lab.machine.run([...asUser(user), ...words]);
      for (const verb of ['start', 'stop', 'kill', 'reset-failed'])
        expect(as('systemctl', '--no-ask-password', verb, 'other.service').stderr).toContain(
          'authentication required',
        );
      expect(as('systemctl', '--no-ask-password', 'restart', lab.unit).stderr).toContain(
        'authentication required',
      );
      expect(as('systemd-run', '--no-ask-password', '/usr/bin/true').stderr).toContain(
        'authentication required',
      );
      const other = lab.dropIn.replace(lab.unit, 'other.service');
      for (const words of [
        ['/usr/bin/rm', '-f', other],
        ['/usr/bin/rm', '-rf', lab.dropIn],
        ['/usr/bin/tee', lab.dropIn],
        ['/usr/bin/tee', other],
        ['/usr/bin/install', '-D', '-m', '4755', '/dev/null', lab.dropIn],
        ['/usr/bin/mv', '-T', lab.dropIn, other],
        ['/usr/bin/id'],
      ])
        expect(as('/usr/bin/sudo', '-n', ...words), words.join(' ')).toMatchObject({
          code: 1,
          stderr: expect.stringContaining('password is required'),
        });
      expect(lab.running()).toEqual(found);
      lab.machine.demand('systemctl', 'stop', 'other.service');
      lab.machine.remove('/etc/systemd/system/other.service');
    });

    const TAKEN = [
      ['start', '"start",'],
      ['stop', '"stop",'],
      ['kill', '"kill",'],
      ['reset-failed', ',"reset-failed"'],
      [
        'daemon-reload',
        'if (action.id === "org.freedesktop.systemd1.reload-daemon") return polkit.Result.YES;',
      ],
      ['drop-in', 'tee'],
      ['drop-in', 'rm -f'],
    ] as const;
    test.concurrent('whatever is taken away, doctor names exactly that', async ({ limited }) => {
      await limited.give();
      const found = limited.lab.running();
      for (const [name, part] of TAKEN) {
        await limited.take(part);
        expect(await limited.missing(), part).toEqual([name]);
        await limited.giveBack();
      }
      expect(limited.lab.running()).toEqual(found);
    });

    const REFUSED = TAKEN.filter(([name, part]) => name === 'start' || part === 'tee');
    test.concurrent.for(REFUSED)(
      'without %s a sweep ends before it touches anything, with what doctor says',
      async ([name, part], { limited }) => {
        await limited.give();
        const { lab } = limited;
        const before = [lab.files, lab.running()];
        await limited.take(part);
        const remedy = (await limited.rights()).find((right) => right.name === name)?.remedy;
        const ran = await lab.sweep(lab.file({ ...TWO, settings: TWO.settings.slice(1) }));
        expect(ran.fault).toMatchObject({ name: 'permission', hint: remedy });
        expect(ran.fault.message).toContain(name);
        expect([ran.exit, ran.touched]).toEqual([20, false]);
        expect([lab.files, lab.running()]).toEqual(before);
      },
    );

    test('on her own manager she needs none but to linger', async ({ machine, bench }) => {
      startManager(machine, bench);
      const scope = userScope(machine, bench);
      installUnit(machine, scope, 'mine.service', 'ExecStart=/usr/bin/sleep 1000');
      machine.demand(...scope.systemctl, 'start', 'mine.service');
      const supervisor = await supervisorIn(scope, 'mine.service');
      const states = async () => (await supervisor.rights()).map(({ name, state }) => [name, state]);
      const seen = ['unit files', 'journal', 'socket owner', 'environment'].map((name) => [name, 'held']);
      expect(await states()).toEqual([...seen, ['linger', 'weaker']]);
      machine.write(`/var/lib/systemd/linger/${bench.name}`, '');
      expect(await states()).toEqual([...seen, ['linger', 'held']]);
      machine.remove(`/var/lib/systemd/linger/${bench.name}`);
      machine.demand(...scope.systemctl, 'stop', 'mine.service');
      removeUnit(machine, scope, 'mine.service');
      scope.there.close();
    });
  },
);
