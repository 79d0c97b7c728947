import { type Column, mebibytes, NOT_AVAILABLE } from './column.ts';
import type { DeviceRow } from './row.ts';

export const DRIVER_VERSION = '580.95.05';

const index: Column<DeviceRow> = { read: ({ view }) => view.index };
const uuid: Column<DeviceRow> = { read: ({ view }) => view.uuid };
const bus: Column<DeviceRow> = { read: ({ view }) => view.bus_id };
const name: Column<DeviceRow> = { read: ({ view }) => view.name };

/** Fields of `--query-gpu`, with the tool's own second names. */
export const DEVICE_COLUMNS: ReadonlyMap<string, Column<DeviceRow>> = new Map([
  ['index', index],
  ['uuid', uuid],
  ['gpu_uuid', uuid],
  ['pci.bus_id', bus],
  ['gpu_bus_id', bus],
  ['name', name],
  ['gpu_name', name],
  ['count', { read: ({ count }) => count }],
  ['timestamp', { read: ({ timestamp }) => timestamp }],
  ['memory.total', memory((row) => mebibytes(row.view.total_bytes))],
  ['memory.used', memory((row) => mebibytes(row.view.used_bytes))],
  ['memory.free', memory((row) => mebibytes(row.view.total_bytes) - mebibytes(row.view.used_bytes))],
  ['memory.reserved', memory(() => 0)],
  ['utilization.gpu', { unit: '%', read: ({ busy }) => (busy ? 98 : 0) }],
  ['utilization.memory', { unit: '%', read: ({ busy }) => (busy ? 61 : 0) }],
  ['mig.mode.current', fixed('Disabled')],
  ['persistence_mode', fixed('Enabled')],
  ['compute_mode', fixed('Default')],
  ['display_active', fixed('Disabled')],
  ['display_mode', fixed('Disabled')],
  ['driver_version', fixed(DRIVER_VERSION)],
]);

function memory(read: (row: DeviceRow) => number): Column<DeviceRow> {
  return { unit: 'MiB', read: (row) => (row.memory_known ? read(row) : NOT_AVAILABLE) };
}

function fixed(text: string): Column<DeviceRow> {
  return { read: () => text };
}
