import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfiguration } from '../../src/core/config/parse.ts';
import { contentHash } from '../../src/core/content-hash.ts';
import { engineDefinition } from '../../src/core/engine/index.ts';
import type { RunRequest } from '../../src/run/api.ts';
import type { Ports } from '../../src/run/ports.ts';
import { answers } from '../report/answers-fixture.ts';
import { sweep } from '../report/fixtures.ts';
import { running } from '../run/doctor/patient.ts';
import { FILE, projectFolder } from './files.ts';
import { holdpoint } from './harness.ts';
import { ID } from './run-folder.ts';
import { runServices } from './services.ts';

const QUESTION = '{"id":"a","prompt":"?","answer":7}';
const CODE = '{"id":"f","prompt":"f","entry_point":"f","tests":"assert f()"}';

function scene(lines: readonly string[] | null, obstacle: string | null = null) {
  const cwd = projectFolder(`${FILE}evaluation: { suite: s.jsonl, at_concurrency: 2, max_tokens: 100 }\n`);
  if (lines !== null) writeFileSync(join(cwd, 's.jsonl'), lines.join('\n'));
  const requests: RunRequest[] = [];
  const world = runServices(
    { document: sweep(), during: (request) => void requests.push(request) },
    { supervisor: { present: async () => running } as Ports['supervisor'] },
  );
  const sandbox = async () => ({
    name: 'none',
    obstacle: async () => obstacle,
    run: async () => {
      throw new Error('nothing is run here');
    },
  });
  return { cwd, requests, services: { ...world.services, sandbox } };
}

test('a sweep keeps the problems that it was begun with', async () => {
  const { cwd, services, requests } = scene([QUESTION]);
  const { code } = await holdpoint(['sweep', '--dir', cwd, '--yes'], { cwd, services });
  expect(code).toBe(0);
  const suite = { name: join(cwd, 's.jsonl'), problems: [{ id: 'a', kind: 'numeric', answer: 7 }] };
  expect(requests[0]?.stored).toMatchObject({ suite, configuration: { evaluation: { at_concurrency: 2 } } });
  const kept = JSON.parse(readFileSync(join(requests[0]?.dir ?? '', 'plan.json'), 'utf8'));
  expect(kept).toMatchObject({ suite });
});

test('code without a sandbox is refused before anything is looked at: exit 40, no run', async () => {
  const { cwd, services, requests } = scene([QUESTION, CODE], 'bwrap is missing');
  const wire = async () => {
    throw new Error('nothing is looked at');
  };
  const { code, stderr } = await holdpoint(['sweep', '--dir', cwd, '--yes'], {
    cwd,
    services: { ...services, wire },
  });
  expect([code, requests, existsSync(join(cwd, 'runs'))]).toEqual([40, [], false]);
  expect(stderr).toContain('bwrap is missing');
  // questions with an answer to compare with need none
  const plain = scene([QUESTION], 'bwrap is missing');
  const argv = ['sweep', '--dir', plain.cwd, '--yes'];
  expect((await holdpoint(argv, { cwd: plain.cwd, services: plain.services })).code).toBe(0);
});

test.each([
  [
    'broken lines, each with its place',
    ['oops', '{"prompt":"f"}'],
    ['s.jsonl:1:1: no JSON', 's.jsonl:2:1: a problem without tests'],
  ],
  ['a file that is not there, where it is named', null, ['holdpoint.yaml:', 'there is no file ']],
])('%s: exit 3, nothing touched', async (_what, lines, messages) => {
  const { cwd, services, requests } = scene(lines);
  for (const command of ['plan', 'sweep']) {
    const { code, stderr } = await holdpoint([command, '--dir', cwd], { cwd, services });
    expect([code, requests]).toEqual([3, []]);
    for (const message of messages) expect(stderr).toContain(message);
  }
});

test('a plan prices the answers: as long as they took, else no longer than so many tokens, else unknown', async () => {
  const { cwd, services } = scene([QUESTION, '{"prompt":"?","answer":8}']);
  const planOf = async () => {
    const { stdout } = await holdpoint(['plan', '--dir', cwd, '--json'], { cwd, services });
    const text = await holdpoint(['plan', '--dir', cwd], { cwd, services, columns: 400 });
    return { evaluation: JSON.parse(stdout).data.evaluation, text: text.stdout };
  };
  const first = await planOf();
  const settings = first.evaluation.settings as number;
  expect(first.evaluation).toMatchObject({
    problems: 2,
    at_concurrency: 2,
    expected_s: null,
    at_most_s: null,
  });
  expect(first.text).toContain(
    `s.jsonl, 2 problems before and after the load of ${settings} settings, 2 at once`,
  );
  expect(first.text).toContain('how long that takes is known after the first run');
  earlierRun(cwd, null);
  const second = await planOf();
  // 100 tokens for each of 2 problems, twice, at 20 tokens/s
  expect(second.evaluation).toMatchObject({ expected_s: null, at_most_s: 20 * settings });
  earlierRun(cwd, 90);
  const third = await planOf();
  expect(third.evaluation).toMatchObject({ expected_s: 90 * settings, at_most_s: 20 * settings });
  expect(third.text).toContain('in all, as in earlier runs');
});

/** A run of the same service, that measured 20 tokens/s at concurrency 1 and took so long to judge its answers. */
function earlierRun(cwd: string, took_s: number | null): void {
  const file = join(cwd, 'holdpoint.yaml');
  const read = parseConfiguration(readFileSync(file), { file, environment: {}, engine: engineDefinition });
  if (!read.ok) throw new Error(read.problems[0]?.message);
  const dir = join(cwd, 'runs', ID.replace('0001', took_s === null ? '0001' : '0002'));
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'plan.json'), JSON.stringify({ configuration: read.configuration }));
  const [trial] = sweep().trials;
  const starts = trial?.starts.map((start) => ({
    ...start,
    ...{ adopted: false, fault: null, reused_from: null },
    measurements: start.measurements
      .slice(0, 1)
      .map((m) => ({ ...m, concurrency: 1, output_tokens_per_s: 20 })),
  }));
  const suite_hash = contentHash(readFileSync(join(cwd, 's.jsonl'), 'utf8'));
  const evaluation =
    took_s === null ? null : { ...answers(), suite_hash, concurrency: 2, max_tokens: 100, took_s };
  writeFileSync(
    join(dir, 'summary.json'),
    JSON.stringify({ ...sweep(), trials: [{ ...trial, starts, evaluation }] }),
  );
}
