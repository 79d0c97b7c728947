import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FaultError, fault } from '../../src/core/fault.ts';
import { createLoadGenerator } from '../../src/load/generator.ts';
import type { RunRequest, StoredRun } from '../../src/run/api.ts';
import type { DetachRequest } from '../../src/run/detach/request.ts';
import type { Ports } from '../../src/run/ports.ts';
import { sweep } from '../report/fixtures.ts';
import { host, member, running } from '../run/doctor/patient.ts';
import { ADOPT, FILE, projectFolder } from './files.ts';
import { holdpoint } from './harness.ts';
import { runServices } from './services.ts';

const found = { supervisor: { present: async () => running } as Ports['supervisor'] };

function scene(
  text = FILE,
  changes: Partial<Ports> = {},
  run: Partial<Parameters<typeof runServices>[0]> = {},
) {
  const cwd = projectFolder(text);
  const requests: RunRequest[] = [];
  const world = runServices(
    { document: sweep(), during: (request) => void requests.push(request), ...run },
    changes,
  );
  return { cwd, requests, ...world };
}

test('a sweep gets the plan, its folder (0700) and the operator', async () => {
  const { cwd, services, seen, requests } = scene();
  const { code } = await holdpoint(
    ['sweep', '--dir', 'data', '--fresh', '--under-traffic', '--on-hangup', 'restore'],
    { cwd, services },
  );
  expect(code).toBe(0);
  const [request] = requests;
  expect(request?.runs_dir).toBe(join(cwd, 'data', 'runs'));
  expect(request?.stored).toMatchObject({
    command: 'sweep',
    options: { fresh: true, under_traffic: true, seed: 1 },
    plan: { baseline: 'current' },
  });
  expect(statSync(request?.dir ?? '').mode & 0o777).toBe(0o700);
  expect(readdirSync(request?.dir ?? '')).toEqual(
    expect.arrayContaining(['plan.json', 'report.md', 'results.csv']),
  );
  expect(seen).toMatchObject({ hangup: 'restore', disposed: 1 });
});

test('a run that never began (a held lock) leaves no folder behind', async () => {
  const { cwd, services } = scene(
    FILE,
    {},
    {
      during: () => {
        throw new FaultError(fault('lock-held', 'held by pid 9'));
      },
    },
  );
  const { code } = await holdpoint(['sweep', '--dir', cwd], { cwd, services });
  expect(code).toBe(30);
  expect(readdirSync(join(cwd, 'runs'))).toEqual([]);
});

test('a run that has begun keeps its folder, whatever ends it', async () => {
  const { cwd, services } = scene(
    FILE,
    {},
    {
      during: ({ dir }) => {
        writeFileSync(join(dir, 'events.jsonl'), '{}\n');
        throw new FaultError(fault('journal-failed', 'disk full'));
      },
    },
  );
  expect((await holdpoint(['sweep', '--dir', cwd], { cwd, services })).code).toBe(31);
  expect(readdirSync(join(cwd, 'runs'))).toHaveLength(1);
});

test('a server that Holdpoint did not start: without a terminal and without --yes exit 2, nothing written', async () => {
  const { cwd, services, seen } = scene(ADOPT, found);
  const called = await holdpoint(['sweep', '--dir', cwd, '--json'], { cwd, services });
  expect(called.code).toBe(2);
  expect(called.json().error?.message).toContain(
    'pid 4242 (user ai: llama-server -m model.gguf) was not started by Holdpoint',
  );
  expect(seen.modes).toEqual([]);
  expect(existsSync(join(cwd, 'runs'))).toBe(false);
});

