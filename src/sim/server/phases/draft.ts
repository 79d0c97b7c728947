import { DRAFT } from '../arguments/model.ts';
import type { Launch, Rank } from '../launch.ts';
import { shardBar } from '../log/bars.ts';
import { repr } from '../log/python.ts';
import { draftBytes, gigabytes } from '../memory.ts';
import type { Phase } from './phase.ts';
import { onEachRank } from './ranks.ts';
import { take } from './take.ts';

/** The draft model: weights on every rank, then the lines by which the first rank tells what is in effect. */
export const draftPhase: Phase = (launch, length) => {
  if (launch.arguments.draft.algorithm === 'none') return;
  const bytes = draftBytes(launch.ranks.length);
  for (const rank of launch.ranks) rank.self.use({ cpu_per_s: 0.8, read_bytes_per_s: 120e6 });
  onEachRank(launch, [0, length * 0.05], (rank) =>
    launch.sayAs(rank, `Load weight begin. avail mem=${gigabytes(launch.available(rank))} GB`),
  );
  launch.timers.after(length * 0.06, () =>
    launch.ranks[0]?.self.write(shardBar(0, DRAFT.checkpoint_shards, 0)),
  );
  launch.timers.after(length * 0.45, () => {
    launch.ranks[0]?.self.write(`${shardBar(1, DRAFT.checkpoint_shards, (length * 0.39) / 1000)}\n`);
    onEachRank(launch, [0, length * 0.1], (rank) => {
      if (!take(launch, rank, bytes)) return;
      rank.self.use({ cpu_per_s: 0.6, read_bytes_per_s: 0 });
      launch.sayAs(
        rank,
        `Load weight end. elapsed=${((length * 0.4) / 1000).toFixed(2)} s, type=${DRAFT.architecture}, avail mem=${gigabytes(launch.available(rank))} GB, mem usage=${gigabytes(bytes)} GB.`,
      );
    });
  });
  launch.timers.after(length * 0.7, () => tellDraft(launch));
};

/** Lines of the first rank alone (SGLang 0.5.23 `dflash_worker_v2.py`; the last one is the fork's). */
function tellDraft(launch: Launch): void {
  const [first] = launch.ranks;
  if (first === undefined) return;
  const { draft, report } = launch.arguments;
  const say = (rank: Rank, text: string) => launch.sayAs(rank, text);
  const backend = report['speculative_draft_attention_backend'] ?? 'flashinfer';
  const block = draft.block;
  say(
    first,
    `Initialized DFLASH draft runner. attention_backend=${backend}, model=${DRAFT.architecture}, block_size=${block}, draft_window_size=${repr(draft.window)}, compact_cache=${repr(draft.window !== null)}`,
  );
  say(
    first,
    `DFLASH draft runner ready. mask_token=${DRAFT.mask_token}, mask_token_id=${DRAFT.mask_token_id}, mask_token_id_override=None`,
  );
  say(first, `DFLASH draft greedy head folded into the draft cuda graph (tp=${launch.ranks.length}).`);
  if (draft.algorithm === 'tree')
    say(
      first,
      `Initialized DDTree worker. block_size=${block}, tree_budget=${draft.budget}, max_tree_nodes=${draft.budget + 1}`,
    );
}
