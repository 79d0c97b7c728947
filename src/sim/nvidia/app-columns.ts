import { type Column, mebibytes, NOT_AVAILABLE } from './column.ts';
import type { AppRow } from './row.ts';

const command: Column<AppRow> = { read: (row) => row.command };
const memory: Column<AppRow> = {
  unit: 'MiB',
  read: ({ device, used_bytes }) => (device.memory_known ? mebibytes(used_bytes) : NOT_AVAILABLE),
};

/** Fields of `--query-compute-apps`, with the tool's own second names. */
export const APP_COLUMNS: ReadonlyMap<string, Column<AppRow>> = new Map([
  ['gpu_uuid', { read: ({ device }) => device.view.uuid }],
  ['gpu_bus_id', { read: ({ device }) => device.view.bus_id }],
  ['gpu_name', { read: ({ device }) => device.view.name }],
  ['timestamp', { read: ({ device }) => device.timestamp }],
  ['pid', { read: ({ pid }) => pid }],
  ['process_name', command],
  ['name', command],
  ['used_gpu_memory', memory],
  ['used_memory', memory],
]);
