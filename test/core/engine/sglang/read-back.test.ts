import { describe, expect, it } from 'vitest';
import type { ParameterValue, ReadBackSources } from '../../../../src/core/engine/definition.ts';
import { sglang } from '../../../../src/core/engine/sglang/index.ts';
import { captured, capturedInfo, sources, treeInfo, treeStart } from './fixture.ts';

const WINDOW = '--speculative-draft-window-size';
const BUDGET = '--speculative-ddtree-budget';
const command = (text: string) => ['sglang', 'serve', ...text.split(' ').filter((word) => word !== '')];

function read(from: ReadBackSources, flag: string, wanted: ParameterValue, report: string | null = null) {
  const row = sglang.effective([{ parameter: 'p', flag, env: null, wanted, report }], from).p;
  if (row === undefined) throw new Error('no row');
  return row;
}

describe('read back from the real engine on a processor', () => {
  const server = sources({
    info: capturedInfo(),
    argv: command('--chunked-prefill-size 100 --max-running-requests 8'),
  });
  const silent = sources({ log: captured('cpu'), argv: command('--disable-overlap-schedule') });

  it.each<[string, ParameterValue, ParameterValue, boolean, string, string]>([
    ['--chunked-prefill-size', 100, 100, true, 'equal', 'server-info'],
    ['--chunked-prefill-size', 4096, 100, false, 'equal', 'server-info'],
    ['--max-running-requests', 8, 8, true, 'equal', 'server-info'],
    ['--mem-fraction-static', '0.10', 0.1, true, 'equal', 'server-info'],
    ['--disable-radix-cache', false, false, true, 'equal', 'server-info'],
    ['--disable-radix-cache', true, false, false, 'equal', 'server-info'],
    ['--tp', 1, 1, true, 'equal', 'server-info'],
    ['--max-total-tokens', 8192, 8192, true, 'at-least', 'server-info'],
    ['--max-total-tokens', 8200, 8192, false, 'at-least', 'server-info'],
    ['--fork-flag', 3, null, false, 'argv', 'argv'],
    ['--schedule-policy', null, 'fcfs', true, 'argv', 'server-info'],
    ['--chunked-prefill-size', null, '100', false, 'argv', 'server-info'],
  ])('%s %s: %s', (flag, wanted, got, agrees, rule, source) => {
    expect(read(server, flag, wanted)).toMatchObject({ got, agrees, rule, source });
  });

  it.each<[string, ParameterValue, ParameterValue, boolean]>([
    ['--chunked-prefill-size', 4096, 4096, true],
    ['--disable-radix-cache', false, true, false],
    ['--max-running-requests', 2048, 2048, true],
    ['--context-length', 2048, 2048, true],
    ['--context-length', 4096, 2048, false],
    ['--max-total-tokens', 8192, 8192, true],
  ])('without a report the log tells: %s %s is %s', (flag, wanted, got, agrees) => {
    expect(read(silent, flag, wanted)).toMatchObject({ got, agrees, source: 'log' });
  });

  it('and without either, the command line', () => {
    expect(read(sources({ argv: command('--tp 8') }), '--tp-size', 8)).toMatchObject({
      got: '8',
      agrees: true,
      rule: 'argv',
    });
  });
});

