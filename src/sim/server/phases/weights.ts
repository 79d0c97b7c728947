import type { Bytes, Milliseconds } from '../../../core/units.ts';
import { MODEL } from '../arguments/model.ts';
import type { Launch, Rank } from '../launch.ts';
import { shardBar } from '../log/bars.ts';
import { gigabytes, weightBytes } from '../memory.ts';
import type { Phase } from './phase.ts';
import { onEachRank } from './ranks.ts';
import { take } from './take.ts';

const SHARDS = MODEL.checkpoint_shards;
/** Ranks other than the first end up to this much later. */
const LAG_SHARE = 0.02;
/** The empty parameters are made on the device before a shard is read; repacking while reading takes the rest. */
const PARAMETER_SHARE = 0.9;
const PARAMETER_STEPS = 16;
const CREATION_SHARE = 0.012;

/** The checkpoint, shard by shard; each rank keeps its part. Only the first rank draws a bar. */
export const weightsPhase: Phase = (launch, length) => {
  measureBefore(launch);
  const creating = length * CREATION_SHARE;
  const reading = length * (1 - LAG_SHARE) - creating - length * 0.005;
  for (const rank of launch.ranks)
    rank.self.use({ cpu_per_s: 0.9, rss_bytes: 9e9, read_bytes_per_s: (548e9 / 8 / reading) * 1000 });
  onEachRank(launch, [0, length * 0.003], (rank) =>
    launch.sayAs(rank, `Load weight begin. avail mem=${availableNow(launch, rank)} GB`),
  );
  launch.timers.after(length * 0.004, () => createParameters(launch, creating, 0));
  launch.timers.after(length * 0.004 + creating, () =>
    readShard(launch, { done: 0, each: reading / SHARDS }),
  );
};

function createParameters(launch: Launch, creating: Milliseconds, done: number): void {
  if (done === PARAMETER_STEPS) return;
  const bytes = (weightBytes(launch.ranks.length) * PARAMETER_SHARE) / PARAMETER_STEPS;
  if (!takeOnAll(launch, bytes)) return;
  launch.timers.after((creating * 0.9) / PARAMETER_STEPS, () => createParameters(launch, creating, done + 1));
}

function takeOnAll(launch: Launch, bytes: Bytes): boolean {
  return launch.ranks.every((rank) => take(launch, rank, bytes));
}

/** The least free memory over all ranks: the pool's size will be reckoned from it. */
function measureBefore(launch: Launch): void {
  const free = launch.ranks.map((rank) => launch.available(rank));
  launch.memory.available_before = Math.min(...free);
  if (Math.min(...free) >= 0.9 * Math.max(...free)) return;
  const [first] = launch.ranks;
  if (first !== undefined)
    launch.sayAs(
      first,
      `The memory capacity is unbalanced. Some GPUs may be occupied by other processes. pre_model_load_memory=${gigabytes(Math.min(...free))}, local_gpu_memory=${gigabytes(Math.max(...free))}, local_gpu_memory * 0.9=${gigabytes(0.9 * Math.max(...free))}`,
    );
}

function readShard(launch: Launch, state: { readonly done: number; readonly each: Milliseconds }): void {
  const { done, each } = state;
  launch.ranks[0]?.self.write(shardBar(done, SHARDS, (done * each) / 1000));
  if (done === SHARDS) return finish(launch, SHARDS * each);
  launch.timers.after(each, () => {
    const bytes = (weightBytes(launch.ranks.length) * (1 - PARAMETER_SHARE)) / SHARDS;
    if (takeOnAll(launch, bytes)) readShard(launch, { done: done + 1, each });
  });
}

function finish(launch: Launch, took: Milliseconds): void {
  launch.ranks[0]?.self.write('\n');
  const used = gigabytes(weightBytes(launch.ranks.length));
  onEachRank(launch, [0, took * LAG_SHARE], (rank) => {
    rank.self.use({ cpu_per_s: 0.4, read_bytes_per_s: 0 });
    const elapsed = (took / 1000 + launch.random.uniform()).toFixed(2);
    launch.sayAs(
      rank,
      `Load weight end. elapsed=${elapsed} s, type=${MODEL.architecture}, quant=${launch.arguments.report['quantization']}, avail mem=${availableNow(launch, rank)} GB, mem usage=${used} GB.`,
    );
  });
}

function availableNow(launch: Launch, rank: Rank): string {
  return gigabytes(launch.available(rank) + 3e7 * (launch.random.uniform() - 0.5));
}
