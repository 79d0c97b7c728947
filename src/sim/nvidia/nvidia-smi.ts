import type { SimDevices } from '../devices/devices.ts';
import type { Tool, ToolOutput } from '../host/tool.ts';
import type { DeviceView, Machine, Random } from '../machine.ts';
import { AnswerCache } from './answer-cache.ts';
import { APP_COLUMNS } from './app-columns.ts';
import { type Call, parseCall } from './arguments.ts';
import { csv } from './csv.ts';
import { DEVICE_COLUMNS } from './device-columns.ts';
import { ProbeFaults } from './probe-faults.ts';
import type { AppRow, DeviceRow } from './row.ts';
import { table } from './table.ts';

/** With the driver kept loaded a call for eight devices takes about 0.4 s. */
const MS_PER_DEVICE = 50;

/** `nvidia-smi` over the devices of the machine. Exit codes: 0, 2 bad argument or field, 6 no device found. */
export function nvidiaSmi(machine: Machine & { readonly devices: SimDevices }): Tool {
  const faults = new ProbeFaults(machine, (run) => machine.devices.onServerEnd(run));
  const random = machine.random.fork('nvidia-smi');
  const answers = new AnswerCache(() => machine.devices.reportNumber());
  return async (argv, options) => {
    const hang = faults.hang();
    if (hang !== 0) return options.hang(hang);
    const call = parseCall(argv);
    if (typeof call === 'string') return { code: 2, stdout: `${call}\n`, stderr: '' };
    await options.wait(duration(machine.devices.count, random));
    return answers.get(argv, call, () => answer(machine, faults, call));
  };
}

function duration(devices: number, random: Random): number {
  return devices * MS_PER_DEVICE * (0.9 + 0.2 * random.uniform());
}

function answer(machine: Machine, faults: ProbeFaults, { asked, ids }: Call): ToolOutput {
  const devices = rows(machine, faults, ids);
  if (devices.length === 0) return { code: 6, stdout: 'No devices were found\n', stderr: '' };
  const apps = devices.flatMap(appsOf);
  if (asked.kind === 'devices') return csv(DEVICE_COLUMNS, asked.fields, asked.format, devices);
  if (asked.kind === 'apps') return csv(APP_COLUMNS, asked.fields, asked.format, apps);
  if (asked.kind === 'table') return { code: 0, stdout: table(devices, apps), stderr: '' };
  const lines = devices.map(({ view }) => `GPU ${view.index}: ${view.name} (UUID: ${view.uuid})\n`);
  return { code: 0, stdout: lines.join(''), stderr: '' };
}

function rows(machine: Machine, faults: ProbeFaults, ids: readonly string[]): readonly DeviceRow[] {
  const views = machine.devices.read().filter((view) => view.present);
  const timestamp = stamp(machine.time.wall());
  return views
    .filter((view) => ids.length === 0 || ids.some((id) => isCalled(view, id)))
    .map((view) => ({
      view,
      memory_known: faults.memoryKnown(view.index),
      busy: view.holders.some(({ pid }) => machine.kernel.process(pid)?.state === 'R'),
      count: views.length,
      timestamp,
    }));
}

function isCalled(view: DeviceView, id: string): boolean {
  return id === String(view.index) || id === view.uuid || id.toUpperCase() === view.bus_id;
}

function appsOf(device: DeviceRow): readonly AppRow[] {
  return device.view.holders.map((holder) => ({ device, ...holder }));
}

function stamp(wall: number): string {
  return new Date(wall).toISOString().replace(/-/g, '/').replace('T', ' ').replace('Z', '');
}
