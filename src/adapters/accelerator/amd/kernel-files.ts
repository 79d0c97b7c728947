import { type Bytes, KiB } from '../../../core/units.ts';
import type { Host } from '../../../ports/host.ts';
import type { Cell } from '../cell.ts';
import { type AmdRow, type AmdSource, busIdIn } from './row.ts';

export const CARDS = '/sys/class/drm';
const AMD = '0x1002';

/** Through the kernel's own files, which both tools read: where neither is installed, or neither works. */
export function kernelFiles(host: Host): AmdSource {
  return {
    async read() {
      const names = ((await host.list(CARDS)) ?? []).filter((name) => /^card\d+$/.test(name));
      const rows = await Promise.all(names.map((name) => cardOf(host, `${CARDS}/${name}/device`)));
      return { devices: rows.filter((row) => row !== null), processes: [] };
    },
  };
}

/** null: of another maker, or no card. */
async function cardOf(host: Host, folder: string): Promise<AmdRow | null> {
  if ((await line(host, `${folder}/vendor`)) !== AMD) return null;
  const bus_id = busIdIn((await host.file(folder))?.real_path.split('/').at(-1));
  if (bus_id === null) return null;
  const [used, total, of_host] = await Promise.all(
    ['vram_used', 'vram_total', 'gtt_total'].map((name) => amount(host, `${folder}/mem_info_${name}`)),
  );
  return { bus_id, used: told(used), total: told(total), of_host: of_host ?? null };
}

function told(bytes: Bytes | null | undefined): Cell {
  return bytes ?? { unavailable: 'the kernel does not tell it' };
}

/** A number in a file of its own; null: there is none, or it cannot be read. */
export async function amount(host: Host, path: string): Promise<number | null> {
  const text = await line(host, path);
  return text !== null && /^\d{1,16}$/.test(text) ? Number(text) : null;
}

/** The text of a small file; null: there is none, or it cannot be read. */
export async function line(host: Host, path: string): Promise<string | null> {
  return (await host.readText(path, KiB))?.trim() ?? null;
}
