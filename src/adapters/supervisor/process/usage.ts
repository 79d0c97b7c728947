import type { Host, ProcessRow } from '../../../ports/host.ts';
import type { Life } from '../../../ports/supervisor.ts';

/** What the members use together, for progress. Unknown as soon as one part is. */
export async function usageOf(
  host: Host,
  rows: readonly ProcessRow[],
): Promise<Pick<Life, 'rss_bytes' | 'cpu_ticks' | 'io_bytes'>> {
  return {
    rss_bytes: sum(rows.map((row) => row.rss_bytes)),
    cpu_ticks: sum(rows.map((row) => row.cpu_ticks)),
    io_bytes: await ioOf(host, rows),
  };
}

function sum(parts: readonly (number | null)[]): number | null {
  let total = 0;
  for (const part of parts) {
    if (part === null) return null;
    total += part;
  }
  return total;
}

async function ioOf(host: Host, rows: readonly ProcessRow[]): Promise<number | null> {
  const parts: (number | null)[] = [];
  for (const row of rows) {
    const io = await host.io(row.pid);
    if (io !== null) parts.push(io.read_bytes + io.write_bytes);
    // Unreadable is unknown, but one that has ended meanwhile is no longer part of the sum.
    else if ((await host.process(row.pid))?.start_ticks === row.start_ticks) parts.push(null);
  }
  return sum(parts);
}
