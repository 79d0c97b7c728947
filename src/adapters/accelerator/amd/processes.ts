import type { Host } from '../../../ports/host.ts';
import type { AppRow } from '../holders.ts';
import { amount } from './kernel-files.ts';
import type { AmdProcess, AmdRow } from './row.ts';
import type { ComputeNode } from './topology.ts';

const PROCESSES = '/sys/class/kfd/kfd/proc';

/**
 * Who holds memory, by device: what the compute driver says, and whom only the tool knows. `amd-smi` was seen to charge a
 * process to the wrong device, and to find none where it may not look, so the driver's word goes first.
 */
export async function processesOn(
  host: Host,
  devices: readonly AmdRow[],
  nodes: readonly ComputeNode[],
  told: readonly AmdProcess[],
): Promise<readonly AppRow[]> {
  const names = ((await host.list(PROCESSES)) ?? []).filter((name) => /^\d{1,10}$/.test(name));
  const known = (await Promise.all(names.map((name) => heldBy(host, name, nodes)))).flat();
  const pids = new Set(known.map(({ pid }) => pid));
  const named = known.map((row) => ({ ...row, name: told.find(({ pid }) => pid === row.pid)?.name ?? '' }));
  const others = told
    .filter(({ pid, used }) => !pids.has(pid) && used !== 0)
    .flatMap(({ bus_id, pid, name, used }) =>
      devices
        .filter((device) => bus_id === null || device.bus_id === bus_id)
        .map((device) => ({ uuid: device.bus_id, pid, name, used })),
    );
  return [...named.filter(({ used }) => used !== 0), ...others];
}

/** A process has a file for each device that it has opened, also for those on which it holds nothing. */
async function heldBy(host: Host, pid: string, nodes: readonly ComputeNode[]): Promise<readonly AppRow[]> {
  const files = new Set((await host.list(`${PROCESSES}/${pid}`)) ?? []);
  const opened = nodes.filter(({ gpu_id }) => files.has(`vram_${gpu_id}`));
  return Promise.all(
    opened.map(async ({ gpu_id, bus_id }) => {
      const bytes = await amount(host, `${PROCESSES}/${pid}/vram_${gpu_id}`);
      return { uuid: bus_id, pid: Number(pid), name: '', used: bytes ?? { unavailable: 'not told' } };
    }),
  );
}
