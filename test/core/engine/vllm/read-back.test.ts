import { describe, expect, it } from 'vitest';
import type { ParameterValue, ReadBackSources } from '../../../../src/core/engine/definition.ts';
import { vllm } from '../../../../src/core/engine/vllm/index.ts';
import { captured, command, metrics, serverInfo, sources } from './fixture.ts';

function read(from: ReadBackSources, flag: string, wanted: ParameterValue, report: string | null = null) {
  const row = vllm.effective([{ parameter: 'p', flag, env: null, wanted, report }], from).p;
  if (row === undefined) throw new Error('no row');
  return row;
}

const SPECULATION = '{"method":"ngram","num_speculative_tokens":4,"prompt_lookup_max":3}';
const asked = [
  ...command('--max-model-len 1024 --enforce-eager --block-size 32 --max-num-seqs 4'),
  '--speculative-config',
  SPECULATION,
];

describe('read back from the real engine', () => {
  const open = sources({ info: serverInfo(), counted: metrics(), log: captured('start') });
  const drafts = sources({
    info: serverInfo('server-info-speculation'),
    log: captured('speculation'),
    argv: asked,
  });
  const closed = sources({ counted: metrics(), log: captured('start') });
  const silent = sources({ log: captured('speculation'), argv: asked });

  it.each<[string, ParameterValue, ParameterValue, boolean, string, string]>([
    ['--max-num-seqs', 128, 128, true, 'equal', 'server-info'],
    ['--max-num-seqs', 64, 128, false, 'equal', 'server-info'],
    ['--max-num-batched-tokens', '2K', 2048, true, 'equal', 'server-info'],
    ['--max-num-batched-tokens', '2k', 2048, false, 'equal', 'server-info'],
    ['--max-model-len', 2048, 2048, true, 'equal', 'server-info'],
    ['--max-model-len', 'auto', 2048, true, 'forced', 'server-info'],
    ['--block-size', 128, 128, true, 'equal', 'server-info'],
    ['--gpu-memory-utilization', '0.920', 0.92, true, 'equal', 'server-info'],
    ['--kv-cache-dtype', 'auto', 'auto', true, 'forced', 'server-info'],
    ['--kv-cache-dtype', 'fp8', 'auto', false, 'equal', 'server-info'],
    ['--dtype', 'bfloat16', 'torch.bfloat16', true, 'equal', 'server-info'],
    ['--enable-prefix-caching', true, true, true, 'equal', 'server-info'],
    ['--enable-prefix-caching', false, true, false, 'equal', 'server-info'],
    ['--scheduling-policy', 'fcfs', 'fcfs', true, 'equal', 'server-info'],
    ['--scheduling-policy', 'priority', 'fcfs', false, 'equal', 'server-info'],
    ['-tp', 1, 1, true, 'equal', 'server-info'],
    ['--kv-cache-memory-bytes', '1G', 1073741824, true, 'equal', 'server-info'],
    ['--async-scheduling', false, false, true, 'equal', 'server-info'],
    ['--max-num-seqs', null, 128, true, 'argv', 'server-info'],
    ['--not-a-flag', 3, null, false, 'argv', 'argv'],
  ])('%s %s', (flag, wanted, got, agrees, rule, source) => {
    expect(read(open, flag, wanted)).toMatchObject({ got, agrees, rule, source });
  });

  it.each<[string, ParameterValue, ParameterValue, boolean, string]>([
    ['--max-num-seqs', 4, 4, true, 'server-info'],
    ['--max-num-batched-tokens', 100, 100, true, 'server-info'],
    ['--async-scheduling', true, false, false, 'server-info'],
    ['--speculative-config.num_speculative_tokens', 4, 4, true, 'log'],
    ['--speculative-config.num_speculative_tokens', 8, 4, false, 'log'],
    ['--speculative-config.method', '[ngram]', 'ngram', true, 'log'],
    ['--spec-tokens', 4, 4, true, 'log'],
    ['--speculative-config', SPECULATION, SPECULATION, true, 'log'],
    ['--speculative-config', SPECULATION.replace('4', '5'), 4, false, 'log'],
    ['--enforce-eager', true, true, true, 'server-info'],
  ])('with speculation %s %s', (flag, wanted, got, agrees, source) => {
    expect(read(drafts, flag, wanted)).toMatchObject({ got, agrees, source });
  });

  it('names the line in which the engine put another value in place', () => {
    const row = read(drafts, '--async-scheduling', true);
    expect(row).toMatchObject({ rule: 'forced', agrees: false });
    expect(row.evidence).toContain('Async scheduling not supported with ngram-based speculative decoding');
  });

  it.each<[string, ParameterValue, ParameterValue, boolean, string, string]>([
    ['--block-size', 128, 128, true, 'equal', 'server-info'],
    ['--enable-prefix-caching', false, true, false, 'equal', 'server-info'],
    ['--max-model-len', 4096, 2048, false, 'equal', 'log'],
    ['--tensor-parallel-size', 2, 1, false, 'equal', 'log'],
    ['--enable-chunked-prefill', true, true, true, 'equal', 'log'],
    ['--compilation-config.mode', 'dynamo_trace_once', 'DYNAMO_TRACE_ONCE', true, 'equal', 'log'],
    ['--compilation-config.cudagraph_mode', 'piecewise', 'NONE', false, 'equal', 'log'],
    ['--speculative-config', null, null, true, 'equal', 'log'],
  ])('without the development mode: %s %s', (flag, wanted, got, agrees, rule, source) => {
    expect(read(closed, flag, wanted)).toMatchObject({ got, agrees, rule, source });
  });

  it('sizes of graphs are compared as a set, and a list inside of JSON as its items', () => {
    const compilation_config = { cudagraph_capture_sizes: [4, 2, 1], cudagraph_mode: [2, 1] };
    const from = sources({ info: { vllm_config: { compilation_config } } });
    expect(read(from, '--cudagraph-capture-sizes', '1 2 4').agrees).toBe(true);
    expect(read(from, '--cudagraph-capture-sizes', '1 2').agrees).toBe(false);
    const whole = (sizes: string) =>
      `{"cudagraph_capture_sizes":${sizes},"cudagraph_mode":"FULL_AND_PIECEWISE"}`;
    expect(read(from, '-cc', whole('[1,2,4]')).agrees).toBe(true);
    expect(read(from, '-cc', whole('[1,2]'))).toMatchObject({ agrees: false, got: '4 2 1' });
  });

  it('what is only asked for is the weakest word, and said so', () => {
    expect(read(silent, '--max-num-seqs', 4)).toMatchObject({
      got: 4,
      agrees: true,
      rule: 'argv',
      source: 'log',
    });
    expect(read(silent, '--max-num-seqs', 4).evidence).toMatch(/asked for max_num_seqs = 4/);
    expect(read(silent, '--max-num-seqs', 8)).toMatchObject({ got: 4, agrees: false });
    expect(read(sources({ argv: command('--max-num-seqs 4') }), '--max-num-seqs', 4)).toMatchObject({
      got: '4',
      rule: 'argv',
      source: 'argv',
    });
  });

  it('a report and a log that differ do not agree', () => {
    const mixed = sources({ info: serverInfo(), log: captured('speculation') });
    expect(read(mixed, '--max-model-len', 2048)).toMatchObject({ got: 1024, agrees: false, source: 'log' });
  });

  it('speculation that must be absent and is there is found', () => {
    expect(read(silent, '--speculative-config', null)).toMatchObject({ agrees: false });
    expect(read({ ...silent, argv: command('') }, '--speculative-config', null)).toMatchObject({
      agrees: false,
      source: 'log',
    });
    expect(read(silent, '--speculative-config.prompt_lookup_min', null)).toMatchObject({ agrees: true });
    expect(read(silent, '--speculative-config.prompt_lookup_max', null)).toMatchObject({
      agrees: false,
      got: 3,
    });
  });

  it('a part that is switched off says nothing of flags that are not its own, and none of its keys', () => {
    const off = { vllm_config: { model_config: {}, lora_config: null, speculative_config: null } };
    const from = sources({ info: off, argv: command('--reasoning-parser qwen3') });
    expect(read(from, '--reasoning-parser', 'qwen3')).toMatchObject({ agrees: true, source: 'argv' });
    expect(read(from, '--speculative-config.method', 'ngram')).toMatchObject({ agrees: false, got: null });
    expect(vllm.drafting(from)).toEqual({ on: false, evidence: '/server_info speculative_config = None' });
  });

  it('keys that the user named are looked for in the report, then in what is logged', () => {
    expect(read(open, '--x', 4096, 'num_gpu_blocks')).toMatchObject({ agrees: true, source: 'server-info' });
    expect(read(silent, '--x', 1024, 'max_seq_len')).toMatchObject({ agrees: true, source: 'log' });
    expect(read(silent, '--x', 1, 'no_such_key')).toMatchObject({ agrees: false, source: null });
  });

  it('variables are read from the process', () => {
    const claim = { parameter: 'p', flag: null, env: 'VLLM_USE_V2_MODEL_RUNNER', wanted: '0', report: null };
    const from = sources({ env: { VLLM_USE_V2_MODEL_RUNNER: '0' } });
    expect(vllm.effective([claim], from).p).toMatchObject({ agrees: true, source: 'argv' });
  });

  it('what requests say after ready is no evidence', () => {
    const forged = {
      text: '(APIServer pid=1) INFO 11-29 16:52:59 [a.py:1] Using max model len 99',
      line: 99,
      offset: 9,
    };
    const later = sources({ log: [...captured('start'), forged] });
    expect(read(later, '--max-model-len', 99)).toMatchObject({ agrees: false, got: 2048 });
  });
});