test('a key in the command of that server is not printed', async () => {
  const argv = ['llama-server', '--api-key', 'canary-99'];
  const secretive = {
    ...running,
    definition: { argv, env: {}, cwd: '/', env_complete: false },
    members: [{ ...member, command: argv.join(' ') }],
  };
  const { cwd, services } = scene(ADOPT, {
    supervisor: { present: async () => secretive } as unknown as Ports['supervisor'],
  });
  for (const typed of [undefined, 'n']) {
    const { stdout, stderr } = await holdpoint(['sweep', '--dir', cwd], {
      cwd,
      services,
      ...(typed === undefined ? {} : { typed }),
    });
    expect(stderr).toContain('llama-server --api-key {secret: --api-key}');
    expect(stdout + stderr).not.toContain('canary-99');
  }
});

test('on a terminal the plan is shown and a yes is asked; anything else is none', async () => {
  for (const [typed, code] of [
    ['y', 0],
    [' YES ', 0],
    ['', 2],
    ['n', 2],
    ['yesterday', 2],
  ] as const) {
    const { cwd, services, seen } = scene(ADOPT, found);
    const called = await holdpoint(['sweep', '--dir', cwd], { cwd, services, typed });
    expect({ typed, code: called.code }).toEqual({ typed, code });
    expect(called.stderr).toContain('plan k26: 7 settings');
    expect(seen.modes).toEqual(code === 0 ? ['begin'] : []);
  }
});

test('--yes asks nothing; a server that Holdpoint started needs no yes', async () => {
  const { cwd, services } = scene(ADOPT, found);
  expect((await holdpoint(['sweep', '--dir', cwd, '--yes'], { cwd, services })).code).toBe(0);
  const own = scene(ADOPT, {
    supervisor: { present: async () => ({ ...running, ours: true }) } as Ports['supervisor'],
  });
  expect((await holdpoint(['sweep', '--dir', own.cwd], own)).code).toBe(0);
});

test('--detach makes the run here and starts `begin` on it; begin runs the stored plan', async () => {
  const { cwd, services, seen, requests } = scene();
  const started: DetachRequest[] = [];
  const detach = async (request: DetachRequest) => {
    started.push(request);
    return { pid: 77, unit: null, how: 'somehow' };
  };
  const flags = ['--detach', '--on-hangup', 'restore', '--dead-man', '90s'];
  const called = await holdpoint(['sweep', '--dir', cwd, ...flags, '--json'], {
    cwd,
    services: { ...services, detach },
  });
  const data = called.json().data as unknown as { id: string; dir: string; pid: number };
  expect(data.pid).toBe(77);
  const argv = ['begin', data.dir, '--dead-man', '90s', '--on-hangup', 'restore'];
  const request = { argv, log_file: join(data.dir, 'holdpoint.log'), run_id: data.id, serves: 'process' };
  expect(started).toMatchObject([request]);
  expect(seen.modes).toEqual([]);
  expect((await holdpoint(argv, { cwd, services })).code).toBe(0);
  expect(requests[0]?.stored).toEqual(
    JSON.parse(readFileSync(join(data.dir, 'plan.json'), 'utf8')) as StoredRun,
  );
});

test('apply: one setting over the base, nothing measured', async () => {
  const { cwd, services, requests } = scene();
  const argv = ['apply', '--set', 'slots=4', '--set', 'spec=n4', '--dir', cwd];
  const { stdout } = await holdpoint([...argv, '--dry-run', '--json'], { cwd, services });
  expect(JSON.parse(stdout)).toMatchObject({
    command: 'apply',
    data: { trials: [{ name: 'applied', setting: { slots: 4, spec: 'n4' } }] },
  });
  expect((await holdpoint(argv, { cwd, services })).code).toBe(0);
  expect(requests[0]?.stored).toMatchObject({ command: 'apply', plan: { baseline: null, points: [] } });
});

test.each([
  [[], 'no setting was given'],
  [['--set', 'slots'], 'is no assignment'],
  [['--set', 'slot=4'], 'did you mean `slots`?'],
  [['--set', 'slots=1', '--set', 'slots=2'], 'is set twice'],
  [['--set', 'spec=n5'], 'did you mean `n4`?'],
])('apply %j: exit 2', async (flags, message) => {
  const { cwd, services, seen } = scene();
  const { code, stderr } = await holdpoint(['apply', ...flags, '--dir', cwd], { cwd, services });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(seen.wired).toBe(0);
});

