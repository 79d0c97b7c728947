import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Present } from '../../../src/ports/supervisor.ts';
import { program } from '../../adapters/support/programs.ts';
import { until } from '../../contract/until.ts';
import { describeReal } from '../../helpers/real-things.ts';
import { Machine } from '../support/systemd/machine.ts';
import { installUnit, removeUnit, type Scope, supervisorIn, systemScope } from '../support/systemd/scope.ts';

const UNIT = 'llm-a.service';
const SERVER = `${process.execPath} ${program('server.mjs')} steady`;

/** What the unit says, each with variables that must be known too. */
const CASES: readonly (readonly [name: string, lines: readonly string[], wrapper: readonly string[]])[] = [
  ['quotes', [`ExecStart=${SERVER} 'a b' "c \\"d\\"" e" "f '' \\x41\\u00e9 \\101 ü`], []],
  ['a continuation', [`ExecStart=${SERVER} \\`, '  # between', '  --one \\', '  --two'], []],
  [
    'specifiers',
    [`ExecStart=${SERVER} %n %N %p %j %J %h %t %S %C %L %E %T %V %u %U %H %m %b %v %f 100%%`],
    [],
  ],
  [
    'variables',
    [
      'Environment="A=one two" B=3',
      'Environment=EMPTY=',
      `ExecStart=${SERVER} $A \${A} x\${B}y $$A $EMPTY \${EMPTY} a$B`,
    ],
    [],
  ],
  [
    'files of variables',
    [
      'Environment=A=unit KEPT=1',
      'EnvironmentFile=/etc/llm.env',
      'EnvironmentFile=-/etc/none.env',
      'EnvironmentFile=/etc/%N.env',
      `ExecStart=${SERVER} $A \${B} \${C}`,
    ],
    [],
  ],
  [
    'quotes in files of variables',
    ['EnvironmentFile=/etc/llm-quotes.env', `ExecStart=${SERVER} $ARGS \${ARGS} \${MIXED} \${LINES} $PLAIN`],
    [],
  ],
  [
    'words that are no variables, and those that are taken away',
    [
      'Environment=NOTHING A=1 B=2 C=3',
      'UnsetEnvironment=A B=other C=3',
      `ExecStart=${SERVER} \${B} a\u00a0b`,
    ],
    [],
  ],
  ['taskset', [`ExecStart=/usr/bin/taskset -c 0 ${SERVER} -c 1`], ['/usr/bin/taskset', '-c', '0']],
  ['nice and stdbuf', [`ExecStart=nice -n 1 stdbuf -oL ${SERVER}`], ['nice', '-n', '1', 'stdbuf', '-oL']],
  ['env', ['Environment=A=unit', `ExecStart=/usr/bin/env A=env D=d ${SERVER}`], []],
  ['env that looks along PATH', ['ExecStart=env A=env sleep 3600'], ['env']],
  ['nohup', [`ExecStart=nohup ${SERVER}`], ['nohup']],
];

const presentArgv = ({ ours, definition }: Present) => (ours ? definition?.argv : null);

