import { type Bytes, GiB, MiB } from '../../../core/units.ts';
import type { Launch, Rank } from '../launch.ts';
import type { RankError } from './fail-rank.ts';

/** Sizes as PyTorch prints them. */
function size(bytes: Bytes): string {
  return bytes >= GiB ? `${(bytes / GiB).toFixed(2)} GiB` : `${(bytes / MiB).toFixed(2)} MiB`;
}

/** PyTorch's own words when an allocation fails; other processes on the device are named as it names them. */
export function outOfMemory(launch: Launch, rank: Rank, asked: Bytes): RankError {
  const device = launch.machine.devices.read().find(({ index }) => index === rank.index);
  const holders = device?.holders ?? [];
  const own = holders.find(({ pid }) => pid === rank.self.pid)?.used_bytes ?? 0;
  const others = holders
    .filter(({ pid }) => pid !== rank.self.pid)
    .map(({ pid, used_bytes }) => ` Process ${pid} has ${size(used_bytes)} memory in use.`)
    .join('');
  const reserved = Math.min(own, 120 * MiB);
  return {
    frames: [
      {
        file: 'sglang/srt/managers/scheduler.py',
        line: 3127,
        name: 'run_scheduler_process',
        code: 'scheduler = Scheduler(server_args, port_args, gpu_id, tp_rank, pp_rank, dp_rank)',
      },
      {
        file: 'sglang/srt/model_executor/model_runner.py',
        line: 412,
        name: 'initialize',
        code: 'self.load_model()',
      },
      {
        file: 'torch/utils/_device.py',
        line: 103,
        name: '__torch_function__',
        code: 'return func(*args, **kwargs)',
      },
    ],
    error: `torch.OutOfMemoryError: CUDA out of memory. Tried to allocate ${size(asked)}. GPU ${rank.index} has a total capacity of ${size(device?.total_bytes ?? 0)} of which ${size(launch.available(rank))} is free.${others} Including non-PyTorch memory, this process has ${size(own)} memory in use. Of the allocated memory ${size(own - reserved)} is allocated by PyTorch, and ${size(reserved)} is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try setting PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation for Memory Management  (https://pytorch.org/docs/stable/notes/cuda.html#environment-variables)`,
  };
}
