import type { ProcessRow } from '../../ports/host.ts';
import type { Consumed } from '../kernel/accounting.ts';
import type { ProcessView } from '../machine.ts';

/** A process as the table shows it. `consumed` null: it is gone meanwhile. */
export function processRow(view: ProcessView, consumed: Consumed | null): ProcessRow {
  const { pid, ppid, start_ticks, state, session, uid, user, argv } = view;
  const rss_bytes = consumed?.rss_bytes ?? null;
  const cpu_ticks = consumed?.cpu_ticks ?? 0;
  return { pid, ppid, start_ticks, state, session, uid, user, argv, rss_bytes, cpu_ticks };
}
