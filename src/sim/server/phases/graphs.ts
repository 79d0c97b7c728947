import { failRank } from '../failure/fail-rank.ts';
import { outOfMemory } from '../failure/out-of-memory.ts';
import { captureFailed } from '../failure/texts.ts';
import type { Launch } from '../launch.ts';
import { captureBar } from '../log/bars.ts';
import { repr } from '../log/python.ts';
import { capturedBatchSizes, gigabytes, graphBytes, verifiedTokens } from '../memory.ts';
import type { Phase } from './phase.ts';
import { onEachRank } from './ranks.ts';

/** CUDA graphs of the target for every batch size, the largest first: it decides how much memory they take. */
export const graphsPhase: Phase = (launch, length) => {
  const { draft, max_running_requests, cuda_graph } = launch.arguments;
  const sizes = cuda_graph ? capturedBatchSizes(max_running_requests) : [];
  if (sizes.length === 0) return;
  const what = draft.algorithm === 'none' ? 'decode' : 'target verify';
  for (const rank of launch.ranks) rank.self.use({ cpu_per_s: 1, read_bytes_per_s: 0 });
  onEachRank(launch, [0, length * 0.02], (rank) => {
    const available = gigabytes(launch.available(rank));
    launch.sayAs(
      rank,
      `Capture ${what} CUDA graph begin. backend=${repr(launch.arguments.report['attention_backend'])}, num_tokens_per_req=${verifiedTokens(draft)}, bs=${repr(sizes)}, avail mem=${available} GB`,
    );
  });
  const capturing = length * 0.9;
  const each = capturing / sizes.length;
  launch.timers.after(length * 0.03, () => {
    drawBar(launch, sizes, 0, each);
    if (takeAll(launch, sizes)) captureNext(launch, sizes, 0, each);
  });
  launch.timers.after(length * 0.03 + capturing + 1, () => {
    launch.ranks[0]?.self.write('\n');
    onEachRank(launch, [0, length * 0.05], (rank) => {
      launch.sayAs(
        rank,
        `Capture ${what} CUDA graph end. elapsed=${(capturing / 1000).toFixed(2)} s, mem usage=${gigabytes(launch.memory.graph_bytes)} GB, avail mem=${gigabytes(launch.available(rank))} GB.`,
      );
    });
  });
};

function takeAll(launch: Launch, sizes: readonly number[]): boolean {
  const bytes = graphBytes(sizes, launch.arguments.draft);
  launch.memory.graph_bytes = bytes;
  for (const rank of launch.ranks) {
    if (rank.self.allocate(rank.index, bytes)) continue;
    failRank(launch, rank, captureFailed(outOfMemory(launch, rank, bytes).error));
    return false;
  }
  return true;
}

function captureNext(launch: Launch, sizes: readonly number[], done: number, each: number): void {
  if (done === sizes.length) return;
  launch.timers.after(each, () => {
    drawBar(launch, sizes, done + 1, each);
    captureNext(launch, sizes, done + 1, each);
  });
}

function drawBar(launch: Launch, sizes: readonly number[], done: number, each: number): void {
  const [first] = launch.ranks;
  if (first === undefined) return;
  const size = sizes.at(-1 - done) ?? sizes[0];
  const label = `Capturing batches (bs=${size} avail_mem=${gigabytes(launch.available(first))} GB)`;
  first.self.write(captureBar({ label, done, total: sizes.length, seconds: (done * each) / 1000 }));
}
