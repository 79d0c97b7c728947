import { SECOND } from '../../../core/units.ts';
import { buildEngine } from '../build-engine.ts';
import { router } from '../endpoints/router.ts';
import type { Launch } from '../launch.ts';
import { gigabytes } from '../memory.ts';
import type { Phase } from './phase.ts';

/** The capacity line, then the port: only now is it bound, and only now does it show if somebody else has it. */
export const httpPhase: Phase = (launch, length) => {
  launch.memory.available_at_end = Math.min(...launch.ranks.map((rank) => launch.available(rank)));
  launch.engine = buildEngine(launch);
  for (const rank of launch.ranks) rank.self.use({ cpu_per_s: 0.1, read_bytes_per_s: 0 });
  tellCapacity(launch);
  launch.timers.after(length * 0.3, () => {
    launch.say(`INFO:     Started server process [${launch.self.pid}]`);
    launch.say('INFO:     Waiting for application startup.');
  });
  launch.timers.after(length * 0.9, () => {
    launch.say('INFO:     Application startup complete.');
    bind(launch);
  });
};

function tellCapacity(launch: Launch): void {
  const [first] = launch.ranks;
  if (first === undefined) return;
  const { chunked_prefill_size, max_prefill_tokens, max_running_requests, context_length } = launch.arguments;
  launch.sayAs(
    first,
    `max_total_num_tokens=${launch.memory.cache_tokens}, chunked_prefill_size=${chunked_prefill_size}, max_prefill_tokens=${max_prefill_tokens}, max_running_requests=${max_running_requests}, context_len=${context_length}, available_gpu_mem=${gigabytes(launch.memory.available_at_end)} GB`,
  );
}

function bind(launch: Launch): void {
  const { host, port } = launch.arguments;
  const listening = launch.self.listen(port, router(launch), { address: host });
  if (listening.ok) {
    launch.condition = 'starting';
    launch.say(`INFO:     Uvicorn running on http://${host}:${port} (Press CTRL+C to quit)`);
    return;
  }
  launch.timers.clear();
  launch.say(
    `ERROR:    [Errno 98] error while attempting to bind on address ('${host}', ${port}): address already in use`,
  );
  launch.say('INFO:     Waiting for application shutdown.');
  launch.timers.after(SECOND, () => {
    launch.say('INFO:     Application shutdown complete.');
    launch.self.exit(1);
  });
}
