import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Bench, COMMAND } from './served.ts';

const without = (...flags: readonly string[]) =>
  COMMAND.flatMap((word, at) => {
    const before = COMMAND[at - 1] ?? '';
    return flags.includes(word) || (flags.includes(before) && !word.startsWith('--')) ? [] : [word];
  });
const BUDGET = '--speculative-ddtree-budget';
const CHAIN = [
  ...without('--speculative-algorithm', BUDGET, '--speculative-ddtree-topk'),
  '--speculative-algorithm',
  'DFLASH',
];

describe('arguments that end the server', () => {
  it.each([
    [[...COMMAND, '--no-such-flag', '4'], 2, 'sglang serve: error: unrecognized arguments: --no-such-flag 4'],
    [[...COMMAND, BUDGET, 'many'], 2, `sglang serve: error: argument ${BUDGET}: invalid int value: 'many'`],
    [[...COMMAND, BUDGET], 2, `sglang serve: error: argument ${BUDGET}: expected one argument`],
    [[...COMMAND, '--speculative-algorithm', 'EAGLE9'], 2, "invalid choice: 'EAGLE9' (choose from "],
    [without('--model-path'), 2, 'error: the following arguments are required: --model-path'],
    [[...COMMAND, '--speculative-d', '4'], 2, 'error: ambiguous option: --speculative-d could match '],
    [
      [...COMMAND, '--speculative-draft-window-size', '4'],
      1,
      'ValueError: --speculative-draft-window-size must be >= --speculative-num-draft-tokens (block_size). window_size=4, block_size=8.',
    ],
    [
      without('--speculative-draft-model-path'),
      1,
      'ValueError: DDTREE speculative decoding requires setting --speculative-draft-model-path.',
    ],
    [
      [...COMMAND, '--speculative-dflash-block-size', '16'],
      1,
      'ValueError: Both --speculative-num-draft-tokens and --speculative-dflash-block-size are set but they differ.',
    ],
    [[...COMMAND, '--page-size', '16'], 1, 'ValueError: DDTREE speculative decoding requires page_size == 1'],
    [[...COMMAND, '--pp-size', '2'], 1, 'speculative decoding only supports pp_size == 1.'],
    [[...COMMAND, '--enable-dp-attention'], 1, 'speculative decoding does not support dp attention.'],
    [
      [...COMMAND, '--context-length', '999999'],
      1,
      'ValueError: Warning: User-specified context_length (999999) is greater than the derived context_length (262144).',
    ],
    [[...COMMAND, '--tp-size', '6'], 1, 'must be divisible by tensor parallel size (6)'],
    [
      [...COMMAND, '--mem-fraction-static', '1.2'],
      1,
      'mem_fraction_static must be between 0 and 1, got 1.2.',
    ],
  ])('%#: exit and text', async (argv, code, text) => {
    const bench = new Bench();
    bench.start(argv);
    await bench.pass(30);
    expect(bench.exit).toEqual({ code, signal: null });
    expect(bench.log).toContain(text);
    expect(bench.members()).toEqual([]);
  });

  it('complains about a flag as the captured log of the real one does', async () => {
    const captured = readFileSync('test/fixtures/sglang/bad-flag.log', 'utf8').trim().split('\n');
    const bench = new Bench();
    bench.start([...COMMAND, '--no-such-flag', '4']);
    await bench.pass(30);
    const lines = bench.log.trim().split('\n');
    expect(lines.at(-1)).toBe(captured.at(-1));
    expect(lines.find((line) => line.startsWith('usage:'))?.slice(0, 45)).toBe(
      captured.find((line) => line.startsWith('usage:'))?.slice(0, 45),
    );
  });
});

describe('arguments that the server changes', () => {
  it.each([
    [
      'DFLASH has no tree',
      [...CHAIN, '--speculative-eagle-topk', '4', '--speculative-num-steps', '3'],
      ['overriding speculative_eagle_topk=4 to 1.', 'overriding speculative_num_steps=3 to 1.'],
      { speculative_eagle_topk: 1, speculative_num_steps: 1, speculative_num_draft_tokens: 8 },
    ],
    [
      'the fork keeps the topk of its tree',
      COMMAND,
      [],
      { speculative_ddtree_topk: 4, speculative_eagle_topk: 4, speculative_ddtree_budget: 8 },
    ],
    [
      'requests are 48 with speculation',
      COMMAND,
      ['Max running requests is reset to 48 for speculative decoding.'],
      { max_running_requests: 48 },
    ],
    ['unless they are given', [...COMMAND, '--max-running-requests', '16'], [], { max_running_requests: 16 }],
    [
      'mixed chunks go',
      [...COMMAND, '--enable-mixed-chunk'],
      ['Mixed chunked prefill is disabled because of using ddtree speculative decoding.'],
      { enable_mixed_chunk: false },
    ],
    [
      'the block is that of the draft',
      without('--speculative-num-draft-tokens'),
      [],
      { speculative_num_draft_tokens: 8 },
    ],
    [
      'the older name of the window works',
      [...COMMAND, '--speculative-dflash-draft-window-size=2048'],
      ['--speculative-dflash-draft-window-size is deprecated'],
      { speculative_draft_window_size: 2048 },
    ],
    ['the last of several wins', [...COMMAND, BUDGET, '12'], [], { speculative_ddtree_budget: 12 }],
  ])('%s', async (_, argv, warnings, effective) => {
    const bench = new Bench({ load_s: 42 });
    bench.start(argv);
    await bench.pass(46);
    for (const warning of warnings) expect(bench.log).toContain(warning);
    const info = await bench.json('/server_info');
    expect(info).toMatchObject(effective);
    expect(info['internal_states']).toMatchObject([effective]);
    for (const [key, value] of Object.entries(effective))
      expect(bench.log).toContain(` ${key}=${value === false ? 'False' : value},`);
  });

  it('reports every key under which the captured server reports it, with the default where nothing was given', async () => {
    const captured = JSON.parse(readFileSync('test/fixtures/sglang/cpu-server-info.json', 'utf8'));
    const bench = new Bench({ load_s: 42 });
    bench.start([...COMMAND, '--speculative-draft-window-size', '2048']);
    await bench.pass(46);
    const info = await bench.json('/server_info');
    for (const key of Object.keys(captured)) expect(info).toHaveProperty(key);
    for (const key of [
      'schedule_policy',
      'page_size',
      'max_prefill_tokens',
      'dp_size',
      'disable_radix_cache',
      'version',
    ])
      expect([key, info[key]]).toEqual([key, captured[key]]);
    expect(bench.log).toContain('draft_window_size=2048, compact_cache=True');
  });
});
