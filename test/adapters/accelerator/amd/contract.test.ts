import { MiB } from '../../../../src/core/units.ts';
import { type AcceleratorSubject, contractOfAccelerator } from '../../../contract/accelerator.ts';
import { startSharing } from '../../support/sharing-process.ts';
import { AmdMachine } from './machine.ts';

const TOTAL = 196_592 * MiB;
const IDLE = 283 * MiB;
const HELD = 131_072 * MiB;
const BUSES = ['0000:03:00.0', '0000:c1:00.0'] as const;

/** The state of both devices, told by one of the ways: `held` bytes on the second one by that pid. */
type Tell = (machine: AmdMachine, holder: { readonly pid: number; readonly held: number } | null) => void;

const amount = (bytes: number) => ({ value: bytes / MiB, unit: 'MB' });
const byAmdSmi: Tell = (machine, holder) => {
  machine.saysAsIn('list', 'amd-smi-list.json');
  const used = [IDLE, IDLE + (holder?.held ?? 0)];
  machine.says(
    'metric',
    used.map((bytes, gpu) => ({
      gpu,
      mem_usage: { total_vram: amount(TOTAL), used_vram: amount(bytes) },
    })),
  );
  const nobody = { process_info: 'No running processes detected' };
  const mine = holder && {
    process_info: {
      name: 'server',
      pid: holder.pid,
      memory_usage: { vram_mem: { value: holder.held, unit: 'B' } },
    },
  };
  machine.says('process', [
    { gpu: 0, process_list: [nobody] },
    { gpu: 1, process_list: [mine ?? nobody] },
  ]);
};

const compute: Tell = (machine, holder) => {
  machine.node(1, 8042, 0x03);
  machine.node(2, 9123, 0xc1);
  if (holder !== null) machine.holds(holder.pid, { 8042: 0, 9123: holder.held });
};

const byRocmSmi: Tell = (machine, holder) => {
  compute(machine, holder);
  const card = (bus: string, bytes: number) => ({
    'VRAM Total Memory (B)': String(TOTAL),
    'VRAM Total Used Memory (B)': String(bytes),
    'PCI Bus': bus,
  });
  machine.says('rocm', {
    card0: card('0000:03:00.0', IDLE),
    card1: card('0000:C1:00.0', IDLE + (holder?.held ?? 0)),
    system: holder === null ? {} : { [`PID${holder.pid}`]: `server, 1, ${holder.held}, 0, unknown` },
  });
};

const byKernel: Tell = (machine, holder) => {
  compute(machine, holder);
  for (const [i, bus_id] of BUSES.entries())
    machine.card(i, { bus_id, total: TOTAL, used: IDLE + (i === 1 ? (holder?.held ?? 0) : 0) });
};

async function made(tell: Tell): Promise<AcceleratorSubject> {
  const machine = new AmdMachine();
  const accelerator = machine.amd();
  const holder = await startSharing(machine.host);
  const { pid } = holder.member;
  tell(machine, { pid, held: HELD });
  return {
    accelerator,
    holder: holder.member,
    object: holder.object,
    async endHolder() {
      await holder.end();
      machine.ended(pid);
      tell(machine, null);
    },
    removeObject: holder.remove,
    async dispose() {
      await holder.end();
      await holder.remove();
      machine.remove();
    },
  };
}

contractOfAccelerator('amd over a scripted amd-smi', () => made(byAmdSmi));
contractOfAccelerator('amd over a scripted rocm-smi', () => made(byRocmSmi));
contractOfAccelerator("amd over the kernel's files", () => made(byKernel));
