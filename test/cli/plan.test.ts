import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PlanDocument } from '../../src/core/documents/plan.ts';
import type { Ports } from '../../src/run/ports.ts';
import { ports, running } from '../run/doctor/patient.ts';
import { ADOPT, FILE, projectFolder } from './files.ts';
import { holdpoint, temporaryFolder } from './harness.ts';

test('the plan in words: order, differences, load points, instrumentation, what is touched and how it is undone', async () => {
  const cwd = projectFolder();
  const { code, stdout, stderr } = await holdpoint(['plan', '--dir', cwd], { cwd, columns: 120 });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('plan k26: 7 settings, time unknown');
  expect(lines[2]).toMatch(/^ {2}1 {2}current +baseline$/);
  expect(lines[3]).toBe('     the base command as it is');
  expect(stdout).toContain('measured each time: code c1, code c4');
  expect(stdout).toContain('touched:\n  - the server on http://127.0.0.1:8080');
  expect(stdout).toMatch(/undone:\n {2}- at the end the server is brought back as it was found/);
  expect(readdirSync(cwd)).toEqual(['holdpoint.yaml']);
});

test('sweep --dry-run prints the same object, and nothing is written or asked from the world', async () => {
  const cwd = projectFolder();
  const planned = (await holdpoint(['plan', '--json'], { cwd })).json();
  const dry = (await holdpoint(['sweep', '--dry-run', '--json'], { cwd })).json();
  expect(dry).toEqual({ ...planned, command: 'sweep' });
  expect(planned).toMatchObject({ ok: true, data: { omitted: 0, expected_total_s: null, last_start: null } });
  expect(readdirSync(cwd)).toEqual(['holdpoint.yaml']);
});

test('--limit lists fewer trials and says so, --max-trials bounds the plan', async () => {
  const cwd = projectFolder();
  expect((await holdpoint(['plan', '--limit', '2'], { cwd })).stdout).toContain(
    'and 5 more settings (--limit)',
  );
  const { code, stderr } = await holdpoint(['plan', '--max-trials', '3'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('--max-trials N');
});

test('a rejected setting and a duplicate are in the plan with the reason', async () => {
  const text = FILE.replace('baseline: current', 'constraints: [slots <= 2]\nbaseline: current').replace(
    'values: [1, 2, 4]',
    'values: [null, 1, 4]',
  );
  const { stdout } = await holdpoint(['plan'], { cwd: projectFolder(text), columns: 200 });
  expect(stdout).toMatch(/not run: invalid-setting: .*slots <= 2/);
  expect(stdout).toMatch(/slots=null,spec=off +baseline/);
});

test('the plan over a running server asks the host for its command, and refuses where nothing runs', async () => {
  const cwd = projectFolder(ADOPT);
  const wired = (present: unknown) => ({
    wire: async () => ports({ supervisor: { present: async () => present } as Ports['supervisor'] }),
  });
  const { stdout } = await holdpoint(['plan', '--json'], { cwd, services: wired(running) });
  expect(JSON.parse(stdout)).toMatchObject({
    data: {
      trials: expect.arrayContaining([
        expect.objectContaining({
          command: expect.objectContaining({ shown: 'llama-server -m model.gguf' }),
        }),
      ]),
    },
  });
  const nothing = await holdpoint(['plan'], {
    cwd,
    services: wired({ generation: null, definition: null, members: [], ours: false }),
  });
  expect(nothing.code).toBe(20);
  expect(nothing.stderr).toContain('nothing runs on port 8080 that could be adopted');
});

test.each([
  ['no such file', (cwd: string) => join(cwd, 'nope.yaml'), 'there is no such file'],
  ['a folder', (cwd: string) => cwd, 'it is no file'],
  ['empty', (cwd: string) => written(cwd, ''), 'problem'],
  ['50 MB', (cwd: string) => written(cwd, 'x'.repeat(50 * 1024 * 1024)), 'larger than 256 KiB'],
  ['not UTF-8', (cwd: string) => written(cwd, Buffer.from([0x61, 0xff])), 'not UTF-8'],
  ['deeply nested', (cwd: string) => written(cwd, `a: ${'['.repeat(5000)}`), 'nested deeper than 32'],
])('a configuration that is %s: exit 3, located, nothing touched', async (_name, file, message) => {
  const cwd = temporaryFolder();
  const path = file(cwd);
  for (const command of ['plan', 'sweep', 'doctor', 'status', 'apply']) {
    const { code, stdout, stderr } = await holdpoint([command, '-f', path, '--dir', cwd], { cwd });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain(message);
  }
  expect(readdirSync(cwd)).not.toContain('runs');
});

function written(cwd: string, content: string | Uint8Array): string {
  mkdirSync(join(cwd, 'in'), { recursive: true });
  const path = join(cwd, 'in', 'holdpoint.yaml');
  writeFileSync(path, content);
  return path;
}

test('every problem of a file at once, with place, line, caret and remedy; as JSON in problems[]', async () => {
  const cwd = projectFolder(
    FILE.replace('engine: llamacpp', 'engine: llamacp\nevil\u202e: 1').replace(
      'requests: 8',
      'requests: many',
    ),
  );
  const { stderr } = await holdpoint(['plan'], { cwd });
  expect(stderr).toContain('holdpoint.yaml:4:9');
  expect(stderr).toContain('   4 | engine: llamacp\n     |         ^\n      = did you mean `llamacpp`?');
  expect(stderr).not.toContain('\u202e');
  const json = (await holdpoint(['plan', '--json'], { cwd })).json();
  expect(json.error?.problems.length).toBeGreaterThanOrEqual(3);
  expect(json.error?.problems[0]).toMatchObject({ line: 4 });
});

test('what the engine would make the same is not run twice, and what would mislead is said, with the source', async () => {
  const parameters =
    'parameters: { micro: { flag: -ub, values: [2048, 4096] }, slots: { flag: -np, values: [2, 8] } }';
  const cwd = projectFolder(FILE.replace(/parameters:\n.*\n.*\n/, `${parameters}\n`));
  const { stdout } = await holdpoint(['plan'], { cwd });
  const text = stdout.replace(/\s+/g, ' ');
  expect(text).toContain(
    'micro=4096,slots=2 not run: the engine makes the same of it as of micro=2048,slots=2: --ubatch-size 4096 becomes 2048, the batch (llama-server b10434: "llama_context: n_ubatch = N")',
  );
  expect(text).toContain('note: concurrency 4 is more than --parallel 2: the rest waits');
  expect(text).not.toContain('more than --parallel 8');
  const { data } = (await holdpoint(['plan', '--json'], { cwd })).json();
  const { trials } = data as unknown as PlanDocument;
  expect(trials.map(({ duplicate_of }) => duplicate_of)).toEqual([
    null,
    null,
    null,
    'micro=2048,slots=2',
    'micro=2048,slots=8',
  ]);
});
