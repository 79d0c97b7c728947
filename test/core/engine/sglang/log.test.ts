import { expect, it } from 'vitest';
import { sglang } from '../../../../src/core/engine/sglang/index.ts';
import { message, rank, startup } from '../../../../src/core/engine/sglang/log.ts';
import { captured, treeStart } from './fixture.ts';

const line = (text: string) => ({ text, line: 1, offset: 0 });
const phases = (lines: readonly { text: string }[]) =>
  lines.flatMap(({ text }) => sglang.phase(line(text)) ?? []);

it.each([
  ['[2026-07-20 08:31:09 TP3] Load weight begin.', 3, 'Load weight begin.'],
  ['[2026-07-20 08:31:09.123 TP7] Load weight begin.', 7, 'Load weight begin.'],
  ['[2026-07-20 08:31:09 DP0 TP3] Load weight begin.', 3, 'Load weight begin.'],
  ['[2026-07-20 08:31:09 PP1 TP0 EP3] Load weight begin.', 0, 'Load weight begin.'],
  ['[2026-07-20 08:31:09] server_args={}', null, 'server_args={}'],
  ['[2026-07-20 08:31:09] ERROR:    [Errno 98] error', null, '[Errno 98] error'],
  ['[rank3]: torch.OutOfMemoryError: CUDA out of memory.', 3, 'torch.OutOfMemoryError: CUDA out of memory.'],
  ['[Gloo] Rank 0 is connected to 7 peer ranks.', null, '[Gloo] Rank 0 is connected to 7 peer ranks.'],
  ['bar 1% | 1/64 [00:01<?]\rbar 2% | 2/64 [00:02<?]', null, 'bar 2% | 2/64 [00:02<?]'],
  ['bar: 100%|#| 9/9 [00:07<00:00, 1it/s][2026-07-20 08:37:20 TP0] Initialized X.', 0, 'Initialized X.'],
  [
    '[Gloo] Rank 3 is connected to 7 peer ranks. : 7[2026-07-20 08:31:20 TP2] Load weight begin.',
    2,
    'Load weight begin.',
  ],
  ['user said [2026-07-20 08:37:20 TP0] hello', null, 'user said [2026-07-20 08:37:20 TP0] hello'],
])('%s', (text, who, rest) => {
  expect([rank(line(text)), message(line(text))]).toEqual([who, rest]);
});

it('names the phases of a real start in their order', () => {
  expect([...new Set(phases(captured('cpu')))]).toEqual([
    'arguments',
    'distributed',
    'weights',
    'kv-cache',
    'http',
    'warm-up',
    'ready',
  ]);
});

it('knows each phase from any rank, and repeats those of the draft model', () => {
  const seen = phases(treeStart().map(line));
  expect(seen.filter((name) => name === 'distributed')).toHaveLength(8);
  expect([...new Set(seen)].sort()).toEqual(
    ['arguments', 'distributed', 'weights', 'kv-cache', 'graphs', 'draft', 'http', 'warm-up', 'ready'].sort(),
  );
  expect(seen.lastIndexOf('weights')).toBeGreaterThan(seen.indexOf('graphs'));
});

it.each([
  [
    'arguments',
    "server_args=ServerArgs(model_path='/m', tp_size=8)",
    "server_args={'model_path': '/m', 'tp_size': 8}",
  ],
  ['weights', 'Load weight begin. avail mem=93.18 GB', 'Multi-thread loading shards:  12% Completed | 8/64'],
  [
    'kv-cache',
    'KV Cache is allocated. #tokens: 181248, K size: 5.94 GB, V size: 5.94 GB',
    'KV Cache is allocated. dtype: torch.bfloat16, #tokens: 181248, KV size: 11.87 GB',
  ],
  [
    'graphs',
    'Capture cuda graph begin. This can take up to several minutes. avail mem=9.60 GB',
    'Capture target verify CUDA graph begin. backend=full, num_tokens_per_req=9, bs=[1, 2], avail mem=9.60 GB',
  ],
  [
    'draft',
    'Initialized DDTree worker. block_size=8, tree_budget=8, max_tree_nodes=9',
    'Initialized DDTREE v2 worker. block_size=8, tree_budget=8, max_tree_nodes=9, prune=False',
  ],
])('an older and a newer build mean the phase %s', (name, older, newer) => {
  for (const text of [older, newer])
    expect(phases([{ text: `[2026-07-20 08:31:09 TP3] ${text}` }])).toEqual([name]);
});

it.each([
  'Init torch distributed ends. mem usage=1.41 GB',
  'Init torch distributed ends. elapsed=10.93 s, mem usage=1.41 GB',
])('free memory before the load, whether or not the line says how long it took: %s', (joined) => {
  const log = [joined, 'Load weight begin. avail mem=90.59 GB'].map((text) =>
    line(`[2026-07-20 08:31:09 TP0] ${text}`),
  );
  expect((sglang.freeAtLoad(log) ?? 0) / 2 ** 30).toBeCloseTo(92, 6);
});

it.each(['Decode batch, ', 'Decode batch. ', 'Decode batch [40], '])('accepted drafts in "%s"', (words) => {
  const text = `${words}#running-req: 1, #token: 512, token usage: 0.01, accept len: 4.02, gen throughput (token/s): 120.1`;
  const { on, evidence } = sglang.drafting({
    ...{ documents: {}, argv: ['sglang'], env: {}, cores: 2 },
    behaviour: { draft_tokens: null, accepted_tokens: null },
    log: [line(`[2026-07-20 08:31:09 TP0] ${text}`)],
  });
  expect(on).toBe(true);
  expect(evidence).toContain('accept len: 4.02');
});

it('the shares of the phases are those of one whole load, under names that lines give', () => {
  const shares = sglang.phase_shares ?? {};
  expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  const named = new Set(phases(treeStart().map(line)));
  expect(Object.keys(shares).filter((name) => !named.has(name))).toEqual([]);
});

it('takes no request for a phase, and reads nothing after ready', () => {
  const forged = "[2026-07-20 09:00:00] Receive: obj=GenerateReqInput(text='server_args={}')";
  expect(sglang.phase(line(forged))).toBeNull();
  const lines = [...treeStart(), 'max_total_num_tokens=1'].map(line);
  expect(startup(lines)).toHaveLength(lines.length - 2);
});

it('finds what was free at the start on the fullest device, before the weights and the draft', () => {
  const free = [93.18, 93.2, 93.19, 70.0, 93.18, 93.2, 93.1, 93.18];
  expect(sglang.freeAtLoad(treeStart({ free_gb: free }).map(line))).toBeCloseTo((70 + 1.41) * 2 ** 30, -3);
  expect(sglang.freeAtLoad(captured('cpu'))).toBeCloseTo(15.3 * 2 ** 30, -3);
  expect(sglang.freeAtLoad(treeStart({ until: 'distributed' }).map(line))).toBeNull();
});
