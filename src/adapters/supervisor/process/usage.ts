import type { GroupProcess, Host, ProcessRow } from '../../../ports/host.ts';
import type { Life } from '../../../ports/supervisor.ts';

/** What the members use together, for progress. Unknown as soon as one part is. */
export function usageOf(rows: readonly GroupProcess[]): Pick<Life, 'rss_bytes' | 'cpu_ticks' | 'io_bytes'> {
  return {
    rss_bytes: sum(rows, (row) => row.rss_bytes),
    cpu_ticks: sum(rows, (row) => row.cpu_ticks),
    io_bytes: sum(rows, (row) => row.io_bytes),
  };
}

function sum(rows: readonly GroupProcess[], of: (row: GroupProcess) => number | null): number | null {
  let total = 0;
  for (const row of rows) {
    const part = of(row);
    if (part === null) return null;
    total += part;
  }
  return total;
}

/** These processes with their use of storage; unreadable is unknown, but one that has ended meanwhile is left out. */
export async function withStorage(host: Host, rows: readonly ProcessRow[]): Promise<readonly GroupProcess[]> {
  const living: GroupProcess[] = [];
  for (const row of rows) {
    const io = await host.io(row.pid);
    if (io !== null) living.push({ ...row, io_bytes: io.read_bytes + io.write_bytes });
    else if ((await host.process(row.pid))?.start_ticks === row.start_ticks)
      living.push({ ...row, io_bytes: null });
  }
  return living;
}
