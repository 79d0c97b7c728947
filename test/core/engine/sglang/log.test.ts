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
