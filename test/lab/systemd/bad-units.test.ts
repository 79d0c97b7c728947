import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { program } from '../../adapters/support/programs.ts';
import { holdpoint, temporaryFolder } from '../../cli/harness.ts';
import { until } from '../../contract/until.ts';
import { describeReal } from '../../helpers/real-things.ts';
import { servicesOn } from '../support/systemd/cli-on.ts';
import { Machine } from '../support/systemd/machine.ts';
import { installUnit, removeUnit, type Scope, supervisorIn, systemScope } from '../support/systemd/scope.ts';

const UNIT = 'llm.service';
const FILE = `/etc/systemd/system/${UNIT}`;
const STEADY = `ExecStart=${process.execPath} ${program('server.mjs')} steady`;

interface Bad {
  readonly name: string;
  /** Lines of [Service]; null: there is no file. */
  readonly lines: readonly string[] | null;
  readonly unit?: string;
  /** Done to the machine before, and taken back behind it. */
  readonly before?: readonly (readonly string[])[];
  readonly after?: readonly (readonly string[])[];
  readonly files?: Readonly<Record<string, string>>;
  readonly code: number;
  /** What is wrong, and what would be right. */
  readonly says: readonly string[];
}

const LINK = '/etc/systemd/system/nickname.service';
const CASES: readonly Bad[] = [
  {
    name: 'does not exist',
    lines: [STEADY],
    unit: 'lm.service',
    code: 20,
    says: ['lm.service: there is no such unit', 'did you mean `llm.service`?'],
  },
  {
    name: 'is masked',
    lines: null,
    before: [['systemctl', 'mask', UNIT]],
    after: [['systemctl', 'unmask', UNIT]],
    code: 20,
    says: ['the unit is masked', `systemctl unmask ${UNIT}`],
  },
  { name: 'is a template', lines: null, unit: 'llm@.service', code: 3, says: ['llm@NAME.service'] },
  {
    name: 'is an alias',
    lines: [STEADY],
    unit: 'nickname.service',
    before: [
      ['ln', '-s', FILE, LINK],
      ['systemctl', 'daemon-reload'],
    ],
    after: [['rm', LINK]],
    code: 20,
    says: [`another name of ${UNIT}`, `write ${UNIT}`],
  },
  { name: 'is a oneshot', lines: ['Type=oneshot', STEADY], code: 20, says: ['Type=oneshot', 'Type=exec'] },
  { name: 'forks', lines: ['Type=forking', STEADY], code: 20, says: ['Type=forking', 'in the foreground'] },
  {
    name: 'has several ExecStart',
    lines: [STEADY, 'ExecStart=/bin/true'],
    code: 20,
    says: ['2 ExecStart= lines', 'systemd-analyze verify'],
  },
  {
    name: 'runs a container',
    lines: ['ExecStart=/usr/bin/docker run --gpus all vllm'],
    code: 20,
    says: ['`kind: docker`', 'not supported in this version'],
  },
  {
    name: 'runs a shell',
    lines: ["ExecStart=/bin/bash -c 'exec /bin/sleep 3600'"],
    code: 20,
    says: ['write ExecStart=/bin/sleep 3600'],
  },
  {
    name: 'runs a script of a shell',
    lines: [`ExecStart=${program('talkative.sh')}`],
    code: 20,
    says: ['talkative.sh, a script of'],
  },
  {
    name: 'runs conda without its log',
    lines: ['ExecStart=/opt/conda/bin/conda run -n x vllm serve m'],
    code: 20,
    says: ['--no-capture-output'],
  },
  {
    name: 'lacks a file of variables',
    lines: ['EnvironmentFile=/etc/none', STEADY],
    code: 20,
    says: ['EnvironmentFile=/etc/none is not there', 'EnvironmentFile=-/etc/none'],
  },
  {
    name: 'sets the swept flag in its environment',
    lines: ['Environment=LLAMA_ARG_N_PARALLEL=4', STEADY],
    code: 3,
    says: ['the environment of the server sets the same by LLAMA_ARG_N_PARALLEL', 'sweep { env:'],
  },
  {
    name: 'sets it in a file',
    lines: ['EnvironmentFile=/etc/llm.env', STEADY],
    files: { '/etc/llm.env': 'LLAMA_ARG_N_PARALLEL=4\n' },
    code: 3,
    says: ['an EnvironmentFile= of the unit sets the same'],
  },
  {
    name: 'has shell characters',
    lines: null,
    unit: '"a;b.service"',
    code: 3,
    says: ['is not a name of a service unit'],
  },
];

