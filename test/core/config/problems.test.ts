import { describe, expect, test } from 'vitest';
import { edited, FILE, parse } from './file.ts';

const GPU = 'GPU-5e1a7c10-93b4-4f0e-8d52-6a0c3b9e2f41';

/** What stands at a problem's place, and what is said about it. */
type Expected = readonly [at: string, message: RegExp, remedy: RegExp];

function problemsOf(text: string, environment?: Readonly<Record<string, string>>) {
  const result = parse(text, environment);
  if (result.ok) throw new Error('no problem was found');
  const lines = text.split('\n');
  return result.problems.map(({ line, column, message, remedy }) => ({
    at: line === null ? '' : (lines[line - 1] ?? '').slice((column ?? 1) - 1),
    message,
    remedy,
  }));
}

function expectProblems(text: string, expected: readonly Expected[]): void {
  const problems = problemsOf(text);
  expect(problems.map(({ message }) => message)).toHaveLength(expected.length);
  for (const [index, [at, message, remedy]] of expected.entries()) {
    expect(problems[index]?.message).toMatch(message);
    expect(problems[index]?.remedy).toMatch(remedy);
    expect(problems[index]?.at.slice(0, at.length)).toBe(at);
  }
}

const one: readonly (readonly [what: string, before: string, after: string, ...Expected])[] = [
  [
    'an unknown key',
    'baseline: current',
    'baselin: current',
    'baselin: c',
    /unknown key `baselin`/,
    /did you mean `baseline`/,
  ],
  [
    'an unknown key inside',
    'values: [1, 2, 4] }',
    'values: [1, 2, 4], of: --x }',
    'of: --x',
    /unknown key `of`/,
    /did you mean `off`/,
  ],
  [
    'a missing key',
    'name: llama-slots\n',
    '',
    'version: 1',
    /key `name` is missing/,
    /add it: name of the sweep/,
  ],
  [
    'a missing key inside',
    ', max_tokens: 64',
    '',
    '{ name: code',
    /key `max_tokens` is missing/,
    /most tokens/,
  ],
  ['another version', 'version: 1', 'version: 2', '2', /version `2`/, /version: 1/],
  [
    'a list for a mapping',
    'limits: { load: 30m, quiet: 90s, stop: 1m, release: 3m, drain: 5s, total: 1h30m }',
    'limits: [1]',
    '[1]',
    /must be a mapping, not a list/,
    /how long things may take/,
  ],
  ['a bare number for a time', 'quiet: 90s', 'quiet: 90', '90', /90 has no unit/, /write 90s, 90m or 90h/],
  ['a time out of bounds', 'total: 1h30m', 'total: 10s', '10s', /out of bounds/, /1m to 60d/],
  ['a word for a number', 'requests: 64', 'requests: many', 'many', /must be a whole number/, /1 to 1000000/],
  [
    'an unknown engine',
    'engine: llamacpp',
    'engine: llamacp',
    'llamacp',
    /not one of sglang, vllm, llamacpp, openai/,
    /did you mean `llamacpp`/,
  ],
  [
    'a suite that is not built in',
    'restore: best',
    'restore: best\nevaluation: { suite: "builtin:codin" }',
    '"builtin:codin"',
    /`builtin:codin` is not built in/,
    /did you mean `builtin:coding`/,
  ],
  [
    'an unknown name of what is required',
    'restore: best',
    'restore: best\nevaluation: { suite: s.jsonl, require: "pass_rat >= baseline - 0.05" }',
    'pass_rat',
    /`pass_rat` is not known here/,
    /did you mean `pass_rate`/,
  ],
  [
    'a condition that asks nothing of the answers',
    'restore: best',
    'restore: best\nevaluation: { suite: s.jsonl, require: "1 < 2" }',
    '"1 < 2"',
    /names nothing of the evaluation/,
    /pass_rate >= baseline/,
  ],
  [
    'an unknown key of the evaluation',
    'restore: best',
    'restore: best\nevaluation: { suite: s.jsonl, concurrency: 1 }',
    'concurrency: 1',
    /unknown key `concurrency`/,
    /at_concurrency/,
  ],
  [
    'a later host',
    'engine: llamacpp',
    'engine: llamacpp\nhost: ssh://u@gpu01',
    'ssh://',
    /`host: ssh:\/\/u@gpu01` is not supported/,
    /local/,
  ],
  [
    'an index where the address of an AMD device is meant',
    'engine: llamacpp',
    'engine: llamacpp\naccelerator: { kind: amd, devices: ["0"] }',
    '"0"',
    /`0` is not the PCI address of a device/,
    /0000:c1:00\.0/,
  ],
  [
    'a device of another maker',
    'engine: llamacpp',
    `engine: llamacpp\naccelerator: { kind: amd, devices: [${GPU}] }`,
    GPU,
    /is not the PCI address of a device/,
    /0000:c1:00\.0/,
  ],
  [
    'a floor of an AMD device that is not among them',
    'engine: llamacpp',
    'engine: llamacpp\naccelerator: { kind: amd, devices: ["0000:c1:00.0"], floor: { "0000:c2:00.0": 300MiB } }',
    '300MiB',
    /`0000:c2:00.0` has a floor and is not among the devices \(0000:c1:00\.0\)/,
    /add it/,
  ],
  [
    'a word that is no accelerator',
    'engine: llamacpp',
    'engine: llamacpp\naccelerator: nvidea',
    'nvidea',
    /not one of auto, nvidia, amd, host-memory/,
    /did you mean `nvidia`/,
  ],
  [
    'an index where the uuid of a device is meant',
    'engine: llamacpp',
    'engine: llamacpp\naccelerator: { kind: nvidia, devices: ["0"] }',
    '"0"',
    /`0` is not the uuid of a device/,
    /GPU-/,
  ],
  [
    'a floor without a unit',
    'engine: llamacpp',
    `engine: llamacpp\naccelerator: { kind: nvidia, floor: { ${GPU}: 300 } }`,
    '300',
    /300 has no unit/,
    /300MiB/,
  ],
  [
    'a floor of something that is no device',
    'engine: llamacpp',
    'engine: llamacpp\naccelerator: { kind: nvidia, floor: { gpu0: 300MiB } }',
    'gpu0',
    /`gpu0` cannot be a name here/,
    /uuid/,
  ],
  [
    'a floor of a device that is not named',
    'engine: llamacpp',
    `engine: llamacpp\naccelerator: { kind: nvidia, devices: [${GPU}], floor: { ${GPU.replace('5', '6')}: 300MiB } }`,
    '300MiB',
    /has a floor and is not among the devices/,
    /add it to `devices`/,
  ],
  [
    'two loads in one',
    'requests: 64,',
    'requests: 64, rate: [3],',
    'rate',
    /`concurrency` and `rate` are two loads/,
    /two workloads/,
  ],
  [
    'a name that would be a path',
    'name: llama-slots',
    'name: ../../etc',
    '../../etc',
    /is not a name/,
    /llama-slots/,
  ],
  [
    'a name that is too long',
    'name: llama-slots',
    `name: ${'a'.repeat(65)}`,
    'aaa',
    /is not a name/,
    /llama-slots/,
  ],
  [
    'two workloads of one name',
    'name: own',
    'name: code',
    'code, prompts: prompts',
    /workload named `code` stands above/,
    /another name/,
  ],
  [
    'an endpoint without scheme',
    'endpoint: http://127.0.0.1:8081',
    'endpoint: 127.0.0.1:8081',
    '127.0.0.1:8081',
    /does not begin with http/,
    /http:\/\/ADDRESS:PORT/,
  ],
  [
    'an endpoint with /v1',
    'endpoint: http://127.0.0.1:8081',
    'endpoint: http://127.0.0.1:8081/v1/',
    'http://',
    /ends in \/v1/,
    /write http:\/\/127.0.0.1:8081:/,
  ],
  [
    'a key in the endpoint',
    'endpoint: http://127.0.0.1:8081',
    'endpoint: http://u:p@127.0.0.1:8081',
    'http://',
    /user or password/,
    /auth: \{env/,
  ],
  [
    'two ports',
    '--port, 8081',
    '--port, 8099',
    '8099',
    /port 8099, and the endpoint \(9:11\) has 8081/,
    /one port in both/,
  ],
  [
    'a port without a value',
    '--port, 8081, --temp, 0.10]',
    '--temp, 0.10, --port]',
    '--port]',
    /port \(none\)/,
    /one port/,
  ],
  [
    'a swept flag by another name',
    '-c, 4096',
    '-c, 4096, --parallel, 2, -np, 3',
    '-np, 3',
    /-np stands 2 times in the base command/,
    /leave one/,
  ],
  [
    'a flag of two parameters',
    'flag: --batch-size',
    'flag: --parallel',
    'batch',
    /--parallel is set by several parameters: slots \(-np\), batch/,
    /one parameter for each flag/,
  ],
  [
    "the service's own port swept",
    'flag: --batch-size, values: [null, 512]',
    'flag: --port, values: [1]',
    'batch',
    /--port belongs to the endpoint/,
    /remove the parameter/,
  ],
  [
    'true for a flag with a value',
    'values: [1, 2, 4]',
    'values: [true]',
    'true',
    /-np takes a value/,
    /words like on/,
  ],
  [
    'a value for a switch',
    'values: [true, false], off',
    'values: [1], off',
    '1',
    /--mmap takes no value/,
    /true or false/,
  ],
  [
    'no values and no settings',
    'flag: -np, values: [1, 2, 4]',
    'flag: -np',
    'slots',
    /`values` is missing/,
    /only with `settings`/,
  ],
  ['an empty list of values', 'values: [1, 2, 4]', 'values: []', '[]', /must not be empty/, /values to try/],
  ['a value twice', 'values: [1, 2, 4]', 'values: [1, 2, 1]', '1]', /1 stands twice/, /leave one/],
  [
    'a nested value',
    'values: [1, 2, 4]',
    'values: [1, [2]]',
    '[2]]',
    /must be one value, not a list/,
    /null \(absent\)/,
  ],
  [
    'a parameter that expressions cannot name',
    'slots: { flag',
    'no-slots: { flag',
    'no-slots',
    /`no-slots` cannot be a name/,
    /letters, digits and `_`/,
  ],
  [
    'true for a variable',
    '{ flag: --batch-size, values: [null, 512] }',
    '{ env: X, values: [true] }',
    'true',
    /a variable is text/,
    /"1" or "true"/,
  ],
  [
    'an unknown name in a constraint',
    '- slots <= 4',
    '- slot <= 4',
    'slot <=',
    /`slot` is not known here/,
    /did you mean `slots`/,
  ],
  [
    'a name after the beginning',
    '- slots <= 4',
    '- "1 < slots and sluts < 4"',
    'sluts <',
    /`sluts` is not known/,
    /`slots`/,
  ],
  [
    'a syntax error in a constraint',
    '- slots <= 4',
    '- slots <= <= 4',
    '<= 4',
    /`<=` stands where a value is wanted/,
    /a name/,
  ],
  ['a chained comparison', '- slots <= 4', '- 1 < slots < 4', '< 4', /do not chain/, /a < b and b < c/],
  [
    'a division by zero',
    '- slots <= 4',
    '- slots / (3 - 3) <= 4',
    '/ (3',
    /division by zero/,
    /not always zero/,
  ],
  [
    'a constraint that is no condition',
    '- slots <= 4',
    '- slots + 4',
    'slots',
    /a number, not a condition/,
    /compare it/,
  ],
  [
    'a constraint about nothing',
    '- slots <= 4',
    '- 1 < 2',
    '1 < 2',
    /names no parameter: it is always true/,
    /compare a parameter/,
  ],
  [
    'text against a number',
    '- slots <= 4',
    "- slots == 'four'",
    '==',
    /a number is never equal to text/,
    /text stands in quotes/,
  ],
  [
    'a condition without a unit',
    'ttft_p95 <= 2s',
    'ttft_p95 <= 2',
    '<= 2',
    /a length of time is compared with a number/,
    /2s, 250ms/,
  ],
  [
    'a condition on a percentile that so few requests never have',
    'ttft_p95 <= 2s',
    'ttft_p99 <= 2s',
    '"ttft_p99 <= 2',
    /ttft_p99 takes 299 requests, and code makes 64/,
    /requests: 299/,
  ],
  [
    'an unknown metric',
    'maximize: output_tokens_per_s',
    'maximize: tokens_per_s',
    'tokens_per_s',
    /no number to decide by/,
    /output_tokens_per_s/,
  ],
  [
    'the wrong direction',
    'maximize: output_tokens_per_s',
    'maximize: ttft_p95',
    'maximize',
    /would choose the worst/,
    /minimize: ttft_p95/,
  ],
  [
    'two objectives without an effort',
    'maximize: output_tokens_per_s',
    'maximize: output_tokens_per_s, minimize: ttft_p95',
    'minimize',
    /compared over fresh starts/,
    /effort: default/,
  ],
  [
    'an objective that names none of two workloads',
    ', workload: code, concurrency: 1, where',
    ', where',
    'objective:',
    /does not say which workload decides/,
    /one of code, own/,
  ],
  [
    'an unknown workload',
    'workload: code',
    'workload: cod',
    'cod',
    /`cod` is no workload/,
    /did you mean `code`/,
  ],
  [
    'a concurrency that is not measured',
    'concurrency: 1, where',
    'concurrency: 2, where',
    '2',
    /code is not measured at concurrency 2/,
    /measured: 1, 4/,
  ],
  [
    'a concurrency of zero',
    'concurrency: [1, 4]',
    'concurrency: [0]',
    '0',
    /not a whole number from 1/,
    /1 to 4096/,
  ],
  [
    'a way to start that there is not',
    'requests: 64',
    'requests: 64, starts: at-once',
    'at-once',
    /not one of staggered, burst/,
    /staggered, burst/,
  ],
  [
    'a warm-up below nothing',
    'requests: 64',
    'requests: 64, warmup: -1',
    '-1',
    /-1 is not a whole number from 0/,
    /0 to 10000/,
  ],
  ['no requests', 'requests: 64', 'requests: 0', '0', /0 is not a whole number from 1/, /1 to/],
  [
    'fewer requests than concurrency',
    'requests: 64',
    'requests: 3',
    '3',
    /with 3 requests there are never 4 at once/,
    /at least 4/,
  ],
  ['unknown prompts', 'builtin:code', 'builtin:coding', 'builtin:coding', /not built in/, /`builtin:code`/],
  [
    'a body that replaces the stream',
    'body: { top_p: 0.9 }',
    'body: { stream: false }',
    'stream',
    /`stream` cannot be set here/,
    /always streamed/,
  ],
  [
    'a baseline without a list',
    'baseline: current',
    'baseline: b8k4',
    'b8k4',
    /no list of settings/,
    /current or none/,
  ],
  ['a time of day that is none', 'until: "04:00"', 'until: "24:00"', '"24:00"', /not a time of day/, /04:00/],
  [
    'a flat hook',
    '[[./drain.sh, --all]]',
    '[./drain.sh, --all]',
    './drain.sh',
    /must be a list, not text/,
    /one command, one argument an item/,
  ],
  [
    'an unset variable',
    'a-${TENANT}',
    'a-${TENENT}',
    '"a-$',
    /the variable TENENT is not set/,
    /export TENENT/,
  ],
  ['a path for a shell', 'cwd: .', 'cwd: ~/models', '~/models', /`~` is not replaced/, /\$\{HOME\}\/models/],
  [
    'a number that a double does not hold',
    'values: [1, 2, 4]',
    'values: [12345678901234567890]',
    '12345678901234567890',
    /more digits than a number keeps/,
    /"12345678901234567890"/,
  ],
  [
    'a load longer than the sweep',
    'load: 30m',
    'load: 2h',
    '2h',
    /one load may take 2h, and the whole sweep only 1h30m/,
    /raise `total`/,
  ],
  [
    'two sources of the key',
    'env: API_KEY,',
    'env: API_KEY, file: k,',
    'file',
    /exclude each other/,
    /leave one/,
  ],
  [
    'a key twice',
    'baseline: current',
    'baseline: current\nbaseline: none',
    'baseline: none',
    /`baseline` stands twice/,
    /leave one/,
  ],
  ['a key that is no text', 'body: { top_p: 0.9 }', 'body: { 1: 2 }', '1: 2', /`1` is no key/, /quotes/],
  ['an alias without anchor', 'restore: best', 'restore: *x', '*x', /alias \*x has no anchor/, /put &x/],
  [
    'a reserved parameter name',
    'slots: { flag',
    'and: { flag',
    'and',
    /`and` cannot name a parameter/,
    /word of expressions/,
  ],
];

describe('one problem, with its place and what would be right', () => {
  test.each(one)('%s', (_, before, after, ...expected) => {
    const text = edited([before, after]);
    const found = problemsOf(text).find(({ message }) => expected[1].test(message));
    expect(found?.message, JSON.stringify(problemsOf(text))).toBeDefined();
    expect(found?.remedy).toMatch(expected[2]);
    expect(found?.at.slice(0, expected[0].length)).toBe(expected[0]);
  });
});

describe('all problems at once', () => {
  test('of every kind, in the order of the file', () => {
    const text = edited(
      ['version: 1\n', 'version: 3\n'],
      ['--port, 8081', '--port, 8082'],
      ['values: [1, 2, 4]', 'vales: [1]'],
      ['- slots <= 4', '- batch <='],
      ['requests: 64', 'requests: 2'],
      ['quiet: 90s', 'quiet: 90x'],
      ['restore: best', 'restore: worst\nnonsense: 1'],
    );
    expectProblems(text, [
      ['3', /version/, /version: 1/],
      ['8082', /port 8082/, /one port/],
      ['vales', /unknown key `vales`/, /`values`/],
      ['', /the expression ends/, /a name/],
      ['2', /with 2 requests/, /at least 4/],
      ['"ttft_p95', /takes 59 requests/, /requests: 59/],
      ['90x', /not a length of time/, /120s/],
      ['worst', /not one of original, best, leave/, /./],
      ['nonsense', /unknown key/, /./],
    ]);
  });

  test('a kind of a later version hides the keys that belong to it', () => {
    const text = FILE.replace(
      /service:[^]*?engine:/,
      'service: { kind: docker, unit: a.service, scope: system }\nengine:',
    );
    expectProblems(text, [
      ['docker', /`service.kind: docker` is not supported in this version/, /process, systemd/],
    ]);
  });

  test.each<[string, ...Expected]>([
    ['unit: llama', 'llama', /not the whole name of a unit/, /llama\.service/],
    ['unit: vllm@.service', 'vllm@.service', /is a template/, /vllm@NAME\.service/],
    ['unit: "a;b.service"', '"a;b', /is not a name of a service unit/, /for example/],
    ['unit: -q.service', '-q', /is not a name of a service unit/, /for example/],
    ['unit: ../x.service', '..', /is not a name of a service unit/, /for example/],
    ['unit: a.timer', 'a.timer', /not the whole name|not a name/, /./],
    ['unit: a.service, scope: root', 'root', /not one of system, user/, /./],
    ['units: a.service', 'units', /unknown key `units`/, /`unit`/],
  ])('a unit given as `%s`', (keys, ...expected) => {
    const text = FILE.replace(/service:[^]*?engine:/, `service: { kind: systemd, ${keys} }\nengine:`);
    const found = problemsOf(text);
    expect(found.length).toBeGreaterThan(0);
    const [at, message, remedy] = expected;
    expect(found).toContainEqual({
      at: expect.stringContaining(at),
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    });
  });

  test('keys of one kind under another', () => {
    const text = FILE.replace(/service:[^]*?engine:/, 'service: { kind: process, unit: a.service }\nengine:');
    expect(problemsOf(text)).toMatchObject([
      { message: expect.stringMatching(/does not go with the other keys/), remedy: 'write kind: systemd' },
    ]);
  });

  test('a null that would not be absent', () => {
    const text = edited(
      ['{ flag: --batch-size, values: [null, 512] }', '{ env: OMP_X, values: [null, 8] }'],
      ['  - batch == null or batch >= slots\n', ''],
    );
    expect(parse(text).ok).toBe(true);
    const problems = problemsOf(text, { TENANT: 'x', OMP_X: '2' });
    expect(problems).toEqual([
      {
        at: expect.stringMatching(/^batch/),
        message: expect.stringMatching(/OMP_X is set where Holdpoint itself runs/),
        remedy: expect.stringMatching(/unset OMP_X/),
      },
    ]);
  });

  test('never more than a hundred', () => {
    const text = `${FILE}${Array.from({ length: 500 }, (_, at) => `key${at}: 1\n`).join('')}`;
    const problems = problemsOf(text);
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)?.message).toBe('more than 100 problems');
  });
});
