import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Definition } from '../../../src/core/generation.ts';
import { program } from '../../adapters/support/programs.ts';
import { until } from '../../contract/until.ts';
import { describeReal, requireReal } from '../../helpers/real-things.ts';
import { Models } from '../support/models.ts';
import { Machine } from '../support/systemd/machine.ts';
import { installUnit, type Scope, supervisorIn, systemScope, userScope } from '../support/systemd/scope.ts';
import { llamaServer, UnitScene } from '../support/systemd/unit-scene.ts';
import { type MachineUser, startManager, userOf } from '../support/systemd/user-of.ts';

const ETC = '/etc/systemd/system';
const RUN = '/run/systemd/system';
const OURS = 'zz-holdpoint-promoted.conf';

describeReal(['systemd', 'llama-server'], 'promote over a unit of a real systemd', () => {
  let machine: Machine;
  let swept: () => Promise<Promoted>;

  beforeAll(async () => {
    machine = await Machine.start();
    const model = await new Models(machine.shared).file('count');
    const service = llamaServer(requireReal('llama-server'), model);
    swept = async () => {
      const scene = await UnitScene.make({ machine, scope: systemScope(machine), service });
      const made = new Promoted(machine, scene);
      machine.write(`${ETC}/${made.unit}.d/10-mine.conf`, '# mine\n[Service]\nEnvironment="MINE=100%% $a"\n');
      machine.write(`${RUN}/${made.unit}.d/20-mine.conf`, '[Service]\nNice=1\n');
      machine.demand('systemctl', 'daemon-reload');
      machine.demand('systemctl', 'restart', made.unit);
      const { code, stdout, stderr } = await scene.ends(['sweep', '--json', '--yes', '--fresh']);
      expect(code, `${stdout}${stderr}`).toBe(0);
      return made;
    };
  });
  afterAll(() => machine.end());

  test.concurrent('what is installed is one file, without anything of a trial, and --undo takes it away', async () => {
    const at = await swept();
    const before = at.files;
    await at.promote({ file: `${RUN}/${at.unit}.d/${OURS}`, state: 'installed' }, '--trial', 'two');
    const { [`${RUN}/${at.unit}.d/${OURS}`]: ours = '', ...others } = at.files;
    expect(others).toEqual(before);
    expect(ours).toMatch(/"-np" "2"$/m);
    expect(ours).not.toMatch(/Restart|HOLDPOINT|--metrics|MINE/);
    expect([at.shows('Restart'), at.argv()]).toEqual(['always', expect.stringMatching(/-np 2$/)]);
    expect(at.environment()).toEqual(expect.arrayContaining(['MINE=100% $a']));
    expect(at.environment().filter((entry) => entry.startsWith('HOLDPOINT'))).toEqual([]);
    // also when systemd itself starts it again
    machine.demand('systemctl', 'kill', '--signal=KILL', at.unit);
    machine.demand('systemctl', 'restart', at.unit);
    expect(at.argv()).toMatch(/-np 2$/);
    await at.promote({ file: `${RUN}/${at.unit}.d/${OURS}`, state: 'removed' }, '--undo');
    expect([at.files, at.argv(), at.shows('ActiveState')]).toEqual([
      before,
      expect.stringMatching(/-np 1$/),
      'active',
    ]);
  });

  test.concurrent('a file of the operator that counts more: refused, ours is gone, the server still runs', async () => {
    const at = await swept();
    machine.write(`${RUN}/${at.unit}.d/zzz-mine.conf`, `[Service]\nExecStart=\nExecStart=${at.argv()}\n`);
    machine.demand('systemctl', 'daemon-reload');
    const before = [at.files, at.shows('InvocationID')];
    const { code, stdout } = await at.scene.ends([
      'promote',
      '--yes',
      '--json',
      '--persist',
      '--trial',
      'two',
    ]);
    expect([code, JSON.parse(stdout).error]).toEqual([
      20,
      expect.objectContaining({ message: expect.stringContaining('zzz-mine.conf counts more') }),
    ]);
    expect([at.files, at.shows('InvocationID')]).toEqual(before);
  });

  // Last, as it ends the machine for every test.
  test('a power cut: with --persist it stays and --undo takes it away, without it is gone by itself', async () => {
    const [kept, lost] = await Promise.all([swept(), swept()]);
    await Promise.all([
      kept.promote(
        { file: `${ETC}/${kept.unit}.d/${OURS}`, state: 'installed' },
        '--trial',
        'two',
        '--persist',
      ),
      lost.promote({ file: `${RUN}/${lost.unit}.d/${OURS}`, state: 'installed' }, '--trial', 'two'),
    ]);
    await machine.cut();
    await machine.on();
    expect([kept.argv(), lost.argv()]).toEqual([
      expect.stringMatching(/-np 2$/),
      expect.stringMatching(/-np 1$/),
    ]);
    await kept.promote({ file: `${ETC}/${kept.unit}.d/${OURS}`, state: 'removed' }, '--undo');
    expect([kept.argv(), Object.keys(kept.files)]).toEqual([
      expect.stringMatching(/-np 1$/),
      [`${ETC}/${kept.unit}`, `${ETC}/${kept.unit}.d/10-mine.conf`],
    ]);
  });
});

