const RANKS = [3, 0, 5, 7, 1, 2, 6, 4];
const PIECE = 10_000;

function at(second: number, who = ''): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const clock = [Math.floor(second / 3600) % 24, Math.floor(second / 60) % 60, second % 60]
    .map(two)
    .join(':');
  return `[2026-07-20 ${clock}${who}] `;
}

/** A server's log of about so many bytes, in pieces: it starts, serves, and one of its ranks runs out of memory. */
export function* servingLog(bytes: number): Generator<Buffer> {
  const begin = [
    `${at(0)}server_args=ServerArgs(model_path='/models/a', tp_size=8)`,
    ...RANKS.map((rank) => `${at(1, ` TP${rank}`)}Init torch distributed begin.`),
    ...RANKS.map((rank) => `${at(9, ` TP${rank}`)}Load weight begin. avail mem=93.18 GB`),
    ...RANKS.map(
      (rank) =>
        `${at(9, ` TP${rank}`)}Ignore import error when loading sglang.srt.models.grok: No module named 'vllm'`,
    ),
    `${at(400)}INFO:     Uvicorn running on http://0.0.0.0:30000 (Press CTRL+C to quit)`,
    `${at(410)}The server is fired up and ready to roll!`,
  ];
  let left = bytes;
  const piece = function* (lines: readonly string[]): Generator<Buffer> {
    const text = Buffer.from(`${lines.join('\n')}\n`);
    left -= text.length;
    yield text;
  };
  yield* piece(begin);
  for (let second = 411; left > 0; second += PIECE / 100) {
    yield* piece(
      Array.from({ length: PIECE }, (_, n) => {
        const now = second + Math.floor(n / 100);
        if (n % 3 === 0)
          return `${at(now)}INFO:     127.0.0.1:${30000 + n} - "POST /v1/chat/completions HTTP/1.1" 200 OK`;
        return `${at(now, ' TP0')}Decode batch, #running-req: ${n % 48}, #token: ${n * 7}, token usage: 0.12, accept len: 3.${n % 90}, cuda graph: True, gen throughput (token/s): ${150 + (n % 40)}.83, #queue-req: 0`;
      }),
    );
  }
  yield* piece([
    `${at(80_000, ' TP3')}Scheduler hit an exception: Traceback (most recent call last):`,
    '  File "/opt/sglang/srt/managers/scheduler.py", line 6362, in run_scheduler_process',
    '[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
    `${at(80_001)}Received sigquit from a child process. It usually means the child failed.`,
    `${at(80_001)}kill_process_tree called: parent_pid=4711, include_parent=True, pid=4711`,
  ]);
}
