import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FaultError, fault } from '../../../src/core/fault.ts';
import type { Host, RunResult } from '../../../src/ports/host.ts';
import { examine } from '../../../src/run/doctor/doctor.ts';
import { flags } from '../../../src/run/doctor/flags.ts';
import { flag, linked, variable } from '../../core/plan/samples.ts';
import { configuration, definition, host, patient, ports, storage } from './patient.ts';

const HELP = readFileSync(new URL('../../fixtures/llamacpp/help.txt', import.meta.url), 'utf8');
const SERVER = { ...definition, argv: ['/opt/llama-server', '-m', '/m.gguf'] };
const file = storage({ facts: async () => ({ uid: 0, mode: 0o755, directory: false }) });

function asked(parameters: typeof configuration.parameters, changes: Partial<Host> = {}, argv = SERVER.argv) {
  const commands: string[] = [];
  const answer = (more: Partial<RunResult>): RunResult => ({
    ...{ argv: [], code: 0, signal: null, stdout: HELP, stderr: '', timed_out: false, took_ms: 1 },
    ...more,
  });
  const run: Host['run'] = async (words) => {
    commands.push(words.join(' '));
    return answer({});
  };
  const of = patient({
    configuration: { ...configuration, parameters },
    definition: { ...SERVER, argv },
    storage: file,
    ports: ports({ host: host({ run, ...changes }) }),
  });
  return { commands, answer, check: () => flags(of) };
}

test('every swept flag is looked for in the help of the installed engine', async () => {
  const parameters = [
    flag('slots', '-np', [1, 2]),
    linked('draft', { off: {}, on: { '--spec-type': 'draft-simple', '-md': '/d.gguf' } }),
    variable('threads', 'OMP_NUM_THREADS', ['1']),
    flag('gone', '--never', [null]),
  ];
  const { commands, check } = asked(parameters);
  expect(await check()).toMatchObject({
    state: 'ok',
    text: '/opt/llama-server --help names every flag that is swept (3)',
  });
  expect(commands).toEqual(['/opt/llama-server --help']);
});

test('one that it does not name is told, with what it names instead', async () => {
  const { check } = asked([
    flag('drafts', '--spec-draft-nmax', [4]),
    flag('budget', '--speculative-ddtree-budget', [8]),
  ]);
  expect(await check()).toMatchObject({
    state: 'failed',
    text: '/opt/llama-server --help does not name --spec-draft-nmax of drafts (it names --spec-draft-n-max), --speculative-ddtree-budget of budget',
  });
});

const SWEPT = [flag('slots', '-np', [1, 2])];

test.each([
  ['a wrapper', ['/srv/start-llama', '-m', '/m.gguf'], {}, /no program that is known to end at --help/],
  [
    'a shell script of that name',
    SERVER.argv,
    { readText: async () => '#!/bin/bash\nexec x' },
    /shell script/,
  ],
  ['a simulated host', SERVER.argv, { simulated: true }, /simulated/],
] as const)('%s is not run', async (_what, argv, changes, why) => {
  const { commands, check } = asked(SWEPT, changes, [...argv]);
  const found = await check();
  expect(found.state).toBe('unknown');
  expect(found.text).toMatch(why);
  expect(commands).toEqual([]);
});

test.each<[string, (answer: (more: Partial<RunResult>) => RunResult) => RunResult, RegExp]>([
  ['does not end', (answer) => answer({ timed_out: true, code: null }), /did not end within 120 s/],
  ['fails', (answer) => answer({ code: 1, stdout: '' }), /ended with exit code 1/],
  ['says something else', (answer) => answer({ stdout: 'version 1 --port' }), /no help that could be read/],
  [
    'cannot be run',
    () => {
      throw new FaultError(fault('probe-failed', 'no such library'));
    },
    /could not be run: no such library/,
  ],
])('a help that %s is unknown, and no obstacle', async (_what, run, why) => {
  const scene = asked(SWEPT, { run: async () => run(scene.answer) });
  const found = await scene.check();
  expect(found.state).toBe('unknown');
  expect(found.text).toMatch(why);
});

test('doctor runs the engine only with --probe', async () => {
  const names = async (probe: boolean) => (await examine(patient({ probe }))).map(({ name }) => name);
  expect(await names(false)).not.toContain('flags');
  expect(await names(true)).toContain('flags');
});