describeReal(['systemd'], "promote over a unit of a user's own manager", () => {
  const UNIT = 'llm.service';
  const SERVER = [process.execPath, program('server.mjs'), 'steady', '--budget'];
  let machine: Machine;
  let user: MachineUser;
  let scope: Scope;

  beforeAll(async () => {
    machine = await Machine.start();
    user = userOf(machine);
    startManager(machine, user);
    scope = userScope(machine, user);
    installUnit(machine, scope, UNIT, `ExecStart=${[...SERVER, '8'].join(' ')}`, 'Environment=A=1');
    // her own, as where she has written it herself
    machine.demand('chown', '-R', user.name, `${user.home}/.config`);
  });
  afterAll(() => machine.end());

  /** How its manager alone starts it, as after a login; as the kernel shows it once it has become the program. */
  async function startedAlone(): Promise<Pick<Definition, 'argv' | 'env'>> {
    machine.demand(...scope.systemctl, 'restart', UNIT);
    const pid = machine.demand(...scope.systemctl, 'show', '-p', 'MainPID', '--value', UNIT).trim();
    const words = (file: string) => (machine.read(`/proc/${pid}/${file}`) ?? '').split('\0').slice(0, -1);
    const argv = await until(async () => (words('cmdline')[0] === SERVER[0] ? words('cmdline') : null));
    const A = words('environ').find((entry) => entry.startsWith('A='));
    return { argv, env: { A: A?.slice(2) ?? '' } };
  }

  test.each([true, false])(
    'persist: %s; its own file, the winner by itself, and the way back',
    async (persist) => {
      const supervisor = await supervisorIn(scope, UNIT);
      const own = await supervisor.own();
      const winner = { ...own, argv: [...SERVER, '16'], env: { A: '2' } };
      const promoted = await supervisor.promotions.made(winner, { run_id: 'r1', trial: 'two', persist });
      await supervisor.prepare(winner, '/dev/null', { promoted, is_own: true });
      expect(promoted.file).toBe(`${persist ? scope.units : scope.drop_ins}/${UNIT}.d/${OURS}`);
      expect(machine.read(promoted.file)).toBe(promoted.text);
      expect(await startedAlone()).toEqual({ argv: winner.argv, env: winner.env });
      await supervisor.prepare(own, '/dev/null', { promoted: null, is_own: true });
      expect(machine.read(promoted.file)).toBeNull();
      expect(await startedAlone()).toEqual({ argv: own.argv, env: own.env });
    },
  );
});

/** A unit whose sweep has ended. */
class Promoted {
  readonly scene: UnitScene;
  readonly unit: string;
  readonly #machine: Machine;

  constructor(machine: Machine, scene: UnitScene) {
    this.#machine = machine;
    this.scene = scene;
    this.unit = `llm-${scene.port}.service`;
  }

  /** Runs it to a good end, which is what it says. */
  async promote(
    expected: { readonly file: string; readonly state: string },
    ...words: readonly string[]
  ): Promise<void> {
    const run = this.scene.runDir();
    const { code, stdout, stderr } = await this.scene.ends(['promote', run, '--yes', '--json', ...words]);
    expect(code, `${stdout}${stderr}`).toBe(0);
    const { file, state } = JSON.parse(stdout).data;
    expect({ file: file.path, state }).toEqual(expected);
  }

  shows(property: string): string {
    return this.#machine.demand('systemctl', 'show', '--value', '-p', property, this.unit).trim();
  }

  /** Of the main process, as its kernel shows it. */
  argv(): string {
    return this.#words('cmdline').join(' ');
  }

  environment(): readonly string[] {
    return this.#words('environ');
  }

  /** Each file that makes this unit what it is, with its text. */
  get files(): Readonly<Record<string, string>> {
    const found = this.#machine.run(['find', ETC, RUN, '-path', `*/${this.unit}*`, '-type', 'f']).stdout;
    const paths = found
      .split('\n')
      .filter((path) => path !== '')
      .sort();
    return Object.fromEntries(paths.map((path) => [path, this.#machine.read(path) ?? '']));
  }

  #words(file: string): readonly string[] {
    const text = this.#machine.read(`/proc/${this.shows('MainPID')}/${file}`) ?? '';
    return text.split('\0').filter((word) => word !== '');
  }
}
