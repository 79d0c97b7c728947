import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Nvidia } from '../../../../src/adapters/accelerator/nvidia/nvidia.ts';
import { LocalHost } from '../../../../src/adapters/host/local.ts';
import { type AcceleratorSubject, contractOfAccelerator } from '../../../contract/accelerator.ts';
import { program } from '../../support/programs.ts';
import { startSharing } from '../../support/sharing-process.ts';
import { UUIDS } from './smi.ts';

const GPU_FIELDS = ['index', 'uuid', 'pci.bus_id', 'name', 'memory.total', 'memory.used', 'memory.free'];
const APP_FIELDS = ['gpu_uuid', 'pid', 'process_name', 'used_gpu_memory'];

/** Rows of cells. */
type Table = readonly (readonly (string | number)[])[];

interface Driver {
  /** Knows the fields that an old one refuses. */
  readonly recent: boolean;
}

/** What the tables say while one process holds `used` MiB on the third device; null: nobody holds anything. */
function tables(
  { recent }: Driver,
  held: { readonly pid: number; readonly used: number } | null,
): { readonly gpus: Table; readonly apps: Table } {
  const gpus = UUIDS.map((uuid, index) => {
    const used = index === 2 && held !== null ? held.used + 4 : 4;
    const device = [index, uuid, `00000000:0${index}:00.0`, 'NVIDIA H200', 143_771, used, 143_158 - used];
    return [...device, ...(recent ? ['Disabled', 'Disabled'] : [])];
  });
  const fields = [...GPU_FIELDS, ...(recent ? ['mig.mode.current', 'display_active'] : [])];
  const apps =
    held === null ? [] : [[UUIDS[2] ?? '', held.pid, 'python3 -m server, with a comma', held.used]];
  return { gpus: [fields, ...gpus], apps: [APP_FIELDS, ...apps] };
}

function write(folder: string, { gpus, apps }: ReturnType<typeof tables>): void {
  const text = (table: Table): string => table.map((cells) => `${cells.join('\t')}\n`).join('');
  writeFileSync(join(folder, 'gpus.tsv'), text(gpus));
  writeFileSync(join(folder, 'apps.tsv'), text(apps));
}

/** A folder with the scripted program, as it finds its tables. */
function installed(): { readonly folder: string; readonly nvidia: Nvidia } {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-nvidia-'));
  const tool = join(folder, 'bin', 'nvidia-smi');
  mkdirSync(join(folder, 'bin'));
  symlinkSync(program('nvidia-smi'), tool);
  const rest = { devices: null, floored: [], environment: null };
  return { folder, nvidia: new Nvidia({ host: new LocalHost(), tool, ...rest }) };
}

async function makeScripted(driver: Driver): Promise<AcceleratorSubject> {
  const { folder, nvidia } = installed();
  const holder = await startSharing(new LocalHost());
  write(folder, tables(driver, { pid: holder.member.pid, used: 131_072 }));
  return {
    accelerator: nvidia,
    holder: holder.member,
    object: holder.object,
    async endHolder() {
      await holder.end();
      write(folder, tables(driver, null));
    },
    removeObject: holder.remove,
    async dispose() {
      await holder.end();
      await holder.remove();
      await rm(folder, { recursive: true });
    },
  };
}

contractOfAccelerator('nvidia over a scripted program', () => makeScripted({ recent: true }));
contractOfAccelerator('nvidia over one that knows fewer fields', () => makeScripted({ recent: false }));

test('no device is no empty list: it is a fault', async () => {
  const { folder, nvidia } = installed();
  write(folder, { gpus: [GPU_FIELDS], apps: [APP_FIELDS] });
  await expect(nvidia.read([], [])).rejects.toMatchObject({ fault: { name: 'device-missing' } });
  await rm(folder, { recursive: true });
});
