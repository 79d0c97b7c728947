import { failRank } from '../failure/fail-rank.ts';
import { deviceMissing } from '../failure/texts.ts';
import type { Launch, Rank } from '../launch.ts';
import { PACKAGES } from '../log/python.ts';
import { COMMUNICATION_BYTES, CONTEXT_BYTES, gigabytes } from '../memory.ts';
import { startWorkers } from '../workers.ts';
import type { Phase } from './phase.ts';
import { onEachRank } from './ranks.ts';
import { take } from './take.ts';

/** One process for each rank; they find each other and take their contexts. */
export const distributedPhase: Phase = (launch, length) => {
  startWorkers(launch);
  launch.self.use({ cpu_per_s: 0.3 });
  for (const rank of launch.ranks) rank.self.use({ cpu_per_s: 1, rss_bytes: 2.4e9, read_bytes_per_s: 60e6 });
  onEachRank(launch, [0, length * 0.15], (rank) => {
    rank.self.write(
      `${PACKAGES}/torch/cuda/__init__.py:61: FutureWarning: The cuda.cudart module is deprecated and will be removed in a future release, please switch to use the cuda.bindings.runtime module instead.\n`,
    );
  });
  onEachRank(launch, [length * 0.2, length * 0.3], (rank) => {
    launch.sayAs(rank, 'Init torch distributed begin.');
    openDevice(launch, rank);
  });
  onEachRank(launch, [length * 0.35, length * 0.45], (rank) => greetPeers(launch, rank));
  launch.timers.after(length * 0.5, () => {
    const [first] = launch.ranks;
    if (first !== undefined) launch.sayAs(first, 'sglang is using nccl==2.27.5');
  });
  onEachRank(launch, [length * 0.7, length * 0.85], (rank) => {
    launch.sayAs(
      rank,
      'Setup Custom allreduce failed with Custom allreduce is not supported on this platform. To silence this warning, specify --disable-custom-all-reduce explicitly.',
    );
  });
  onEachRank(launch, [length * 0.9, length * 0.97], (rank) => {
    if (!take(launch, rank, COMMUNICATION_BYTES)) return;
    const elapsed = ((length * 0.75) / 1000).toFixed(2);
    const used = gigabytes(COMMUNICATION_BYTES + 2e7 * (launch.random.uniform() - 0.5));
    launch.sayAs(rank, `Init torch distributed ends. elapsed=${elapsed} s, mem usage=${used} GB`);
  });
};

function openDevice(launch: Launch, rank: Rank): void {
  const there = launch.machine.devices.read().some((device) => device.index === rank.index && device.present);
  if (there) take(launch, rank, CONTEXT_BYTES);
  else failRank(launch, rank, deviceMissing());
}

/** The C++ side writes without a time, and two writers sometimes share a line. */
function greetPeers(launch: Launch, rank: Rank): void {
  const peers = launch.ranks.length - 1;
  const line = `[Gloo] Rank ${rank.index} is connected to ${peers} peer ranks. Expected number of connected peer ranks is : ${peers}`;
  rank.self.write(launch.random.uniform() < 0.25 ? line : `${line}\n`);
  if (rank.index === 0)
    rank.self.write(
      '\n[Gloo] Rank 0 is connected to 0 peer ranks. Expected number of connected peer ranks is : 0\n',
    );
}
