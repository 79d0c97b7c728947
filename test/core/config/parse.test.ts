import { describe, expect, test } from 'vitest';
import { edited, FILE, parse } from './file.ts';

function configurationOf(text: string) {
  const result = parse(text);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
}

describe('a file with every key', () => {
  const { configuration, secrets } = configurationOf(FILE);

  test('paths are absolute, arguments are as written', () => {
    expect(configuration.folder).toBe('/etc/hp');
    expect(configuration.service).toEqual({
      kind: 'process',
      command: [
        '/etc/hp/bin/llama-server',
        '-m',
        'models/m.gguf',
        '-c',
        '4096',
        '--port',
        '8081',
        '--temp',
        '0.10',
      ],
      cwd: '/etc/hp',
      env: { OMP_NUM_THREADS: '4' },
    });
    expect(configuration.tools).toEqual({ ss: '/etc/hp/tools/ss' });
    expect(configuration.workloads.map(({ prompts }) => prompts)).toEqual([
      'builtin:code',
      '/etc/hp/prompts.jsonl',
    ]);
    expect(configuration.hooks.drain).toEqual([['/etc/hp/drain.sh', '--all']]);
    expect(configuration.hooks.end).toEqual([['notify', '1.50']]);
  });

  test('units are numbers', () => {
    expect(configuration.limits).toEqual({
      load_ms: 1_800_000,
      quiet_ms: 90_000,
      stop_ms: 60_000,
      release_ms: 180_000,
      drain_ms: 5000,
      total_ms: 5_400_000,
    });
  });

  test('parameters keep their order, their kinds and their places', () => {
    expect(configuration.parameters.map(({ name, kind, values }) => ({ name, kind, values }))).toEqual([
      { name: 'slots', kind: 'flag', values: [1, 2, 4] },
      { name: 'batch', kind: 'flag', values: [null, 512] },
      { name: 'mmap', kind: 'flag', values: [true, false] },
      { name: 'draft', kind: 'linked', values: ['off', 'n4'] },
    ]);
    expect(configuration.parameters[0]?.place).toEqual({
      file: '/etc/hp/holdpoint.yaml',
      line: 12,
      column: 3,
    });
    expect(configuration.constraints[1]).toEqual({
      text: 'batch == null or batch >= slots',
      place: { file: '/etc/hp/holdpoint.yaml', line: 18, column: 5 },
    });
  });

  test('variables are replaced where they may be, and their values are secrets', () => {
    expect(configuration.auth).toEqual({
      env: 'API_KEY',
      file: null,
      headers: { 'X-Tenant': 'a-blue' },
      ca: null,
    });
    expect(secrets).toEqual([
      { name: 'API_KEY', value: 'sk-0123456789' },
      { name: 'TENANT', value: 'blue' },
    ]);
  });
});

describe('the accelerator', () => {
  const uuid = 'GPU-5e1a7c10-93b4-4f0e-8d52-6a0c3b9e2f41';
  test.each([
    ['nvidia', { kind: 'nvidia', devices: null, floor: {} }],
    ['host-memory', { kind: 'host-memory', devices: null, floor: {} }],
    [
      `{ kind: nvidia, devices: [${uuid}], floor: { ${uuid}: 300MiB } }`,
      { kind: 'nvidia', devices: [uuid], floor: { [uuid]: 300 * 1024 * 1024 } },
    ],
    [`{ kind: nvidia, floor: { ${uuid}: 0 } }`, { kind: 'nvidia', devices: null, floor: { [uuid]: 0 } }],
  ])('%s', (text, expected) => {
    const { configuration: read } = configurationOf(`${FILE}accelerator: ${text}\n`);
    expect(read.accelerator).toEqual(expected);
  });
});

describe('defaults', () => {
  const { configuration } = configurationOf(`version: 1
name: n
service: { kind: process, command: [llama-server] }
engine: openai
endpoint: http://[::1]
workloads: [{ name: w, prompts: builtin:count, requests: 4, max_tokens: 8, concurrency: [4, 2] }]
`);

  test('none is left open', () => {
    expect(configuration).toMatchObject({
      host: 'local',
      auth: null,
      model: null,
      accelerator: { kind: 'auto', devices: null, floor: {} },
      parameters: [],
      constraints: [],
      settings: null,
      baseline: 'current',
      limits: {
        load_ms: null,
        quiet_ms: 600_000,
        stop_ms: 120_000,
        release_ms: 180_000,
        drain_ms: 0,
        total_ms: 43_200_000,
      },
      window: null,
      restore: 'original',
      tools: {},
    });
    expect(configuration.service).toMatchObject({ command: ['llama-server'], cwd: '/etc/hp', env: {} });
    expect(configuration.workloads[0]).toMatchObject({ api: 'chat', temperature: 0, body: {}, expect: null });
  });

  test('a load keeps how it starts and what goes before it, and has neither unless it is said', () => {
    const said = parse(edited(['requests: 64', 'requests: 64, starts: burst, warmup: 0']));
    const silent = parse(edited());
    const own = (result: typeof said) => (result.ok ? result.configuration.workloads[0] : null);
    expect(own(said)).toMatchObject({ starts: 'burst', warmup: 0 });
    // absent, not undefined: keys of measurements that earlier versions made stay the same
    expect(Object.keys(own(silent) ?? {})).not.toContain('starts');
    expect(Object.keys(own(silent) ?? {})).not.toContain('warmup');
  });

  test('the objective is the throughput of the first workload where most is asked of it', () => {
    expect(configuration.objective).toEqual({
      direction: 'maximize',
      metric: 'output_tokens_per_s',
      workload: 'w',
      concurrency: 4,
      where: [],
    });
  });

  test('an address without a port has the one of its scheme', () => {
    expect(configuration.endpoint).toEqual({
      url: 'http://[::1]',
      protocol: 'http:',
      address: '::1',
      port: 80,
    });
  });
});

