import type { RunRequest } from './api.ts';
import { readDocument } from './store.ts';

/** The process that holds a run, so that `stop` and `attach` find exactly it. */
export interface Controller {
  readonly pid: number;
  readonly start_ticks: number;
  readonly boot_id: string;
  readonly uid: number;
}

export async function writeController(request: RunRequest): Promise<void> {
  const { own_machine: host = request.ports.host } = request.ports;
  const [identity, own] = await Promise.all([host.identity(), host.process(process.pid).catch(() => null)]);
  if (own === null) return;
  const controller: Controller = {
    pid: own.pid,
    start_ticks: own.start_ticks,
    boot_id: identity.boot_id,
    uid: identity.uid,
  };
  request.ports.writeDocument(request.dir, 'controller.json', controller);
}

export function readController(dir: string): Controller | null {
  return readDocument<Controller>(dir, 'controller.json');
}
