import { GiB, MiB } from '../../../../src/core/units.ts';

/** One device as the tool would print it. A text stands in the cell as it is. */
export interface Gpu {
  readonly uuid: string;
  readonly used: number | string;
  readonly total?: number | string;
  readonly free?: number | string;
  readonly name?: string;
  readonly mig?: string;
  readonly display?: string;
}

export interface App {
  readonly uuid: string;
  readonly pid: number;
  readonly name?: string;
  readonly used: number | string;
}

export const TOTAL = 95 * GiB;

/** Eight devices with uuids that differ in their first digits. */
export const UUIDS: readonly string[] = Array.from(
  { length: 8 },
  (_, i) => `GPU-${i}a7c10e5-93b4-4f0e-8d52-6a0c3b9e2f41`,
);

export function eight(used: number | string | ((index: number) => number | string)): readonly Gpu[] {
  return UUIDS.map((uuid, index) => ({ uuid, used: typeof used === 'function' ? used(index) : used }));
}

/** What `--query-gpu=... --format=csv,noheader,nounits` prints: written from the manual page, not from the parser. */
export function gpuText(gpus: readonly Gpu[], optional = true): string {
  return gpus
    .map(({ uuid, used, total = TOTAL, free, name = 'NVIDIA RTX PRO 6000', mig, display }, index) => {
      const left =
        free ?? (typeof used === 'number' && typeof total === 'number' ? total - used - 600 * MiB : '[N/A]');
      const cells = [index, uuid, `00000000:0${index}:00.0`, name, mib(total), mib(used), mib(left)];
      if (optional) cells.push(mig ?? '[N/A]', display ?? 'Disabled');
      return `${cells.join(', ')}\n`;
    })
    .join('');
}

export function appText(apps: readonly App[]): string {
  return apps
    .map(({ uuid, pid, name = 'python3', used }) => `${uuid}, ${pid}, ${name}, ${mib(used)}\n`)
    .join('');
}

function mib(amount: number | string): string {
  return typeof amount === 'number' ? String(Math.round(amount / MiB)) : amount;
}
