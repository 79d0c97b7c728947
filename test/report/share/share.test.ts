import { expect, test } from 'vitest';
import { fault } from '../../../src/core/fault.ts';
import { csv } from '../../../src/report/csv.ts';
import { page } from '../../../src/report/html/page.ts';
import { markdown } from '../../../src/report/markdown.ts';
import type { SweepReport } from '../../../src/report/model.ts';
import { type Own, shared } from '../../../src/report/share/share.ts';
import { measurement, report, start, sweep, trial } from '../fixtures.ts';

const NOBODY: Own = { hosts: [], users: [], paths: [] };

/** Everything that is given away, as one text. */
function given(told: SweepReport, own = NOBODY): string {
  const hidden = shared(told, own);
  return [page(hidden), markdown(hidden), csv(hidden.document, hidden.simulated)].join('\n');
}

function logged(text: string, message = 'it failed', kind = 'log'): SweepReport {
  const wrong = fault('exited', message, { evidence: [{ kind, text, file: 'server.log', line: 1 }] });
  return report(
    sweep({ trials: [trial('a', { status: 'failed', fault: wrong, starts: [start({ fault: wrong })] })] }),
  );
}

function command(argv: readonly string[], env: Record<string, string> = {}): SweepReport {
  const shown = [
    ...Object.entries(env).map(([name, value]) => `${name}='${value}'`),
    ...argv.map((word) => `'${word}'`),
  ];
  return report(sweep({ trials: [trial('a', { command: { argv, env, shown: shown.join(' ') } })] }));
}

/** Each has `canary` in what must be hidden. */
const PLANTED: readonly (readonly [string, SweepReport])[] = [
  ['a path', command(['/opt/canary/bin/llama-server', '-m', '/data/canary/m.gguf'])],
  ['a path with a space', command(['llama-server', '-m', '/data/old canary/the model.gguf'])],
  ['a path with a quote', command(['llama-server', '-m', "/data/it's canary/m.gguf"])],
  ['a path after =', command(['llama-server', '--model=/data/canary/m.gguf'])],
  ['a path in a variable', command(['llama-server'], { HF_HOME: '/data/canary' })],
  ['a path of home', command(['~/canary/llama-server', '~canary/x'])],
  [
    'a relative path',
    command(['./canary/llama-server', '-m', '../canary', 'models/canary.gguf', 'a/canary/b']),
  ],
  ['the folder of the run', report(sweep({ dir: '/var/canary/runs/1' }))],
  ['the configuration', report(sweep(), { configuration_file: '/home/canary/holdpoint.yaml' })],
  ['what undoes it', report(sweep(), { undo: ['remove /etc/canary/x.conf'], kept_by: '/run/canary.conf' })],
  [
    'a model that is a path',
    report(sweep(), { about: { engine: 'vllm', version: null, model: '/m/canary', holdpoint: null } }),
  ],
  [
    'a setting that is a path',
    report(sweep({ trials: [trial('draft=/m/canary', { setting: { draft: '/m/canary' } })] })),
  ],
  ['a user', logged('pid 17 (user canary): python3 serve.py')],
  ['a user of ps', logged('user=canary pid=17')],
  ['a home', logged('reading /home/canary/.cache')],
  ['a user later told by a home', logged('canary has it, see /home/canary/x')],
  ['a user at a host', logged('ssh canary@canary-7 failed')],
  ['a host in a URL', logged('no answer from http://canary.example.org:8000/v1/models')],
  ['a host with a key in a URL', logged('http://x:canary@gpu7/')],
  ['a host by name', logged('rank 3 on host canary-gpu-07 has died')],
  ['a host with its domain', logged('peer gpu07.canary.example.com closed the connection')],
  ['a host of a flag', command(['vllm', '--master-addr', 'canary7', '--dist-init-addr', 'canary8:5000'])],
  ['a prompt', logged('Received request cmpl-1: prompt: "tell me of the canary", params: x')],
  ['a prompt in JSON', logged('body {"messages":[{"role":"user","content":"the canary"}]}')],
  ['quoted speech', logged('the client sent "where is the canary now" and left')],
  ['an answer', logged('5 completions, 160 tokens: the canary sings', 'it failed', 'answer')],
  ['a message with a path', logged('x', 'cannot read /data/canary/x (ENOENT)')],
  [
    'an answer in a message',
    (() => {
      const wrong = fault('garbage', 'the answer is not text: canary canary');
      return report(
        sweep({ trials: [trial('a', { status: 'failed', fault: wrong, starts: [] })], faults: [wrong] }),
      );
    })(),
  ],
  [
    'a mismatch',
    report(
      sweep({
        trials: [
          trial('a', { starts: [start({ measurements: [measurement(1, 9, { mismatch: 'canary' })] })] }),
        ],
      }),
    ),
  ],
];

test.each(PLANTED)('%s is hidden', (_, told) => {
  // the canary is really there: page, table or text show it, or would
  expect(JSON.stringify(told)).toContain('canary');
  expect(given(told)).not.toContain('canary');
});

test.each([
  ['10.20.30.40', 'connect to 10.20.30.40:8000 refused'],
  ['fe80::1ff:fe23:4567:890a', 'listening on fe80::1ff:fe23:4567:890a%eth0'],
  ['2001:db8:0:1:1:1:1:1', 'from 2001:db8:0:1:1:1:1:1'],
  ['3c:22:fb:01:02:03', 'device 3c:22:fb:01:02:03'],
  ['GPU-fffe0d32-7c09-1b4a-8c89-f6086e73b3fe', 'GPU-fffe0d32-7c09-1b4a-8c89-f6086e73b3fe: 90 GiB in use'],
])('%s is hidden', (secret, text) => {
  expect(given(logged(text))).not.toContain(secret);
});

test('what this machine knows of itself is hidden without any sign beside it', () => {
  const told = logged('Jun 1 gpubox7 carla: started', 'carla started it on gpubox7');
  const text = given(told, { hosts: ['gpubox7'], users: ['carla'], paths: [] });
  expect(text).not.toMatch(/gpubox7|carla/);
});

test('one thing has one stand-in, two things have two', () => {
  const { document } = shared(
    command(['/opt/a/server', '-m', '/data/m.gguf', '-md', '/data/d.gguf', '--again', '/data/m.gguf']),
    NOBODY,
  );
  const [, , model, , draft, , again] = document.trials[0]?.command.argv ?? [];
  expect(model).toMatch(/^path-\d+$/);
  expect(again).toBe(model);
  expect(draft).not.toBe(model);
  expect(document.trials[0]?.command.shown).toContain(`-m ${model} -md ${draft}`);
});

test('numbers, names of settings and words of ours stay, whoever is logged in', () => {
  const told = report(sweep());
  const hidden = shared(told, { hosts: ['original'], users: ['best', 'winner', 'measured'], paths: [] });
  expect(hidden.document.trials.map(({ name, status }) => [name, status])).toEqual(
    told.document.trials.map(({ name, status }) => [name, status]),
  );
  expect(hidden.document.restored).toEqual(told.document.restored);
  expect(hidden.document.decision.kind).toBe('winner');
  expect(hidden.document.trials[0]?.starts[0]?.measurements).toEqual(
    told.document.trials[0]?.starts[0]?.measurements,
  );
  expect(page(hidden)).toContain('tokens/s code c1');
});

test('a log line keeps what explains the fault', () => {
  const line =
    '[2026-11-29 23:04:05 TP3] torch.OutOfMemoryError: tried to allocate 2.1 GiB at 23:04:05, port 30000';
  expect(given(logged(line))).toContain(line);
});