describe('tree drafting on eight ranks', () => {
  const tree = (info: Record<string, unknown>, start: Parameters<typeof treeStart>[0] = {}, argv = '') =>
    sources({ info: treeInfo(info), log: treeStart(start), argv: command(argv) });

  it('a window is in effect where report and draft runner say it', () => {
    const server = tree({ speculative_draft_window_size: 2048 }, { window: '2048' }, `${WINDOW} 2048`);
    expect(read(server, WINDOW, 2048)).toMatchObject({ got: 2048, agrees: true, source: 'server-info' });
    expect(read(server, WINDOW, 2048).evidence).toContain('draft_window_size=2048, compact_cache=True');
    expect(read(server, WINDOW, 4096)).toMatchObject({ got: 2048, agrees: false });
  });

  it('a window that the report repeats and the runner does not have is not in effect', () => {
    const server = tree({ speculative_draft_window_size: 2048 }, {}, `${WINDOW} 2048`);
    expect(read(server, WINDOW, 2048)).toMatchObject({ got: null, agrees: false, source: 'log' });
  });

  it('an absent window reads as None, and one that is there all the same is found', () => {
    expect(read(tree({}), WINDOW, null)).toMatchObject({ got: null, agrees: true, rule: 'equal' });
    expect(read(tree({}, { window: '2048' }), WINDOW, null)).toMatchObject({
      agrees: false,
      got: 2048,
      source: 'log',
    });
    expect(read(tree({}, {}, `${WINDOW} 512`), WINDOW, null)).toMatchObject({ agrees: false, got: '512' });
  });

  it('the older name of the window is the same flag', () => {
    const server = tree({ speculative_draft_window_size: 2048 }, { window: '2048' });
    expect(read(server, '--speculative-dflash-draft-window-size', 2048).agrees).toBe(true);
  });

  it('the key that the user named is looked for in the report, then in the draft runner', () => {
    const server = tree({}, { window: '2048' });
    expect(read(server, WINDOW, 2048, 'draft_window_size')).toMatchObject({
      got: 2048,
      agrees: true,
      source: 'log',
    });
    expect(read(server, WINDOW, null, 'draft_window_size')).toMatchObject({ got: 2048, agrees: false });
    expect(read(tree({}), WINDOW, null, 'draft_window_size')).toMatchObject({
      got: null,
      agrees: true,
      source: 'log',
    });
    expect(read(server, BUDGET, 9, 'max_tree_nodes')).toMatchObject({ got: 9, agrees: true });
    expect(read(server, '--x', true, 'compact_cache')).toMatchObject({ got: true, agrees: true });
    expect(read(server, '--x', 4, 'speculative_ddtree_topk')).toMatchObject({
      agrees: true,
      source: 'server-info',
    });
    expect(read(server, '--x', 4, 'no_such_key')).toMatchObject({ got: null, agrees: false, source: null });
  });

  it('flags of a fork are read under the name that follows from the flag', () => {
    expect(read(tree({}), '--speculative-ddtree-topk', 4)).toMatchObject({
      agrees: true,
      source: 'server-info',
    });
    expect(read(tree({}), BUDGET, 8)).toMatchObject({ agrees: true });
    expect(read(tree({ speculative_ddtree_budget: 16 }, { budget: 8 }), BUDGET, 16)).toMatchObject({
      agrees: false,
      got: 8,
      source: 'log',
    });
  });

  it('a value that the engine replaced is named as forced', () => {
    const forced = tree({}, { topk_forced: true }, '--speculative-eagle-topk 4');
    expect(read(forced, '--speculative-eagle-topk', 4)).toMatchObject({
      got: 1,
      rule: 'forced',
      agrees: false,
    });
    expect(read(forced, '--speculative-eagle-topk', 4).evidence).toContain(
      'overriding speculative_eagle_topk=4 to 1',
    );
    expect(read(forced, '--speculative-eagle-topk', 1)).toMatchObject({ got: 1, agrees: true });
    expect(read(forced, '--max-running-requests', 64)).toMatchObject({
      got: 48,
      rule: 'forced',
      agrees: false,
    });
  });

  it('with attention over several groups the report has the part of each', () => {
    const server = sources({
      info: treeInfo({
        ...{ enable_dp_attention: true, attn_dp_size: 4, dp_size: 1 },
        ...{ chunked_prefill_size: 2048, schedule_conservativeness: 0.24, max_prefill_tokens: 8000 },
      }),
      argv: command('--tp 8 --dp 4 --enable-dp-attention --chunked-prefill-size 8192'),
    });
    const agrees = (flag: string, wanted: ParameterValue) => read(server, flag, wanted).agrees;
    expect(agrees('--chunked-prefill-size', 8192)).toBe(true);
    expect(agrees('--chunked-prefill-size', 4096)).toBe(false);
    expect(agrees('--schedule-conservativeness', 0.8)).toBe(true);
    expect(agrees('--schedule-conservativeness', 0.9)).toBe(false);
    expect(agrees('--dp', 4)).toBe(true);
    expect(agrees('--dp', 2)).toBe(false);
    expect(agrees('--max-prefill-tokens', '8k')).toBe(true);
    expect(agrees('--max-prefill-tokens', '8Ki')).toBe(false);
  });

  it.each([
    [
      '--page-size',
      16,
      'page_size',
      64,
      'TensorRT-LLM MLA only supports page_size of 32 or 64, changing page_size from 16 to 64.',
    ],
    ['--page-size', 16, 'page_size', 64, 'FlashMLA only supports a page_size of 64, change page_size to 64.'],
    [
      '--speculative-draft-attention-backend',
      'flashmla',
      'speculative_draft_attention_backend',
      'flashinfer',
      "DFLASH draft worker does not support attention_backend 'flashmla' on CudaPlatform. Falling back to 'flashinfer'.",
    ],
  ])('%s %s is forced to %s %s', (flag, wanted, key, got, text) => {
    const from = sources({ info: treeInfo({ [key]: got }), log: [`[2026-07-20 08:30:57] ${text}`] });
    expect(read(from, flag, wanted)).toMatchObject({ agrees: false, got, rule: 'forced' });
  });

  it('lists and names of algorithms are compared as the engine means them', () => {
    expect(read(tree({}), '--cuda-graph-bs', '1 2 4 8').agrees).toBe(true);
    expect(read(tree({}), '--speculative-algorithm', 'ddtree').agrees).toBe(true);
    expect(read(tree({ speculative_algorithm: 'EAGLE' }), '--speculative-algorithm', 'NEXTN').agrees).toBe(
      true,
    );
    expect(read(tree({ speculative_algorithm: null }), '--speculative-algorithm', 'DFLASH').agrees).toBe(
      false,
    );
  });

  it('what requests say after ready is no evidence', () => {
    const lines = [
      ...treeStart(),
      '[2026-07-20 09:00:00 TP0] Initialized DFLASH draft runner. a=b, draft_window_size=2048, compact_cache=True',
    ];
    expect(read(sources({ info: treeInfo(), log: lines }), WINDOW, 2048, 'draft_window_size').got).toBeNull();
  });

  it('the seed that it draws at each start tells its starts apart', () => {
    expect(sglang.instance?.({ '/server_info': { random_seed: 69339134 } })).toBe('random_seed 69339134');
    expect(sglang.instance?.({ '/server_info': treeInfo() })).toBeNull();
  });

  it('capacity, version and model', () => {
    const documents = {
      ...tree({}).documents,
      '/v1/models': { data: [{ id: 'k26', max_model_len: 262144 }] },
    };
    expect(sglang.capacity({ ...tree({}), documents })).toEqual([
      { name: 'kv_tokens', value: 181248 },
      { name: 'max_running_requests', value: 48 },
      { name: 'context_tokens', value: 262144 },
    ]);
    expect(sglang.capacity(sources({ log: treeStart() }))).toEqual(
      sglang.capacity({ ...tree({}), documents }),
    );
    expect(sglang.capacity(sources({}))).toEqual([]);
    expect([sglang.version(documents, []), sglang.model(documents)]).toEqual(['0.5.23', 'k26']);
    expect(sglang.version({ '/get_server_info': { version: '0.4.9' } }, [])).toBe('0.4.9');
  });
});

describe('speculation', () => {
  it.each([
    ['--speculative-algorithm DFLASH --speculative-draft-model-path /d', true],
    ['--speculative-draft-model /d', true],
    ['--speculative-algorithm NGRAM', false],
    ['--tp 8', false],
  ])('%s asks for drafts that must be seen: %s', (argv, asks) => {
    expect(sglang.speculates(command(argv))).toBe(asks);
  });

  it('is seen by the draft runner, by accepted tokens, or in the report', () => {
    const on = (from: ReadBackSources) => sglang.drafting(from).on;
    expect(on(sources({ log: treeStart() }))).toBe(true);
    expect(on(sources({ info: treeInfo() }))).toBe(true);
    expect(on(sources({ info: treeInfo({ speculative_algorithm: null }), log: treeStart() }))).toBe(false);
    expect(on(sources({ info: capturedInfo() }))).toBeNull();
    expect(on(sources({ log: captured('cpu') }))).toBeNull();
    const decode = (length: string) =>
      sources({
        log: [
          `[2026-07-20 09:00:00 TP0] Decode batch, #running-req: 4, accept len: ${length}, accept rate: 0.57`,
        ],
      });
    expect([on(decode('4.02')), on(decode('0.00'))]).toEqual([true, null]);
  });
});
