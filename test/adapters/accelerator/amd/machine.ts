import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Amd, type AmdOptions } from '../../../../src/adapters/accelerator/amd/amd.ts';
import { LocalHost } from '../../../../src/adapters/host/local.ts';
import type { FileFacts, Host } from '../../../../src/ports/host.ts';
import { program } from '../../support/programs.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/amd');
const CARDS = '/sys/class/drm';
const KFD = '/sys/class/kfd/kfd';

/** This machine with a /sys of its own. Programs and processes are real. */
class OtherSys extends LocalHost {
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  override file(path: string): Promise<FileFacts | null> {
    return super.file(this.#place(path));
  }

  override readText(path: string, max_bytes: number): Promise<string | null> {
    return super.readText(this.#place(path), max_bytes);
  }

  override list(folder: string): Promise<readonly string[] | null> {
    return super.list(this.#place(folder));
  }

  #place(path: string): string {
    return path.startsWith('/sys/') ? join(this.#folder, path) : path;
  }
}

export interface Card {
  readonly bus_id: string;
  readonly used: number | null;
  readonly total: number;
  readonly of_host?: number;
  readonly vendor?: string;
}

/** A folder with the tools of AMD and with the kernel's files, each only as far as it is written. */
export class AmdMachine {
  readonly folder = mkdtempSync(join(tmpdir(), 'holdpoint-amd-'));
  readonly host: Host = new OtherSys(this.folder);

  /** What a tool answers: `list`, `metric`, `process` of amd-smi, or `rocm`. */
  says(question: 'list' | 'metric' | 'process' | 'rocm', answer: unknown): void {
    writeFileSync(join(this.folder, `${question}.json`), JSON.stringify(answer));
  }

  saysAsIn(question: 'list' | 'metric' | 'process' | 'rocm', fixture: string): void {
    cpSync(join(FIXTURES, fixture), join(this.folder, `${question}.json`));
  }

  /** The kernel's file for each card. */
  card(index: number, { bus_id, used, total, of_host, vendor = '0x1002' }: Card): void {
    const device = join(this.folder, 'sys/devices/pci', bus_id);
    const write = (name: string, value: number | string | null | undefined): void => {
      if (value != null) this.write(`/sys/devices/pci/${bus_id}/${name}`, `${value}\n`);
    };
    write('vendor', vendor);
    write('mem_info_vram_used', used);
    write('mem_info_vram_total', total);
    write('mem_info_gtt_total', of_host);
    const link = join(this.folder, `${CARDS}/card${index}/device`);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(device, link);
  }

  /** A device of the compute driver. */
  node(node: number, gpu_id: number, bus: number, unique_id = 0n): void {
    const properties = `cpu_cores_count 0\nlocation_id ${bus << 8}\ndomain 0\nunique_id ${unique_id}\n`;
    this.write(`${KFD}/topology/nodes/${node}/gpu_id`, `${gpu_id}\n`);
    this.write(`${KFD}/topology/nodes/${node}/properties`, properties);
  }

  /** What a process holds, by the driver's number of the device. */
  holds(pid: number, bytes: Readonly<Record<number, number>>): void {
    for (const [gpu_id, held] of Object.entries(bytes))
      this.write(`${KFD}/proc/${pid}/vram_${gpu_id}`, `${held}\n`);
  }

  ended(pid: number): void {
    rmSync(join(this.folder, `${KFD}/proc/${pid}`), { recursive: true, force: true });
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Both tools are installed; what they have no answer for fails. */
  amd(options: Partial<AmdOptions> = {}): Amd {
    const tool = (name: string): string => {
      const path = join(this.folder, 'bin', name);
      mkdirSync(dirname(path), { recursive: true });
      if (!existsSync(path)) symlinkSync(program(name), path);
      return path;
    };
    return new Amd({
      host: this.host,
      tools: { amd_smi: tool('amd-smi'), rocm_smi: tool('rocm-smi') },
      devices: null,
      floored: [],
      environment: null,
      ...options,
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
