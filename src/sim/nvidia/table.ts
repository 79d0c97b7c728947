import { mebibytes } from './column.ts';
import { DRIVER_VERSION } from './device-columns.ts';
import type { AppRow, DeviceRow } from './row.ts';

const RULE = `+${'-'.repeat(91)}+`;

/** The table of a call without arguments: devices with their memory, then who holds it. */
export function table(devices: readonly DeviceRow[], apps: readonly AppRow[]): string {
  const lines = [
    RULE,
    line(`NVIDIA-SMI ${DRIVER_VERSION}     Driver Version: ${DRIVER_VERSION}     CUDA Version: 13.0`),
    RULE,
    line(`GPU  ${'Name'.padEnd(46)}${'Bus-Id'.padEnd(16)}${'Memory-Usage'.padStart(22)}`),
    RULE,
    ...devices.map(deviceLine),
    RULE,
    '',
    RULE,
    line('Processes:'),
    line(`GPU        PID   Type   ${'Process name'.padEnd(50)}${'GPU Memory'.padStart(15)}`),
    RULE,
    ...(apps.length === 0 ? [line(' No running processes found')] : apps.map(appLine)),
    RULE,
  ];
  return lines.map((text) => `${text}\n`).join('');
}

function deviceLine({ view, memory_known }: DeviceRow): string {
  const used = memory_known ? `${mebibytes(view.used_bytes)}MiB` : 'N/A';
  const memory = `${used.padStart(9)} / ${mebibytes(view.total_bytes)}MiB`;
  return line(`${String(view.index).padStart(3)}  ${view.name.padEnd(46)}${view.bus_id}  ${memory}`);
}

function appLine({ device, pid, command, used_bytes }: AppRow): string {
  const memory = device.memory_known ? `${mebibytes(used_bytes)}MiB` : 'N/A';
  const who = `${String(device.view.index).padStart(3)}  ${String(pid).padStart(9)}      C   `;
  return line(`${who}${command.slice(0, 50).padEnd(50)}${memory.padStart(15)}`);
}

function line(text: string): string {
  return `| ${text.padEnd(89)} |`;
}
