import { SECOND } from '../../../core/units.ts';
import type { Launch } from '../launch.ts';
import { traceback } from '../log/python.ts';
import type { PhaseName } from '../phases/durations.ts';
import { endTree } from './end-tree.ts';
import { failRank, type RankError } from './fail-rank.ts';
import {
  captureFailed,
  distributedFailed,
  draftCaptureFailed,
  illegalAccess,
  poolFailed,
  repackFailed,
} from './texts.ts';

/**
 * The scripted crash of each part of a life: what its log says, and how the process ends. Each is one of the engine's
 * own that passes and that no pattern explains: crashes with a cause have faults of their own (leftover-oom,
 * device-vanishes, stale-listener), or come of the setting.
 */
export function crash(launch: Launch, phase: PhaseName | 'serving'): void {
  if (phase === 'args') return crashBeforeWorkers(launch);
  if (phase === 'warmup' || phase === 'http') return crashInWarmUp(launch);
  const rank = launch.ranks[launch.random.integer(launch.ranks.length)];
  if (rank !== undefined) failRank(launch, rank, errorOf(phase));
}

function errorOf(phase: 'dist' | 'weights' | 'kv' | 'graphs' | 'draft' | 'serving'): RankError {
  switch (phase) {
    case 'dist':
      return distributedFailed();
    case 'weights':
      return repackFailed();
    case 'kv':
      return poolFailed();
    case 'graphs':
      return captureFailed(illegalAccess().error.split('\n')[0] ?? '');
    case 'draft':
      return draftCaptureFailed();
    case 'serving':
      return illegalAccess();
  }
}

/** The main process itself raises: exit code 1. */
function crashBeforeWorkers(launch: Launch): void {
  launch.timers.clear();
  const frame = {
    file: 'sglang/srt/configs/model_config.py',
    line: 412,
    name: '_derive_model_shapes',
    code: 'self.scaling = self.hf_text_config.rope_scaling["mscale_all_dim"]',
  };
  launch.self.write(traceback([frame], "TypeError: 'NoneType' object is not subscriptable"));
  launch.self.exit(1);
}

/** The request that the server sends to itself fails. */
function crashInWarmUp(launch: Launch): void {
  launch.timers.clear();
  const frame = {
    file: 'sglang/srt/entrypoints/http_server.py',
    line: 1964,
    name: '_execute_server_warmup',
    code: 'assert res.status_code == 200, f"{res.text}"',
  };
  launch.say(
    `Initialization failed. warmup error: ${traceback([frame], 'AssertionError: Internal Server Error')}`,
  );
  launch.timers.after(0.3 * SECOND, () => endTree(launch));
}
