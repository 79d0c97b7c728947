import type { RunRequest } from './api.ts';
import { readDocument } from './store.ts';

export type ControlledBy = 'operator' | 'dead-man';

/** The process that holds a run, so that `stop` and `attach` find exactly it. */
export interface Controller {
  readonly pid: number;
  readonly start_ticks: number;
  readonly boot_id: string;
  readonly uid: number;
  /** Counts the turns of the run: whoever raised it last holds it. Absent: written by a version that did not count. */
  readonly fence?: number;
  readonly by?: ControlledBy;
  /** RFC 3339. */
  readonly since?: string;
}

export const CONTROLLER_FILE = 'controller.json';

/** Who this process is; null: it is not in the process table that is seen. */
export async function ourselves({ ports }: RunRequest): Promise<Controller | null> {
  const { own_machine: host = ports.host } = ports;
  const [identity, own] = await Promise.all([host.identity(), host.process(process.pid).catch(() => null)]);
  if (own === null) return null;
  return { pid: own.pid, start_ticks: own.start_ticks, boot_id: identity.boot_id, uid: identity.uid };
}

export function readController(dir: string): Controller | null {
  return readDocument<Controller>(dir, CONTROLLER_FILE);
}