describeReal(['systemd'], 'a unit of a real systemd that cannot be swept', () => {
  let machine: Machine;
  let system: Scope;

  beforeAll(async () => {
    machine = await Machine.start();
    system = systemScope(machine);
  });
  afterEach(() => {
    machine.run(['systemctl', 'stop', UNIT]);
    removeUnit(machine, system, UNIT);
  });
  afterAll(() => machine.end());

  test.each(CASES)('which $name: exit $code, what would be right, nothing touched', async (bad) => {
    const { lines, unit = UNIT, before = [], after = [], files = {}, code, says } = bad;
    for (const [path, text] of Object.entries(files)) machine.write(path, text);
    if (lines !== null) installUnit(machine, system, UNIT, ...lines);
    for (const words of before) machine.demand(...words);
    const found = machine.read(FILE);
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'holdpoint.yaml'), fileFor(unit));
    const services = servicesOn(machine, system.there);
    const { code: exit, stderr } = await holdpoint(['plan'], { cwd, services, columns: 400 });
    expect([exit, stderr]).toEqual([code, expect.stringContaining(says[0] ?? '')]);
    for (const text of says) expect(stderr).toContain(text);
    expect(machine.read(FILE)).toBe(found);
    expect(machine.run(['find', '/run/systemd', '/etc/systemd', '-name', '*holdpoint*']).stdout).toBe('');
    for (const words of after) machine.demand(...words);
  });

  test('an instance of a template can be', async () => {
    machine.write('/etc/systemd/system/tpl@.service', `[Service]\n${STEADY} %i %I\n`);
    machine.demand('systemctl', 'daemon-reload');
    const supervisor = await supervisorIn(system, 'tpl@a-b.service');
    expect((await supervisor.own()).argv.slice(-2)).toEqual(['a-b', 'a/b']);
    machine.demand('systemctl', 'start', 'tpl@a-b.service');
    const present = await supervisor.present();
    expect([present.differs, present.definition?.argv.slice(-2)]).toEqual([undefined, ['a-b', 'a/b']]);
    machine.demand('systemctl', 'stop', 'tpl@a-b.service');
    removeUnit(machine, system, 'tpl@.service');
  });

  test('whose log comes too fast for journald: the gap is told', async () => {
    const chatty = `ExecStart=${process.execPath} ${program('chatty.mjs')} 500 1500`;
    installUnit(machine, system, UNIT, chatty, 'LogRateLimitIntervalSec=1s', 'LogRateLimitBurst=20');
    machine.demand('systemctl', 'start', UNIT);
    const supervisor = await supervisorIn(system, UNIT);
    const { generation } = await supervisor.present();
    if (generation === null) throw new Error('it does not run');
    const log = await until(async () => {
      const chunk = await supervisor.log(generation, 0);
      return chunk.why === undefined ? null : chunk;
    });
    expect(log.readable).toBe(true);
    expect(log.lines.some(({ text }) => text === 'line 0')).toBe(true);
    const [, count] = /left out (\d+) lines/.exec(log.why ?? '') ?? [];
    const kept = log.lines.filter(({ text }) => text.startsWith('line ')).length;
    expect(Number(count) + kept).toBeGreaterThanOrEqual(500);
  });

  const LOG_FILE =
    'whose log goes to a file (%s:): of our own start it is read from there, and nothing older';
  test.each(['append', 'truncate'])(LOG_FILE, async (how) => {
    machine.write('/var/log/llm.log', 'old 1\nold 2\n');
    const chatty = `ExecStart=${process.execPath} ${program('chatty.mjs')} 3 200`;
    installUnit(machine, system, UNIT, chatty, `StandardOutput=${how}:/var/log/llm.log`);
    const supervisor = await supervisorIn(system, UNIT);
    const copy = join(machine.shared, `llm-${how}.log`);
    const generation = await supervisor.start(await supervisor.prepare(await supervisor.own(), copy));
    const first = await until(async () => {
      const chunk = await supervisor.log(generation, 0);
      return chunk.lines.some(({ text }) => text === 'later') ? chunk : null;
    });
    expect(first).toMatchObject({ readable: true });
    expect(first.lines.slice(0, 4).map(({ text }) => text)).toEqual(['line 0', 'line 1', 'line 2', 'later']);
    const next = await until(async () => {
      const chunk = await supervisor.log(generation, first.cursor);
      return chunk.lines.length > 0 ? chunk : null;
    });
    expect(next.lines[0]).toMatchObject({ text: 'later', offset: first.cursor });
    expect(readFileSync(copy, 'utf8')).toMatch(/^line 0\nline 1\nline 2\n(later\n)+$/);
  });

  test.each(['StandardOutput=null', 'StandardOutput=append:/var/log/llm.log'])(
    'whose log goes elsewhere (%s): it is said, and not taken as empty',
    async (line) => {
      installUnit(machine, system, UNIT, STEADY, line);
      machine.demand('systemctl', 'start', UNIT);
      const supervisor = await supervisorIn(system, UNIT);
      const { generation } = await supervisor.present();
      if (generation === null) throw new Error('it does not run');
      expect(await supervisor.log(generation, 0)).toMatchObject({
        readable: false,
        why: expect.stringContaining(line.split(':')[0] ?? ''),
      });
    },
  );
});

function fileFor(unit: string): string {
  return `version: 1
name: bad
service: { kind: systemd, unit: ${unit} }
engine: llamacpp
endpoint: http://127.0.0.1:8080
accelerator: host-memory
parameters: { slots: { flag: -np, values: [1, 2] } }
workloads:
  - { name: w, prompts: builtin:chat, api: completions, concurrency: [1], requests: 2, max_tokens: 8 }
`;
}
