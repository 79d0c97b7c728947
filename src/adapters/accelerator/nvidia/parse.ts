import { type Bytes, MiB } from '../../../core/units.ts';
import type { Cell } from '../cell.ts';
import type { AppRow } from '../holders.ts';
import { readCell } from './cell.ts';

/** One device. Memory in bytes. The index is for people and for CUDA_VISIBLE_DEVICES: only the uuid is identity. */
export interface GpuRow {
  readonly index: number;
  readonly uuid: string;
  readonly bus_id: string;
  readonly name: string;
  readonly total: Cell;
  readonly used: Cell;
  readonly free: Cell;
  /** Split into instances (MIG). */
  readonly split: boolean;
  /** A display draws on its memory. */
  readonly display: boolean;
  /** Where it is one instance of a split device: of which one, and its numbers there. */
  readonly instance: { readonly parent: string; readonly gpu: number; readonly compute: number } | null;
}

/** `garbage`: the first text that is not what was asked for. */
export type Rows<T> = { readonly rows: readonly T[] } | { readonly garbage: string };

const UUID = /^GPU-[0-9A-Za-z-]{1,80}$/;

/** The answer to `--query-gpu=FIELDS --format=csv,noheader,nounits`, a line for each device. */
export function parseGpus(stdout: string, fields: readonly string[]): Rows<GpuRow> {
  return parseEach(
    stdout.split('\n').filter((line) => line.trim() !== ''),
    (line) => gpuOf(line, fields),
  );
}

/**
 * The answer to `--query-compute-apps=gpu_uuid,pid,process_name,used_gpu_memory`. A name may hold commas and line
 * breaks, so a row goes on until the next one begins. No process is no text at all.
 */
export function parseApps(stdout: string): Rows<AppRow> {
  const text = stdout.replace(/\n+$/, '');
  return parseEach(text.trim() === '' ? [] : text.split(/\n(?=(?:GPU|MIG)-[^\s,]+, \d+, )/), appOf);
}

/** The answer to `--query-gpu=uuid,driver_version`, a line for each device. */
export function parseIdentities(stdout: string): Rows<{ readonly uuid: string; readonly driver: string }> {
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  return parseEach(lines.length === 0 ? [''] : lines, (line) => {
    const [uuid = '', driver = '', ...more] = line.trim().split(', ');
    return UUID.test(uuid) && /^\d+(\.\d+)+$/.test(driver) && more.length === 0 ? { uuid, driver } : null;
  });
}

function parseEach<T>(records: readonly string[], read: (record: string) => T | null): Rows<T> {
  const rows: T[] = [];
  for (const record of records) {
    const row = read(record);
    if (row === null) return { garbage: record };
    rows.push(row);
  }
  return { rows };
}

function gpuOf(line: string, fields: readonly string[]): GpuRow | null {
  const cells = line.trim().split(', ');
  if (cells.length !== fields.length) return null;
  const text = (field: string): string => cells[fields.indexOf(field)] ?? '';
  const index = readCell(text('index'));
  const [total, used, free] = ['memory.total', 'memory.used', 'memory.free'].map((field) =>
    bytesIn(text(field)),
  );
  if (typeof index !== 'number' || !UUID.test(text('uuid')) || text('name') === '') return null;
  if (total == null || used == null || free == null) return null;
  return {
    index,
    uuid: text('uuid'),
    bus_id: text('pci.bus_id'),
    name: text('name'),
    total,
    used,
    free,
    split: text('mig.mode.current') === 'Enabled',
    display: text('display_active') === 'Enabled',
    instance: null,
  };
}

function appOf(record: string): AppRow | null {
  const parts = /^((?:GPU|MIG)-[^\s,]+), (\d{1,10}), (.*), ([^,\n]*)$/s.exec(record);
  if (parts === null) return null;
  const [, uuid = '', pid = '', name = '', cell = ''] = parts;
  const used = bytesIn(cell.trim());
  return used === null ? null : { uuid, pid: Number(pid), name, used };
}

/** The tool counts in MiB. */
function bytesIn(text: string): Cell | null {
  const cell = readCell(text);
  if (typeof cell !== 'number') return cell;
  const bytes: Bytes = cell * MiB;
  return Number.isSafeInteger(bytes) ? bytes : null;
}