describeReal(['systemd'], 'the command of a unit, beside what a real systemd runs', () => {
  let machine: Machine;
  let system: Scope;

  beforeAll(async () => {
    machine = await Machine.start();
    system = systemScope(machine);
    machine.write('/etc/llm.env', `# comment\nA="of a file"\nB='x y'\n`);
    machine.write('/etc/llm-a.env', 'C=1 2\nA=last\n');
    machine.write(
      '/etc/llm-quotes.env',
      `ARGS=--spec '{"n": 4}' --x "y z"\nMIXED="a" 'b' c"d" \nLINES="one\n# two"\nPLAIN=\\\\d "\\\\n"\n`,
    );
  });
  afterEach(() => {
    machine.run(['systemctl', 'stop', UNIT]);
    removeUnit(machine, system, UNIT);
  });
  afterAll(() => machine.end());

  /** The main process as the kernel shows it, once it has become the program. */
  async function kernelOf(last: string): Promise<{ readonly argv: string[]; readonly env: Set<string> }> {
    const words = (file: string, pid: string) =>
      (machine.read(`/proc/${pid}/${file}`) ?? '').split('\0').slice(0, -1);
    return until(async () => {
      const pid = machine.demand('systemctl', 'show', '-p', 'MainPID', '--value', UNIT).trim();
      const argv = words('cmdline', pid);
      return argv[0]?.split('/').at(-1) === last ? { argv, env: new Set(words('environ', pid)) } : null;
    });
  }

  test.each(CASES)('%s', async (_name, lines, wrapper) => {
    installUnit(machine, system, UNIT, ...lines);
    const supervisor = await supervisorIn(system, UNIT);
    const own = await supervisor.own();
    expect(own.wrapper ?? []).toEqual(wrapper);
    machine.demand('systemctl', 'start', UNIT);
    const kernel = await kernelOf(own.argv[0]?.split('/').at(-1) ?? '');
    expect(own.argv).toEqual(kernel.argv);
    for (const [name, value] of Object.entries(own.env)) expect(kernel.env).toContain(`${name}=${value}`);
    const present = await supervisor.present();
    expect(present).toMatchObject({ ours: false, definition: own });
    expect(present.differs).toBeUndefined();
  });

  test('a setting keeps what stands in front, and a variable of `env` can be swept', async () => {
    installUnit(machine, system, UNIT, `ExecStart=/usr/bin/env A=1 taskset -c 0 ${SERVER} --budget 8`);
    const supervisor = await supervisorIn(system, UNIT);
    const own = await supervisor.own();
    const setting = { ...own, argv: [...own.argv.slice(0, -1), '16'], env: { A: '2' } };
    await supervisor.start(await supervisor.prepare(setting, '/dev/null'));
    const kernel = await kernelOf('node');
    expect(kernel.argv).toEqual(setting.argv);
    expect([kernel.env.has('A=2'), kernel.env.has('A=1')]).toEqual([true, false]);
    const pid = machine.demand('systemctl', 'show', '-p', 'MainPID', '--value', UNIT).trim();
    expect(machine.demand('taskset', '-pc', pid)).toMatch(/: 0$/m);
    expect(await supervisor.present()).toMatchObject({ ours: true, definition: setting });
  });

  test('variables of all kinds are taken over, and one that another file counts more for is refused', async () => {
    installUnit(machine, system, UNIT, 'Environment=A=1 KEPT=1', `ExecStart=${SERVER} --budget 8`);
    const supervisor = await supervisorIn(system, UNIT);
    const own = await supervisor.own();
    const env = {
      ...{ KEPT: '1', A: '2', EMPTY: '', SPACES: ' two  words ', QUOTES: `it's "so"`, DOLLARS: '$HOME ${A}' },
      ...{ PERCENT: '50% %n', SIGNS: '`x`; # & | ! =', WIDE: 'ü', LINES: 'a\nb', BACKSLASH: 'a\\b' },
    };
    await supervisor.start(await supervisor.prepare({ ...own, env }, '/dev/null'));
    const kernel = await kernelOf('node');
    for (const [name, value] of Object.entries(env)) expect(kernel.env).toContain(`${name}=${value}`);

    machine.write(`${system.drop_ins}/${UNIT}.d/zzz-mine.conf`, '[Service]\nEnvironment=A=22\n');
    const refused = supervisor.prepare({ ...own, env: { ...env, A: '3' } }, '/dev/null');
    await expect(refused).rejects.toThrow(/not taken over A \(.*zzz-mine\.conf counts more\)/);
  });

  test('a unit whose name has an escape in it', async () => {
    const unit = 'llm\\x2da.service';
    installUnit(machine, system, unit, `ExecStart=${SERVER} --budget 8`);
    const supervisor = await supervisorIn(system, unit);
    const own = await supervisor.own();
    const setting = { ...own, argv: [...own.argv.slice(0, -1), '16'] };
    await supervisor.start(await supervisor.prepare(setting, '/dev/null'));
    expect(await until(async () => presentArgv(await supervisor.present()))).toEqual(setting.argv);
    machine.demand('systemctl', 'stop', unit);
    await supervisor.settle();
    removeUnit(machine, system, unit);
  });

  test('a server of Type=notify is started without waiting for its word', async () => {
    const announcing = `ExecStart=${process.execPath} ${program('announcing.mjs')}`;
    installUnit(
      machine,
      system,
      UNIT,
      'Type=notify',
      'NotifyAccess=all',
      'TimeoutStartSec=infinity',
      announcing,
    );
    const supervisor = await supervisorIn(system, UNIT);
    const prepared = await supervisor.prepare(await supervisor.own(), '/dev/null');
    const generation = await supervisor.start(prepared);
    const state = () => machine.demand('systemctl', 'show', '-p', 'ActiveState', '--value', UNIT).trim();
    expect(state()).toBe('activating');
    await until(async () => (await supervisor.log(generation, 0)).lines.some(({ text }) => text === 'up'));
    expect(await supervisor.life(generation)).toMatchObject({ alive: true });
    expect((await supervisor.present()).generation).toMatchObject({ id: generation.id });
    // its word may be lost: systemd drops one whose sender has ended before it looked who that was
    const announce = () => machine.demand('systemctl', 'kill', '--kill-who=main', '--signal=USR1', UNIT);
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 500));
    await until(() => {
      announce();
      return state() === 'active';
    }, pause);
    expect(await supervisor.life(generation)).toMatchObject({ alive: true, restarts: 0 });
  });

  test('one of Type=notify that ends at once is a generation that has ended', async () => {
    const failing = `ExecStart=${process.execPath} ${program('server.mjs')} failing`;
    installUnit(machine, system, UNIT, 'Type=notify', failing);
    const supervisor = await supervisorIn(system, UNIT);
    const generation = await supervisor.start(await supervisor.prepare(await supervisor.own(), '/dev/null'));
    await until(async () => !(await supervisor.life(generation)).alive);
    expect((await supervisor.life(generation)).exit).toEqual({ code: 3, signal: null });
  });
});