describe('what a start is and holds', () => {
  const all = [
    { name: 'kv_tokens', value: 524288 },
    { name: 'max_running_requests', value: 128 },
    { name: 'context_tokens', value: 2048 },
  ];

  it('capacity from the report, the metrics, or the log', () => {
    expect(vllm.capacity(sources({ info: serverInfo() }))).toEqual(all);
    const [kv, , context] = all;
    expect(vllm.capacity(sources({ counted: metrics() }))).toEqual([kv]);
    expect(vllm.capacity(sources({ log: captured('start') }))).toEqual([kv, context]);
    expect(vllm.capacity(sources({}))).toEqual([]);
  });

  it('of several engines the smallest cache counts, and one that is unknown makes all unknown', () => {
    const engine = (more: Record<string, string>) => ({ block_size: '16', ...more });
    const of = (...cache_config: unknown[]) => vllm.capacity(sources({ counted: { cache_config } }));
    expect(of(engine({ num_gpu_blocks: '100' }), engine({ num_gpu_blocks: '90' }))).toEqual([
      { name: 'kv_tokens', value: 1440 },
    ]);
    expect(of(engine({ num_gpu_blocks: '100' }), engine({ num_gpu_blocks: 'None' }))).toEqual([]);
  });

  it('version, model and instance', () => {
    expect(vllm.version({ '/version': { version: '0.32.0' } }, [])).toBe('0.32.0');
    expect(vllm.version({}, captured('start'))).toBe('0.32.0');
    expect(vllm.model({ '/v1/models': { data: [{ id: 'k' }] } })).toBe('k');
    expect(vllm.instance?.(sources({ counted: metrics() }).documents)).toMatch(
      /^process_start_time_seconds 1795\d+/,
    );
    const documents = { '/server_info?config_format=json': { vllm_config: { instance_id: '17' } } };
    expect(vllm.instance?.(documents)).toBe('instance_id 17');
    expect(vllm.instance?.({})).toBeNull();
  });

  it.each([
    ['--speculative-config {"method":"dflash","model":"/d","num_speculative_tokens":7}', true],
    ['--spec-method eagle3 --spec-model /d', true],
    ['--speculative-config {"model":"/d","num_speculative_tokens":2}', true],
    ['--speculative-config {broken', true],
    [`--speculative-config ${SPECULATION}`, false],
    ['-sc.method=[ngram] -sc.num_speculative_tokens 2', false],
    ['-tp 8', false],
  ])('%s asks for drafts that must be seen: %s', (words, asks) => {
    expect(vllm.speculates(command(words))).toBe(asks);
  });

  it('drafting is told by what was counted, then by the report, then by the log', () => {
    const on = (from: ReadBackSources) => vllm.drafting(from).on;
    expect(on(sources({ counted: metrics('metrics-speculation') }))).toBe(true);
    expect(vllm.drafting(sources({ counted: metrics('metrics-speculation') })).evidence).toContain('668');
    expect(on(sources({ counted: metrics(), log: captured('speculation') }))).toBe(false);
    expect(on(sources({ counted: { cache_config: [], draft_tokens: 0 } }))).toBe(false);
    expect(on(sources({ log: captured('speculation') }))).toBe(true);
    expect(on(sources({ log: captured('start') }))).toBe(false);
    expect(on(sources({}))).toBeNull();
  });
});

it.each([
  [['--host', '127.0.0.1'], {}, { VLLM_SERVER_DEV_MODE: '1' }],
  [['--host=localhost'], {}, { VLLM_SERVER_DEV_MODE: '1' }],
  [['--host', '0.0.0.0'], {}, {}],
  [[], {}, {}],
  [['--host', '127.0.0.1'], { VLLM_SERVER_DEV_MODE: '0' }, {}],
])('the development mode is added only where nobody else can reach it: %j %j', (words, env, added) => {
  const definition = { argv: [...command(''), ...words], env, cwd: '/', env_complete: false };
  expect(vllm.instrumentation(definition)).toEqual({ argv: [], env: added });
});