describe('what is meant', () => {
  test('a running server is adopted by port', () => {
    const text = FILE.replace(
      /service:[^]*?engine:/,
      'service: { kind: process, adopt: { port: 8081 } }\nengine:',
    );
    expect(configurationOf(text).configuration.service).toEqual({
      kind: 'process-adopted',
      adopt: { port: 8081 },
    });
  });

  test.each([
    ['unit: vllm@1.service', 'vllm@1.service', 'system'],
    ['unit: "a\\\\x2db.service", scope: user', 'a\\x2db.service', 'user'],
  ])('a unit is named: %s', (keys, unit, scope) => {
    const text = FILE.replace(/service:[^]*?engine:/, `service: { kind: systemd, ${keys} }\nengine:`);
    expect(configurationOf(text).configuration.service).toEqual({ kind: 'systemd', unit, scope });
  });

  test('settings are a list instead of the grid, and need no values', () => {
    const text = edited(
      ['flag: -np, values: [1, 2, 4]', 'flag: -np'],
      ['baseline: current', 'settings:\n  - { name: a, slots: 9, draft: n4 }\n  - { name: b }\nbaseline: b'],
    );
    const { configuration } = configurationOf(text);
    expect(configuration.baseline).toBe('b');
    expect(configuration.settings?.map(({ name, values }) => ({ name, values }))).toEqual([
      { name: 'a', values: { slots: 9, draft: 'n4' } },
      { name: 'b', values: {} },
    ]);
  });

  test('a dotted flag is a key of a JSON-valued flag, unless the engine knows it whole', () => {
    const text = edited(
      ['flag: --batch-size, values: [null, 512]', 'flag: --spec-config.tokens.n, values: [2]'],
      [
        'flag: --mmap, values: [true, false], off: --no-mmap',
        'flag: --fim-qwen-1.5b-default, values: [true, false]',
      ],
    );
    expect(configurationOf(text).configuration.parameters.slice(1, 3)).toMatchObject([
      { flag: '--spec-config', json_key: 'tokens.n' },
      { flag: '--fim-qwen-1.5b-default', json_key: null },
    ]);
  });

  test('YAML 1.2: off, no and 04:00 are text', () => {
    const { configuration } = configurationOf(
      edited(
        ['values: [null, 512]', 'values: [off, no, 04:00, 0x10, 1e3]'],
        ['  - batch == null or batch >= slots\n', ''],
      ),
    );
    expect(configuration.parameters[1]?.values).toEqual(['off', 'no', '04:00', 16, 1000]);
  });

  test('an anchor may be used again, with the place of its use', () => {
    const text = edited(['values: [1, 2, 4]', 'values: &v [1, 2, 4]'], ['values: [null, 512]', 'values: *v']);
    expect(configurationOf(text).configuration.parameters[1]?.values).toEqual([1, 2, 4]);
  });

  test('secrets of the command are known', () => {
    const text = edited(
      ['--temp, 0.10', '--api-key, sk-from-the-file, --temp, 0.10'],
      ['OMP_NUM_THREADS: 4', 'HF_TOKEN: hf_abcdef'],
      ['X-Tenant: "a-${TENANT}"', 'Authorization: "Bearer zzzz-1"'],
    );
    expect(configurationOf(text).secrets).toEqual([
      { name: 'API_KEY', value: 'sk-0123456789' },
      { name: 'Authorization', value: 'zzzz-1' },
      { name: '--api-key', value: 'sk-from-the-file' },
      { name: 'HF_TOKEN', value: 'hf_abcdef' },
    ]);
  });

  test('a variable is replaced once', () => {
    const text = edited(['cwd: .', 'cwd: "${DIR}"']);
    const result = parse(text, { TENANT: 't', DIR: '${HOME}/x', HOME: '/h' });
    expect(result.ok && result.configuration.service).toMatchObject({ cwd: '/etc/hp/${HOME}/x' });
  });
});