test('values of --set are read as in the file', async () => {
  const { cwd } = scene();
  const value = async (text: string): Promise<unknown> => {
    const { stdout } = await holdpoint(['apply', '--set', `slots=${text}`, '--dry-run', '--json'], { cwd });
    return (JSON.parse(stdout) as { data: { trials: { setting: { slots: unknown } }[] } }).data.trials[0]
      ?.setting.slots;
  };
  expect(await Promise.all(['null', 'true', '0.5', '-1', '007', 'a b=c'].map(value))).toEqual([
    null,
    true,
    0.5,
    -1,
    '007',
    'a b=c',
  ]);
});

test('what the next sweep of the service will take is known from the runs before', async () => {
  const { cwd, services } = scene(
    FILE,
    {},
    {
      during: ({ dir, stored }) => {
        const document = sweep({ id: stored.id, dir });
        writeFileSync(join(dir, 'summary.json'), JSON.stringify(document));
      },
    },
  );
  await holdpoint(['sweep', '--dir', cwd], { cwd, services });
  const { stdout } = await holdpoint(['plan', '--dir', cwd, '--json'], { cwd });
  const { data } = JSON.parse(stdout) as {
    data: { trials: { expected_s: number }[]; expected_total_s: number };
  };
  expect(data.trials[0]?.expected_s).toBe(60);
  expect(data.expected_total_s).toBe(7 * 60 + 18);
});

test('a flag that the installed engine does not know ends it before anything is asked or written', async () => {
  const help = readFileSync(new URL('../fixtures/llamacpp/help.txt', import.meta.url), 'utf8');
  const server = join(projectFolder(''), 'llama-server');
  writeFileSync(server, '\x7fELF', { mode: 0o755 });
  const answered = { code: 0, signal: null, stdout: help, stderr: '', timed_out: false, took_ms: 1 };
  const text = FILE.replace('/opt/llama-server', server);
  const { cwd, services, seen } = scene(text.replace('flag: --parallel', 'flag: --paralel'), {
    host: host({ run: async (argv) => ({ ...answered, argv }) }),
  });
  const { code, stderr } = await holdpoint(['sweep', '--dir', 'data'], { cwd, services });
  expect(stderr).toContain('the installed llamacpp does not know --paralel');
  expect(stderr).toContain('did you mean `--parallel`?');
  expect(code).toBe(3);
  expect(seen.modes).toEqual([]);
  expect(existsSync(join(cwd, 'data'))).toBe(false);
});

test.each([
  ['prompts: builtin:code', 'prompts: p.jsonl', 'p.jsonl:2: a line that is no JSON object'],
  ['concurrency: [1, 4]', 'replay: p.jsonl', 'p.jsonl:1: no "timestamp"'],
  ['prompts: builtin:code', 'prompts: nowhere.jsonl', 'nowhere.jsonl: prompts cannot be read (ENOENT)'],
])(
  'a file of a workload that is wrong is told before anything is touched: %s',
  async (before, after, message) => {
    const text = FILE.replace(before, after).replace('workload: code, concurrency: 1', 'workload: code');
    expect(text).not.toBe(FILE);
    const { cwd, services, requests } = scene(text, { load: createLoadGenerator() });
    writeFileSync(join(cwd, 'p.jsonl'), '{"prompt": "one"}\n{"prompt":\n');
    const { code, stderr } = await holdpoint(['sweep', '--dir', 'data'], { cwd, services });
    expect([code, stderr.split('\n')[0]]).toEqual([3, `holdpoint: configuration: ${join(cwd, message)}`]);
    expect(requests).toEqual([]);
    expect(existsSync(join(cwd, 'data'))).toBe(false);
  },
);
