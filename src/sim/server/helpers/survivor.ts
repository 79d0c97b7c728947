import type { Launch } from '../launch.ts';

/**
 * A helper in a session of its own that outlives the server: it is still in the service's control group, takes no
 * notice of TERM, and is no child that the server would kill. It holds device memory only where the fault names an
 * amount.
 */
export function startSurvivor(launch: Launch): void {
  const fault = launch.fault('survivor');
  const helper = launch.self.fork(
    ['python3', '-m', 'sglang.srt.disaggregation.cache_helper'],
    { start() {}, signal: () => true },
    { session: 'new' },
  );
  helper.use({ rss_bytes: 400e6, cpu_per_s: 0.01 });
  if (fault?.bytes != null) helper.allocate(fault.device ?? 0, fault.bytes);
}
