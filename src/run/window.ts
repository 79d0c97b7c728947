import type { Configuration } from '../core/config/configuration.ts';

/** The next `HH:MM` (local time) as an instant, fixed when the sweep starts; null: no window. */
export function windowEnd(window: Configuration['window'], now: number): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(window?.until ?? '');
  if (match === null) return null;
  const end = new Date(now);
  end.setHours(Number(match[1]), Number(match[2]), 0, 0);
  if (end.getTime() <= now) end.setDate(end.getDate() + 1);
  return end.getTime();
}
